package io.snapkeeper.ensemble;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.ensemble.SnapshotInterval.Kind;
import io.snapkeeper.ensemble.SnapshotInterval.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotTimelineTest {

  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
  private static final List<Long> FIVE = List.of(1L, 2L, 3L, 4L, 5L);

  @TempDir Path temp;

  private static Instant at(double seconds) {
    return T0.plusMillis(Math.round(seconds * 1000));
  }

  private static String line(double seconds, String logger, String text) {
    String time =
        java.time.format.DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'")
            .withZone(java.time.ZoneOffset.UTC)
            .format(at(seconds));
    return time + " [t] INFO  " + logger + " - " + text;
  }

  private List<SnapshotInterval> parse(String... lines) {
    ServerLogParser parser = new ServerLogParser(1);
    for (String line : lines) {
      parser.line(line);
    }
    return parser.intervals(at(100));
  }

  @Test
  void stockSnapshotLastsFromSnapshottingToTaken() {
    List<SnapshotInterval> found =
        parse(
            line(
                1,
                "o.a.z.s.p.FileTxnSnapLog",
                "Snapshotting: 0x100000010 to /d/snapshot.100000010"),
            "\tat a.stack.Trace - Snapshotting: 0x1 to nowhere",
            line(2.5, "o.a.z.s.ZooKeeperServer", "Snapshot taken in 1500 ms"));
    assertThat(found)
        .containsExactly(
            new SnapshotInterval(
                1, at(1), at(2.5), Kind.UNSCHEDULED, "stock", Outcome.TAKEN, 0x100000010L));
  }

  @Test
  void whatARestartBeginsWithIsTheNewestWholeSnapshot() {
    SnapshotTimeline timeline =
        new SnapshotTimeline(
            List.of(
                new SnapshotInterval(1, at(10), at(14), Kind.SCHEDULED, "slot", Outcome.TAKEN, 1),
                new SnapshotInterval(1, at(20), at(23), Kind.SCHEDULED, "slot", Outcome.ABORTED, 2),
                new SnapshotInterval(2, at(15), at(16), Kind.SCHEDULED, "slot", Outcome.TAKEN, 3)));
    // While it is being written it is of no use.
    assertThat(timeline.ageOfNewest(1, at(13), at(2))).isEqualTo(Duration.ofSeconds(11));
    assertThat(timeline.ageOfNewest(1, at(14), at(2))).isEqualTo(Duration.ofSeconds(4));
    assertThat(timeline.ageOfNewest(1, at(30), at(2))).isEqualTo(Duration.ofSeconds(20));
    assertThat(timeline.ageOfNewest(2, at(30), at(2))).isEqualTo(Duration.ofSeconds(15));
  }

  @Test
  void overlapsHaveABeginningAndAnEnd() {
    List<SnapshotInterval> all = new ArrayList<>();
    all.add(new SnapshotInterval(1, at(1), at(5), Kind.SCHEDULED, "slot", Outcome.TAKEN, 1));
    all.add(new SnapshotInterval(2, at(4), at(8), Kind.SCHEDULED, "slot", Outcome.TAKEN, 1));
    all.add(new SnapshotInterval(3, at(8), at(9), Kind.SCHEDULED, "slot", Outcome.TAKEN, 1));
    SnapshotTimeline timeline = new SnapshotTimeline(all);
    assertThat(timeline.spansWithAtLeast(2, FIVE))
        .containsExactly(new SnapshotTimeline.Span(at(4), at(5)));
    assertThat(timeline.spansWithAtLeast(1, FIVE))
        .containsExactly(
            new SnapshotTimeline.Span(at(1), at(8)), new SnapshotTimeline.Span(at(8), at(9)));
    assertThat(timeline.withAtLeast(2, FIVE)).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void theEmptyTreeOfANewServerIsNoSnapshot() {
    assertThat(parse(line(1, "o.a.z.s.p.FileTxnSnapLog", "Snapshotting: 0x0 to /d/snapshot.0")))
        .isEmpty();
  }

  @Test
  void pluginsWordReplacesStocksForTheSameSnapshot() {
    List<SnapshotInterval> found =
        parse(
            line(1, "o.a.z.s.p.FileTxnSnapLog", "Snapshotting: 0x10 to /d/snapshot.10"),
            line(
                1.01,
                "i.s.Snapshots",
                "snapkeeper snapshot started sid=1 kind=scheduled cause=slot slot=0x500000003"
                    + " zxid=0x10"),
            line(3, "o.a.z.s.ZooKeeperServer", "Snapshot taken in 2000 ms"),
            line(
                3.2,
                "i.s.Snapshots",
                "snapkeeper snapshot ended sid=1 kind=scheduled cause=slot slot=0x500000003"
                    + " zxid=0x10 durable=true bytes=5 millis=2190"));
    assertThat(found)
        .containsExactly(
            new SnapshotInterval(
                1, at(1.01), at(3.2), Kind.SCHEDULED, "slot", Outcome.TAKEN, 0x10));
  }

  @Test
  void pluginsStartMayBeLoggedBeforeStocks() {
    List<SnapshotInterval> found =
        parse(
            line(
                1,
                "i.s.Snapshots",
                "snapkeeper snapshot started sid=1 kind=unscheduled cause=leader-start slot=none"
                    + " zxid=0x10"),
            line(1, "o.a.z.s.p.FileTxnSnapLog", "Snapshotting: 0x10 to /d/snapshot.10"),
            line(
                2,
                "i.s.Snapshots",
                "snapkeeper snapshot ended sid=1 kind=unscheduled cause=leader-start slot=none"
                    + " zxid=0x10 durable=false bytes=5 millis=1000"),
            line(2, "o.a.z.s.ZooKeeperServer", "Snapshot taken in 1000 ms"));
    assertThat(found)
        .containsExactly(
            new SnapshotInterval(
                1, at(1), at(2), Kind.UNSCHEDULED, "leader-start", Outcome.TAKEN, 0x10));
  }

  @Test
  void abortedSnapshotEndsButDoesNotCount() {
    List<SnapshotInterval> found =
        parse(
            line(
                1,
                "i.s.S",
                "snapkeeper snapshot started sid=1 kind=scheduled cause=slot zxid=0x10"),
            line(
                2,
                "i.s.S",
                "snapkeeper snapshot aborted sid=1 slot=0x1 zxid=0x10 reason=\"leaves its role\""));
    assertThat(found).extracting(SnapshotInterval::outcome).containsExactly(Outcome.ABORTED);
    assertThat(new SnapshotTimeline(found).snapshots()).isZero();
  }

  @Test
  void deathCutsAnOpenSnapshot() {
    List<SnapshotInterval> found =
        parse(
            line(1, "o.a.z.s.p.FileTxnSnapLog", "Snapshotting: 0x10 to /d/snapshot.10"),
            line(5, "o.a.z.s.quorum.QuorumPeerMain", "Starting quorum peer, myid=1"),
            line(6, "o.a.z.s.p.FileTxnSnapLog", "Snapshotting: 0x20 to /d/snapshot.20"));
    assertThat(found)
        .extracting(SnapshotInterval::start, SnapshotInterval::end, SnapshotInterval::outcome)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(at(1), at(5), Outcome.UNFINISHED),
            org.assertj.core.groups.Tuple.tuple(at(6), at(100), Outcome.UNFINISHED));
  }

  @Test
  void anUnfinishedSnapshotEndsWithItsProcess() {
    SnapshotInterval taken = taken(1, 1, 3);
    SnapshotInterval killed = unfinished(1, 4, 9);
    SnapshotInterval running = unfinished(1, 10, 100);
    SnapshotInterval another = unfinished(2, 4, 9);
    assertThat(
            new SnapshotTimeline(List.of(taken, killed, running, another))
                .endedWith(Map.of(1L, List.of(at(2), at(8), at(5), at(9.5))))
                .intervals())
        .containsExactlyInAnyOrder(taken, unfinished(1, 4, 5), running, another);
  }

  private static SnapshotInterval unfinished(long sid, double from, double to) {
    return new SnapshotInterval(
        sid, at(from), at(to), Kind.SCHEDULED, "slot", Outcome.UNFINISHED, 0x1);
  }

  private static SnapshotInterval taken(long sid, double from, double to) {
    return new SnapshotInterval(
        sid, at(from), at(to), Kind.UNSCHEDULED, "stock", Outcome.TAKEN, 0x1);
  }

  @Test
  void overlapOfThree() {
    SnapshotTimeline timeline =
        new SnapshotTimeline(
            List.of(
                taken(1, 0, 10),
                taken(2, 4, 6),
                taken(3, 5, 8),
                taken(4, 5.5, 9),
                taken(5, 20, 21)));
    // 3 at 5..8 (1,2,3 then 1,3,4), 4 at 5.5..6
    assertThat(timeline.withAtLeast(3, FIVE)).isEqualTo(Duration.ofSeconds(3));
    assertThat(timeline.withAtLeast(4, FIVE)).isEqualTo(Duration.ofMillis(500));
    assertThat(timeline.maxConcurrent(FIVE)).isEqualTo(4);
    assertThat(timeline.withAtLeast(3, List.of(1L, 2L, 5L))).isEqualTo(Duration.ZERO);
  }

  @Test
  void touchingSnapshotsDoNotOverlapAndOneServerCountsOnce() {
    SnapshotTimeline timeline =
        new SnapshotTimeline(List.of(taken(1, 0, 5), taken(2, 5, 8), taken(2, 6, 7)));
    assertThat(timeline.withAtLeast(2, FIVE)).isEqualTo(Duration.ZERO);
    assertThat(timeline.maxConcurrent(FIVE)).isEqualTo(1);
  }

  @Test
  void windowCutsTimesButCountsByStart() {
    SnapshotTimeline timeline =
        new SnapshotTimeline(List.of(taken(1, 0, 10), taken(2, 8, 12), taken(3, 8, 12)));
    assertThat(timeline.within(at(5), at(9)).withAtLeast(3, FIVE)).isEqualTo(Duration.ofSeconds(1));
    assertThat(timeline.startedWithin(at(5), at(9)).snapshotsByServer(FIVE))
        .containsExactly(
            Map.entry(1L, 0L),
            Map.entry(2L, 1L),
            Map.entry(3L, 1L),
            Map.entry(4L, 0L),
            Map.entry(5L, 0L));
  }

  /** Against counting in every millisecond. */
  @Test
  void overlapAgreesWithAMillisecondGrid() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      List<SnapshotInterval> intervals = new ArrayList<>();
      int[][] grid = new int[6][200];
      for (int i = 0; i < 12; i++) {
        int sid = 1 + random.nextInt(5);
        int from = random.nextInt(199);
        int to = from + random.nextInt(200 - from);
        intervals.add(taken(sid, from / 1e3, to / 1e3));
        for (int t = from; t < to; t++) {
          grid[sid][t]++;
        }
      }
      int expected = 0;
      for (int t = 0; t < 200; t++) {
        int concurrent = 0;
        for (int sid = 1; sid <= 5; sid++) {
          concurrent += Math.min(1, grid[sid][t]);
        }
        expected += concurrent >= 3 ? 1 : 0;
      }
      assertThat(new SnapshotTimeline(intervals).withAtLeast(3, FIVE))
          .as("seed " + seed + ", round " + round)
          .isEqualTo(Duration.ofMillis(expected));
    }
  }

  @Test
  void readsFilesOfSeveralServersAndToleratesAHalfCharacter() throws Exception {
    Path one = temp.resolve("1.log");
    Path two = temp.resolve("2.log");
    Files.writeString(
        one,
        line(1, "x", "Snapshotting: 0x1 to /d/snapshot.1")
            + "\n"
            + line(2, "x", "Snapshot taken in 1000 ms")
            + "\n");
    Files.write(two, new byte[] {(byte) 0xE2, (byte) 0x82});
    SnapshotTimeline timeline = SnapshotTimeline.ofLogs(Map.of(1L, one, 2L, two), at(9));
    assertThat(timeline.intervals()).containsExactly(taken(1, 1, 2));
  }
}
