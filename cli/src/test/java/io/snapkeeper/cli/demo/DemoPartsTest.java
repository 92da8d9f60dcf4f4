package io.snapkeeper.cli.demo;

import static io.snapkeeper.cli.demo.DemoSamples.ALL;
import static io.snapkeeper.cli.demo.DemoSamples.PLAN;
import static io.snapkeeper.cli.demo.DemoSamples.SHARED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.snapkeeper.cli.Failure;
import io.snapkeeper.cli.demo.story.Glyphs;
import io.snapkeeper.cli.demo.story.StoryText;
import io.snapkeeper.ensemble.SnapshotInterval;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DemoPartsTest {

  @ParameterizedTest
  @ValueSource(doubles = {0.001, 0.1, 0.5, 0.9, 2, 10})
  void paceOfASharedDiskStaysWithinItsBounds(double seconds) {
    Pace pace = SharedPace.choose(SHARED, seconds);
    assertThat(pace.treeNodes()).isBetween(40_000, 130_000);
    assertThat(pace.writesPerSecond()).isBetween(50, 600);
    for (double seen : new double[] {seconds / 10, seconds, seconds * 10}) {
      assertThat(SharedPace.faster(SHARED, pace, seen).writesPerSecond())
          .isGreaterThanOrEqualTo(pace.writesPerSecond());
      assertThat(SharedPace.corrected(SHARED, pace, seen).writesPerSecond()).isBetween(50, 600);
    }
  }

  @Test
  void paceKeepsAServerSnapshottingForAThirdOfTheTime() {
    Pace pace = SharedPace.choose(SHARED, 0.8);
    assertThat(pace.treeNodes()).isEqualTo(40_000);
    double cycleSeconds = 0.75 * SHARED.snapCount() / pace.writesPerSecond();
    assertThat(0.8 / cycleSeconds).isCloseTo(0.18, within(0.01));
    // Twice as fast a machine gets a larger tree rather than more writes.
    assertThat(SharedPace.choose(SHARED, 0.4).treeNodes()).isEqualTo(80_000);
    assertThatThrownBy(() -> SharedPace.choose(SHARED, 0))
        .hasMessage("a snapshot cannot take 0.0 s");
  }

  /** A machine that was slow for the few seconds of the calibration. */
  @Test
  void thePaceFollowsWhatSnapshotsTakeAtIt() {
    Pace pace = SharedPace.choose(SHARED, 1.6);
    Pace corrected = SharedPace.corrected(SHARED, pace, 0.5);
    assertThat(corrected.treeNodes()).isEqualTo(pace.treeNodes());
    double cycleSeconds = 0.75 * SHARED.snapCount() / corrected.writesPerSecond();
    assertThat(0.5 / cycleSeconds).isCloseTo(0.18, within(0.01));
    assertThat(SharedPace.corrected(SHARED, pace, 1.5)).isSameAs(pace);
    assertThat(SharedPace.corrected(SHARED, pace, 3.2).writesPerSecond())
        .isLessThan(pace.writesPerSecond());
  }

  @ParameterizedTest
  @CsvSource({
    "true,5,0,4",
    "true,3,0,3",
    "true,3,1,4",
    "true,7,0,4",
    "true,5,1,2",
    "true,7,3,2",
    "false,5,0,4",
    "false,3,1,4"
  })
  void theScaleModelTakesAWholeNumberOfSnapshotsThatFitTheirLanes(
      boolean quick, int servers, int down, int snapshotsPerServer) {
    DemoPlan plan = DemoPlan.onOwnDisks(quick, servers, down, ALL);
    Pace pace = plan.scale().pace();
    double cycleSeconds = 0.75 * plan.snapCount() / pace.writesPerSecond();
    assertThat(plan.windowSeconds() / cycleSeconds).isCloseTo(snapshotsPerServer, within(0.01));
    int lanes = Math.max(1, plan.running() - plan.quorum());
    assertThat(plan.running() * pace.snapshotSeconds() / lanes).isLessThan(0.75 * cycleSeconds);
    assertThat(plan.warmUpSeconds()).isGreaterThan((int) cycleSeconds);
    assertThat(plan.scale().dirtyBytesMax()).isLessThan(pace.treeBytes() / 2);
  }

  /**
   * Snapshots of 3.8 s: five in two lanes take 9.5 s, and one is due every 6.5 s. At half the pace
   * all is as before except for the time that it takes.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whereSlotsDoNotFitAllGoesAtHalfThePace(boolean quick) {
    DemoPlan plan = DemoPlan.onOwnDisks(quick, 5, 0, ALL);
    ScaleModel scale = plan.scale();
    assertThat(plan.atHalfThePace(scale.pacedSeconds())).isEmpty();
    DemoPlan slower = plan.atHalfThePace(1.01 * scale.pacedSeconds()).orElseThrow();
    assertThat(slower.quick()).isEqualTo(quick);
    assertThat(slower.snapCount()).isEqualTo(plan.snapCount());
    assertThat(slower.windowMillis()).isEqualTo(2 * plan.windowMillis());
    assertThat(slower.warmUpSeconds()).isCloseTo(2 * plan.warmUpSeconds(), within(1));
    Pace pace = slower.scale().pace();
    assertThat(pace.writesPerSecond()).isEqualTo(scale.pace().writesPerSecond() / 2);
    assertThat(pace.treeBytes()).isEqualTo(scale.pace().treeBytes());
    assertThat(pace.snapshotSeconds()).isEqualTo(2 * scale.pace().snapshotSeconds());
    assertThat(slower.scale().pacedSeconds()).isEqualTo(2 * scale.pacedSeconds());
    assertThat(slower.scale().disk().megabytesPerSecond())
        .isEqualTo(scale.disk().megabytesPerSecond() / 2);
    assertThat(slower.scale().disk().mebibytes())
        .isCloseTo(scale.disk().mebibytes(), within(scale.disk().mebibytes() / 50));
    assertThat(slower.atHalfThePace(60)).isEmpty();
    assertThat(SHARED.atHalfThePace(60)).isEmpty();
  }

  /**
   * The more of the time stock servers spend in snapshots, the more windows have an overlap: with
   * snapshots in a ninth of the time, as with rarer ones at the full pace, every third has none.
   */
  @Test
  void atHalfThePaceStockServersOverlapAsOften() {
    DemoPlan slower = PLAN.atHalfThePace(60).orElseThrow();
    assertThat(shareInSnapshots(slower)).isEqualTo(shareInSnapshots(PLAN)).isGreaterThan(0.2);
  }

  private static double shareInSnapshots(DemoPlan plan) {
    Pace pace = plan.scale().pace();
    return pace.snapshotSeconds() * pace.writesPerSecond() / (0.75 * plan.snapCount());
  }

  @Test
  void theDisksOfFiveServersTakeLessThanTwoGigabytes() {
    for (boolean quick : new boolean[] {true, false}) {
      DemoPlan plan = DemoPlan.onOwnDisks(quick, 5, 0, ALL);
      assertThat((5L * plan.scale().disk().mebibytes()) << 20).isLessThan(2_000_000_000L);
      assertThat(plan.memoryBytes()).isLessThan(2_000_000_000L);
    }
  }

  @Test
  void layersAreSwitchedByTheirKeys() {
    assertThat(Layer.config(EnumSet.of(Layer.SCHEDULER, Layer.LOG)))
        .containsExactly(
            java.util.Map.entry("snapkeeper.scheduler", "on"),
            java.util.Map.entry("snapkeeper.snapshots", "stock"),
            java.util.Map.entry("snapkeeper.writer", "in-process"));
    assertThat(Layer.words(ALL)).isEqualTo("scheduler, snapshots, log");
    assertThat(Layer.of("writer")).isEmpty();
  }

  @Test
  void shortagesAreNamedWithTheRemedy() {
    assertThatThrownBy(() -> Preflight.requireMemory(PLAN, 500_000_000))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("too little memory: 0.5 GB available and 5 servers need")
        .hasMessageContaining("--servers 3");
    assertThatThrownBy(() -> Preflight.requireDisk(SHARED, 1_000_000, Path.of("/data")))
        .hasMessageContaining("too little disk space: /data has 0.0 GB free");
    assertThatThrownBy(() -> Preflight.check(PLAN, Path.of("/no/such/place")))
        .hasMessage("no such directory: /no/such/place; name an existing one with --dir");
    assertThat(
            MemoryInfo.bytes(List.of("MemTotal: 5 kB", "MemAvailable:   2048 kB"), "MemAvailable:"))
        .isEqualTo(2_097_152);
    assertThat(MemoryInfo.bytes(List.of(), "MemAvailable:")).isZero();
  }

  @Test
  void progressNeverClaimsTheEndAndLearnsFromTheFirstSide() {
    long second = 1_000_000_000L;
    Progress progress = new Progress(PLAN, 0);
    double before = progress.remainingSeconds(0);
    assertThat(before).isBetween(70.0, 90.0);
    progress.enter(Side.STOCK, Stage.START, 3 * second);
    assertThat(progress.remainingSeconds(3 * second)).isCloseTo(before - 3, within(0.01));
    // Starting takes 10 s instead of the 5 expected: the second side's expectation grows.
    progress.enter(Side.STOCK, Stage.WARM_UP, 13 * second);
    assertThat(progress.remainingSeconds(13 * second)).isCloseTo(before - 8 + 5, within(0.01));
    assertThat(progress.fraction(3_000 * second)).isLessThan(1);
    progress.enter(Side.SNAPKEEPER, Stage.COLLECT, 100 * second);
    assertThat(progress.remainingSeconds(100 * second)).isBetween(0.0, 2.0);
    progress.finish();
    assertThat(progress.fraction(3_000 * second)).isEqualTo(1);
    assertThat(progress.remainingSeconds(3_000 * second)).isZero();
  }

  @Test
  void noStepIsTooLongForTheFirstLine() {
    for (DemoPlan plan : List.of(PLAN, SHARED)) {
      for (Side side : Side.values()) {
        for (Stage stage : Stage.values()) {
          Progress progress = new Progress(plan, 0);
          progress.enter(side, stage, 0);
          LiveText text =
              new LiveText(plan, progress, new LiveState(), new StoryText(Glyphs.ASCII, false));
          assertThat(text.screen(0).get(0)).matches("\\[[#-]+] +\\d+%  .*").hasSizeLessThan(80);
          assertThat(text.plain(0)).contains(side.key() + ": " + stage.title());
        }
      }
    }
    assertThat(LiveText.bar(0.5, 10)).isEqualTo("[#####-----]");
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
