package io.snapkeeper.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotRulesTest {

  private static final List<Long> VOTERS = List.of(1L, 2L, 3L, 4L, 5L);

  private static final Instant BEFORE = Instant.parse("2026-11-25T09:59:00Z");
  private static final Instant LATER = Instant.parse("2026-11-25T10:01:00Z");
  private static final Instant BETWEEN = Instant.parse("2026-11-25T10:00:00.150Z");

  @TempDir Path directory;

  @Test
  void twoOfFiveAtOnceAreAllowed() throws Exception {
    SnapshotRules rules = rules("scheduled", 2);
    rules.assertNeverAQuorumAtOnce(VOTERS);
    assertThat(rules.inSlots()).isEqualTo(2);
  }

  @Test
  void threeOfFiveAtOnceAreNot() throws Exception {
    SnapshotRules rules = rules("scheduled", 3);
    assertThatThrownBy(() -> rules.assertNeverAQuorumAtOnce(VOTERS))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("more than 2 of the voters");
  }

  /** A schedule that gives up grants nothing, and all wait until they are beyond their limits. */
  @Test
  void threeOfFiveAtTheHardLimitAreNotAllowedEither() throws Exception {
    rules("unscheduled", "hard-limit", 2).assertNeverAQuorumAtOnce(VOTERS);
    SnapshotRules rules = rules("unscheduled", "hard-limit", 3);
    assertThatThrownBy(() -> rules.assertNeverAQuorumAtOnce(VOTERS))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("more than 2 of the voters");
  }

  /** A server that joins or begins to lead snapshots when it has to. */
  @Test
  void thoseWithoutASlotDoNotCount() throws Exception {
    SnapshotRules rules = rules("unscheduled", "sync", 3);
    rules.assertNeverAQuorumAtOnce(VOTERS);
    assertThat(rules.inSlots()).isZero();
  }

  @Test
  void twoAtOnceAreNotOneAtATime() throws Exception {
    SnapshotRules rules = rules("scheduled", 2);
    assertThatThrownBy(() -> rules.assertOneAtATime(VOTERS, BEFORE))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("in a snapshot in a slot at once");
    rules.assertOneAtATime(List.of(2L, 3L), BEFORE);
    rules.assertOneAtATime(VOTERS, BETWEEN); // the first began earlier
  }

  @Test
  void noSnapshotIsNotOneAtATime() throws Exception {
    SnapshotRules rules = rules("unscheduled", 2);
    assertThatThrownBy(() -> rules.assertOneAtATime(VOTERS, BEFORE))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("snapshots in slots since");
  }

  /** Until each was started again, their logs end with a snapshot that has begun. */
  @Test
  void whoWasKilledTakesNoSnapshotAnyMore() throws Exception {
    Map<Long, Path> logs = new TreeMap<>();
    for (long sid = 1; sid <= 3; sid++) {
      logs.put(sid, begun(sid));
    }
    SnapshotRules unknown = SnapshotRules.of(logs, Map.of(), 0, LATER);
    assertThatThrownBy(() -> unknown.assertNeverAQuorumAtOnce(VOTERS))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("start=2026-11-25T10:00:03Z, end=2026-11-25T10:00:09Z");
    Instant killed = Instant.parse("2026-11-25T10:00:02.500Z");
    Instant earlier = Instant.parse("2026-11-25T09:50:00Z");
    Instant again = Instant.parse("2026-11-25T10:00:20Z");
    SnapshotRules.of(logs, Map.of(1L, List.of(earlier, killed, again)), 0, LATER)
        .assertNeverAQuorumAtOnce(VOTERS);
    SnapshotRules tooLate =
        SnapshotRules.of(logs, Map.of(1L, List.of(killed.plusSeconds(1))), 0, LATER);
    assertThatThrownBy(() -> tooLate.assertNeverAQuorumAtOnce(VOTERS))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("start=2026-11-25T10:00:03Z, end=2026-11-25T10:00:03.500Z");
  }

  /**
   * The first log was read while its server was in a snapshot; when the second one was, the slot
   * had gone on to that server.
   */
  @Test
  void whoEndedAfterItsLogWasReadDoesNotCountFromThenOn() throws Exception {
    Map<Long, Path> logs = new TreeMap<>();
    logs.put(1L, underWay(1));
    logs.put(2L, underWay(2));
    Instant firstRead = Instant.parse("2026-11-25T10:00:01.500Z");
    SnapshotRules rules = SnapshotRules.of(logs, Map.of(), 0, firstRead);
    rules.assertOneAtATime(VOTERS, BEFORE);
    assertThat(rules.underWay(firstRead)).isEqualTo(1);
    Instant bothRead = Instant.parse("2026-11-25T10:00:02.500Z");
    SnapshotRules both = SnapshotRules.of(logs, Map.of(), 0, bothRead);
    assertThat(both.underWay(bothRead)).isEqualTo(2);
    assertThatThrownBy(() -> both.assertOneAtATime(VOTERS, BEFORE))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("start=2026-11-25T10:00:02Z, end=2026-11-25T10:00:02.500Z");
  }

  /** Begins in the second of its number, and is not over. */
  private Path underWay(long sid) throws Exception {
    return Files.writeString(directory.resolve(sid + ".log"), begins(sid));
  }

  private static String begins(long sid) {
    return """
    2026-11-25T10:00:0%d.000Z x [a] INFO b - snapkeeper snapshot started sid=%d zxid=0x%d kind=scheduled cause=slot
    """
        .formatted(sid, sid, sid);
  }

  /** Begins in the second of its number, and is not over when the server starts anew. */
  private Path begun(long sid) throws Exception {
    return Files.writeString(
        directory.resolve(sid + ".log"),
        begins(sid)
            + """
            2026-11-25T10:00:09.000Z x [a] INFO o.a.z.QuorumPeerMain - Starting quorum peer
            """);
  }

  /** Each takes a second, and each begins a tenth of a second after the one before. */
  private SnapshotRules rules(String kind, int servers) throws Exception {
    return rules(kind, "slot", servers);
  }

  private SnapshotRules rules(String kind, String cause, int servers) throws Exception {
    Map<Long, Path> logs = new TreeMap<>();
    for (int sid = 1; sid <= servers; sid++) {
      logs.put(
          (long) sid,
          Files.writeString(
              directory.resolve(sid + ".log"),
              """
              2026-11-25T10:00:00.%d00Z x [a] INFO b - snapkeeper snapshot started sid=%d zxid=0x%d kind=%s cause=%s
              2026-11-25T10:00:01.%d00Z x [a] INFO b - snapkeeper snapshot ended sid=%d zxid=0x%d kind=%s cause=%s durable=true bytes=1 millis=1000
              """
                  .formatted(sid, sid, sid, kind, cause, sid, sid, sid, kind, cause)));
    }
    return SnapshotRules.of(logs, Map.of(), 0, LATER);
  }
}
