package io.snapkeeper.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snapkeeper.cli.Failure;
import io.snapkeeper.ensemble.LoadFigures;
import io.snapkeeper.ensemble.SnapshotInterval;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemoPartsTest {

  private static final DemoPlan PLAN = DemoPlan.quick(5);

  private static SortedMap<Long, Long> five(long... counts) {
    SortedMap<Long, Long> map = new TreeMap<>();
    for (int i = 0; i < counts.length; i++) {
      map.put(i + 1L, counts[i]);
    }
    return map;
  }

  private static LoadFigures figures(long errors) {
    return new LoadFigures(
        16, 5_000, errors, 0, 1.5, 20, 180.4, 250, errors > 0 ? "BADVERSION" : "");
  }

  private static SideResult side(
      SortedMap<Long, Long> counts, double overlap, int most, long unscheduled, long errors) {
    return new SideResult(
        16,
        counts,
        overlap,
        most,
        unscheduled,
        figures(errors),
        five(10, 20, 30, 40, 50),
        five(1, 2, 3, 4, 5),
        Path.of("/tmp/logs"));
  }

  private static final SideResult STOCK = side(five(4, 4, 4, 4, 4), 2.25, 4, 20, 0);
  private static final SideResult PLUGIN = side(five(4, 4, 4, 4, 3), 0, 2, 0, 0);

  @Test
  void goodRunHasNoProblems() {
    Verdict verdict = Verdict.of(PLAN, STOCK, PLUGIN);
    assertThat(verdict.problems()).isEmpty();
    assertThat(verdict.remarks()).isEmpty();
    assertThat(verdict.good()).isTrue();
  }

  @Test
  void everyViolatedExpectationIsNamed() {
    SideResult stock = side(five(4, 4, 4, 4, 4), 0, 2, 20, 0);
    SideResult plugin = side(five(4, 1, 4, 4, 4), 0.004, 3, 2, 7);
    Verdict verdict = Verdict.of(PLAN, stock, plugin);
    assertThat(verdict.good()).isFalse();
    assertThat(verdict.problems()).hasSize(5);
    assertThat(verdict.problems().get(0)).contains("no overlap came about", "3 of 5");
    assertThat(verdict.problems().get(1)).contains("0.004 s");
    assertThat(verdict.problems().get(2)).contains("server 2", "1 snapshots");
    assertThat(verdict.problems().get(3)).contains("2 snapshots were taken without a slot");
    assertThat(verdict.problems().get(4)).contains("7 writes failed", "BADVERSION");
  }

  @Test
  void unequalNumbersOfSnapshotsAreRemarkedUpon() {
    Verdict verdict = Verdict.of(PLAN, STOCK, side(five(3, 3, 3, 3, 3), 0, 2, 0, 0));
    assertThat(verdict.good()).isTrue();
    assertThat(verdict.remarks()).singleElement().asString().contains("25%", "20 and 15");
  }

  @Test
  void summaryNamesBothSides() {
    List<String> lines = Summary.text(PLAN, STOCK, PLUGIN);
    assertThat(lines.get(0)).endsWith("stock  Snapkeeper");
    assertThat(lines)
        .anyMatch(line -> line.matches("seconds with 3 of 5 snapshotting +2\\.25 +0\\.00"))
        .anyMatch(line -> line.matches(" +by server +4 4 4 4 4 +4 4 4 4 3"))
        .anyMatch(line -> line.matches(" +log bytes, all servers +150 +150"))
        .allMatch(line -> line.length() < 80);
  }

  @Test
  void jsonHasTheDocumentedKeys() throws Exception {
    Pace pace = Pace.choose(PLAN, 1.0);
    Verdict verdict = Verdict.of(PLAN, STOCK, PLUGIN);
    JsonNode json =
        new ObjectMapper()
            .readTree(
                String.join("\n", Summary.lines(Summary.json(PLAN, pace, STOCK, PLUGIN, verdict))));
    JsonNode stock = json.path("stock");
    assertThat(stock.path("seconds").asDouble()).isEqualTo(16);
    assertThat(stock.path("snapshots").asLong()).isEqualTo(20);
    assertThat(json.path("snapkeeper").path("snapshotsByServer").path("5").asLong()).isEqualTo(3);
    assertThat(stock.path("quorumSnapshottingSeconds").asDouble()).isEqualTo(2.25);
    assertThat(stock.path("maxConcurrentSnapshots").asInt()).isEqualTo(4);
    assertThat(stock.path("unscheduledSnapshots").asInt()).isEqualTo(20);
    assertThat(stock.path("writes").asLong()).isEqualTo(5_000);
    assertThat(stock.path("errors").isNumber()).isTrue();
    assertThat(stock.path("writeLatencyMillis").path("p999").asDouble()).isEqualTo(180.4);
    assertThat(stock.path("writeLatencyMillis").path("max").asDouble()).isEqualTo(250);
    assertThat(stock.path("replayLogBytes").asLong()).isEqualTo(150);
    assertThat(json.path("settings").path("snapCount").asInt()).isEqualTo(1_500);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.001, 0.1, 0.5, 0.9, 2, 10})
  void paceStaysWithinItsBounds(double seconds) {
    Pace pace = Pace.choose(PLAN, seconds);
    assertThat(pace.treeNodes()).isBetween(PLAN.firstTreeNodes(), PLAN.largestTreeNodes());
    assertThat(pace.writesPerSecond()).isBetween(50, 800);
    assertThat(pace.warmUpSeconds()).isBetween(3, 6);
    for (double seen : new double[] {seconds / 10, seconds, seconds * 10}) {
      assertThat(pace.faster(PLAN, seen).writesPerSecond())
          .isGreaterThanOrEqualTo(pace.writesPerSecond());
      assertThat(pace.corrected(PLAN, seen).writesPerSecond()).isBetween(50, 800);
    }
  }

  @Test
  void paceKeepsAServerSnapshottingForAThirdOfTheTime() {
    Pace pace = Pace.choose(PLAN, 0.8);
    assertThat(pace.treeNodes()).isEqualTo(PLAN.firstTreeNodes());
    double cycleSeconds = 0.75 * PLAN.snapCount() / pace.writesPerSecond();
    assertThat(0.8 / cycleSeconds).isCloseTo(0.30, within(0.01));
    // Twice as fast a machine gets a larger tree rather than more writes.
    assertThat(Pace.choose(PLAN, 0.4).treeNodes()).isEqualTo(80_000);
    assertThatThrownBy(() -> Pace.choose(PLAN, 0)).hasMessage("a snapshot cannot take 0.0 s");
  }

  /** A machine that was slow for the few seconds of the calibration. */
  @Test
  void thePaceFollowsWhatSnapshotsTakeAtIt() {
    Pace pace = Pace.choose(PLAN, 1.6);
    Pace corrected = pace.corrected(PLAN, 0.5);
    assertThat(corrected.treeNodes()).isEqualTo(pace.treeNodes());
    double cycleSeconds = 0.75 * PLAN.snapCount() / corrected.writesPerSecond();
    assertThat(0.5 / cycleSeconds).isCloseTo(0.30, within(0.01));
    assertThat(pace.corrected(PLAN, 1.5)).isSameAs(pace);
    assertThat(pace.corrected(PLAN, 3.2).writesPerSecond()).isLessThan(pace.writesPerSecond());
  }

  @Test
  void shortagesAreNamedWithTheRemedy() {
    assertThatThrownBy(() -> Preflight.requireMemory(PLAN, 500_000_000))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("too little memory: 0.5 GB available and 5 servers need")
        .hasMessageContaining("--servers 3");
    assertThatThrownBy(() -> Preflight.requireDisk(PLAN, 1_000_000, Path.of("/data")))
        .hasMessageContaining("too little disk space: /data has 0.0 GB free");
    assertThatThrownBy(() -> Preflight.check(PLAN, Path.of("/no/such/place")))
        .hasMessage("no such directory: /no/such/place; name an existing one with --dir");
    assertThat(PLAN.memoryBytes()).isLessThan(3_000_000_000L);
    assertThat(Preflight.memAvailable(List.of("MemTotal: 5 kB", "MemAvailable:   2048 kB")))
        .isEqualTo(2_097_152);
    assertThat(Preflight.memAvailable(List.of())).isEqualTo(-1);
  }

  @Test
  void progressNeverClaimsTheEndAndLearnsFromTheFirstSide() {
    long second = 1_000_000_000L;
    Progress progress = new Progress(PLAN, 0);
    double before = progress.remainingSeconds(0);
    assertThat(before).isBetween(50.0, 90.0);
    // Starting takes 10 s instead of the 6 expected: both sides' expectation grows.
    progress.enter(Side.STOCK, Stage.LOAD_TREE, 10 * second);
    assertThat(progress.remainingSeconds(10 * second)).isCloseTo(before - 6 + 4, within(0.01));
    assertThat(progress.fraction(3_000 * second)).isLessThan(1);
    progress.finish();
    assertThat(progress.fraction(3_000 * second)).isEqualTo(1);
    assertThat(progress.remainingSeconds(3_000 * second)).isZero();
  }

  @Test
  void liveViewFitsEightyColumns() {
    LiveState live = new LiveState();
    Progress progress = new Progress(PLAN, 0);
    progress.enter(Side.SNAPKEEPER, Stage.MEASURE, 5);
    List<String> lines = LiveText.screen(PLAN, progress, live, 10);
    assertThat(lines).allMatch(line -> line.length() < 80);
    assertThat(lines.get(0)).contains("snapkeeper: measuring", "s left");
    assertThat(String.join("\n", lines)).contains("SERVER", "quorum margin - (3 of 5 needed)");
    assertThat(LiveText.bar(0.5, 10)).isEqualTo("[#####-----]");
    assertThat(LiveText.plain(PLAN, progress, live, 10)).contains("snapkeeper: measuring");
  }

  @Test
  void noStepIsTooLongForTheFirstLine() {
    for (Side side : Side.values()) {
      for (Stage stage : Stage.values()) {
        Progress progress = new Progress(DemoPlan.standard(5), 0);
        progress.enter(side, stage, 0);
        assertThat(LiveText.screen(PLAN, progress, new LiveState(), 0).get(0))
            .matches("\\[[#-]+] +\\d+%  .*; about \\d+ s left");
      }
    }
  }

  @Test
  void aLongDecisionGoesOnInASecondLine() {
    String reason =
        "server 4: holds slot 0x100000036 (running 99%), granted because backlog is 81% of its"
            + " limit; a quorum is fast without it";
    EnsembleView view = new EnsembleView(List.of(), OptionalInt.of(1), reason, 0, 0);
    List<String> lines = LiveText.decision(view);
    assertThat(lines).hasSize(2).allMatch(line -> line.length() < 80);
    assertThat(lines.get(0) + " " + lines.get(1).strip()).isEqualTo("scheduler: " + reason);
    EnsembleView quiet = new EnsembleView(List.of(), OptionalInt.of(1), "", 0, 0);
    assertThat(LiveText.decision(quiet)).containsExactly("", "");
  }

  @Test
  void transactionsSinceAStockSnapshot() {
    SnapshotInterval snapshot =
        new SnapshotInterval(
            1,
            Instant.EPOCH,
            Instant.EPOCH,
            SnapshotInterval.Kind.UNSCHEDULED,
            "stock",
            SnapshotInterval.Outcome.TAKEN,
            0x1_0000_0010L);
    assertThat(ServerPoller.sinceSnapshot("0x100000020", Optional.of(snapshot))).hasValue(16);
    // A new epoch counts anew.
    assertThat(ServerPoller.sinceSnapshot("0x200000005", Optional.of(snapshot))).hasValue(5);
    assertThat(ServerPoller.sinceSnapshot("0x100000020", Optional.empty())).hasValue(32);
    assertThat(ServerPoller.sinceSnapshot(null, Optional.empty())).isEmpty();
  }
}
