package io.snapkeeper.zk.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.metrics.history.Decision;
import io.snapkeeper.metrics.history.Decisions;
import io.snapkeeper.wal.filesystem.LogFileSystem;
import io.snapkeeper.zk.FixedPeer;
import io.snapkeeper.zk.log.LogWriting;
import io.snapkeeper.zk.snapshot.SnapshotCause;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StatusDocumentTest {

  @Test
  void saysWhatTheFileSystemOfTheLogPromises() {
    assertThat(StatusDocument.fileSystem(LogFileSystem.of(Path.of("/proc"))))
        .isEqualTo(
            Map.of(
                "type", "proc",
                "kind", "unknown",
                "zerosAhead", false,
                "durability", "conditional",
                "promise",
                    "Snapkeeper does not know this file system; whether a commit is durable was"
                        + " never tested."));
  }

  @Test
  void decisionsAreNumberedAndSayHowOldTheyAre() {
    Decisions decisions = new Decisions();
    decisions.add(new Decision(5, Decision.Kind.HELD, 1, 0, "waits: of the term before"));
    decisions.add(new Decision(100, Decision.Kind.GRANTED_DEGRADED, 3, 0x500000002L, "why"));
    decisions.add(new Decision(400, Decision.Kind.HELD, 2, 0, "waits: server 3 holds a slot"));
    List<Map<String, Object>> list = StatusDocument.decisions(decisions.latest(64, 1), 1_000);
    assertThat(list).hasSize(2);
    assertThat(list.get(0))
        .containsEntry("number", 1L)
        .containsEntry("ageMillis", 900L)
        .containsEntry("kind", "granted-degraded")
        .containsEntry("sid", 3L)
        .containsEntry("slot", "0x500000002")
        .containsEntry("text", "why");
    assertThat(list.get(1)).containsEntry("number", 2L).containsEntry("slot", null);
    assertThat(decisions.latest(1, 0)).extracting(Decisions.Numbered::number).containsExactly(2L);
  }

  @Test
  void aTypeThatIsNotKnownIsNull() {
    assertThat(StatusDocument.fileSystem(LogFileSystem.UNKNOWN)).containsEntry("type", null);
  }

  /** No two values are the same, so that two fields that are mixed up are found. */
  @Test
  void eachFieldOfTheServerHasItsOwnValue() {
    assertThat(StatusDocument.server(DistinctSources.MEMBER, new FixedPeer("follower", 2)))
        .containsExactlyInAnyOrderEntriesOf(
            fields(
                "sid", 3L,
                "role", "follower",
                "epoch", 1L,
                "mode", "paused",
                "modeReason", "an order",
                "backlogTxns", 110L,
                "backlogBytes", 12_000L,
                "limitTxns", 1_000L,
                "limitBytes", 1_000_000L,
                "backlogPercent", 11.0,
                "hardLimitTxns", 3_100L,
                "hardLimitBytes", 3_200_000L,
                "fsyncCount", 13L,
                "fsyncMeanMicros", 14L,
                "fsyncP99Micros", 15L,
                "queueLength", 16,
                "slot", fields("id", "0x500000002", "state", "declined", "reason", "old-epoch"),
                "snapshot", null,
                "lastSnapshot",
                    fields(
                        "zxid",
                        "0x11",
                        "kind",
                        SnapshotCause.ADMIN.kind(),
                        "cause",
                        SnapshotCause.ADMIN.label(),
                        "durationMillis",
                        18L,
                        "bytes",
                        19L)));
    assertThat(StatusDocument.counters(DistinctSources.SNAPSHOTS))
        .containsExactlyInAnyOrderEntriesOf(
            fields(
                "scheduledSnapshots", 21L,
                "unscheduledSnapshots", 69L,
                "hardLimitSnapshots", 22L,
                "stockRuleSnapshots", 23L,
                "abortedSnapshots", 25L,
                "failedSnapshots", 26L));
    assertThat(StatusDocument.purges(DistinctSources.PURGES))
        .containsExactlyInAnyOrderEntriesOf(
            fields("waiting", true, "deferred", 55L, "inSlot", 56L, "overdue", 57L));
  }

  @Test
  void eachFieldOfTheWritersHasItsOwnValue() {
    assertThat(
            StatusDocument.log(
                LogWriting.stock("a test"),
                Optional.of(DistinctSources.LOG),
                LogFileSystem.UNKNOWN))
        .containsAllEntriesOf(
            fields(
                "way", "stock",
                "reason", "a test",
                "ioClass", "best-effort",
                "overruns", 51L,
                "respawns", 52L));
    assertThat(SnapshotWriting.of(Optional.of(DistinctSources.DIRECT)))
        .containsExactlyInAnyOrderEntriesOf(
            fields(
                "way", "buffered",
                "reason", "no O_DIRECT",
                "bufferedSnapshots", 31L,
                "limitedBy", "ceiling",
                "bytesPerSecond", 34L,
                "leastBytesPerSecond", 35L,
                "mostBytesPerSecond", 36L,
                "requestBytes", 37,
                "bytesWritten", 38L,
                "heldBackMillis", 42L,
                "commitBaselineMicros", 39L,
                "commitTargetMicros", 40L,
                "commitMicros", 41L,
                "pacerFaults", 45L));
  }

  @Test
  void eachFieldOfTheSchedulerHasItsOwnValue() {
    Map<String, Object> scheduler = StatusDocument.scheduler(DistinctSources.SCHEDULER, List.of());
    assertThat(scheduler)
        .containsAllEntriesOf(
            fields(
                "epoch",
                81L,
                "state",
                "paused",
                "overrideExpiresInMillis",
                82L,
                "quorumMargin",
                -2,
                "counters",
                fields(
                    "granted", 101L,
                    "degraded", 102L,
                    "done", 103L,
                    "declined", 104L,
                    "expired", 105L,
                    "aborted", 106L,
                    "failed", 107L,
                    "left", 108L),
                "limits",
                fields(
                    "drainFsyncMillis", 111L,
                    "drainQueueLength", 112,
                    "grantTtlMillis", 113L,
                    "reportFreshMillis", 114L)));
    assertThat((List<?>) scheduler.get("members"))
        .element(1)
        .isEqualTo(
            fields(
                "sid",
                2L,
                "voter",
                true,
                "leader",
                false,
                "state",
                "snapshotting",
                "backlogTxns",
                840L,
                "backlogPercent",
                84.0,
                "fsyncMeanMicros",
                97L,
                "fsyncP99Micros",
                88L,
                "slot",
                fields("id", "0x5100000007", "state", "running", "degraded", true),
                "snapshotProgressPercent",
                90.5,
                "decision",
                "a slot"));
  }

  @Test
  void eachFieldOfALeaderThatWatchesHasItsOwnValue() {
    assertThat(StatusDocument.watch(75, DistinctSources.SHADOW))
        .containsExactlyInAnyOrderEntriesOf(
            fields(
                "epoch",
                75L,
                "snapshots",
                73L,
                "actual",
                overlap(61, 62, 63, 64),
                "withSchedule",
                overlap(65, 66, 67, 68),
                "slots",
                71L,
                "degradedSlots",
                72L,
                "largestActualBacklogPercent",
                74.0,
                "largestBacklogPercent",
                75.0));
  }

  private static Map<String, Object> overlap(long watched, long any, long quorum, long degraded) {
    return fields(
        "watchedMillis", watched,
        "anySnapshottingMillis", any,
        "quorumSnapshottingMillis", quorum,
        "degradedMillis", degraded);
  }

  private static Map<String, Object> fields(Object... keysAndValues) {
    Map<String, Object> fields = new HashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      fields.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    return fields;
  }
}
