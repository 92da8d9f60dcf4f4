package io.snapkeeper.faults;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The lines are those of a server whose disk was full. */
class SurvivedCommitTest {

  private static final String FAILED =
      "[SyncThread:3] ERROR o.a.z.server.ZooKeeperCriticalThread"
          + " - Severe unrecoverable error, from thread : SyncThread:3\n"
          + "java.io.IOException: No space left on device\n";

  private static final String STARTED =
      "[main] INFO  o.a.z.server.quorum.QuorumPeerConfig"
          + " - Reading configuration from: /conf/zoo.cfg\n";

  private static String logs(String zxid) {
    return "[SyncThread:3] INFO  o.a.z.server.persistence.FileTxnLog - Creating new log file: log."
        + zxid
        + "\n";
  }

  private static String ended(String zxid) {
    return "[main] ERROR o.apache.zookeeper.server.ZKDatabase - Committed proposal cached out of"
        + " order: 0x"
        + zxid
        + " is not the next proposal of 0x4800000fb6\n";
  }

  @Test
  void aServerThatWentOnLoggingAfterACommitFailed() {
    String log = logs("4800000f39") + FAILED + logs("4800001001") + logs("48000010da") + STARTED;
    assertThat(SurvivedCommit.in(log + ended("4800001001"))).contains("0x4800001001");
    assertThat(SurvivedCommit.in(FAILED + STARTED + log + ended("4800001001")))
        .contains("0x4800001001");
    assertThat(SurvivedCommit.in(log)).isEmpty();
  }

  /** The gap would be the plugin's, or of another cause. */
  @Test
  void aServerThatEndedWithItsCommitHasNoGapOfThisKind() {
    assertThat(SurvivedCommit.in(FAILED + STARTED + logs("4800001001") + ended("4800001001")))
        .isEmpty();
    assertThat(SurvivedCommit.in(logs("4800001001") + STARTED + ended("4800001001"))).isEmpty();
    assertThat(SurvivedCommit.in(FAILED + logs("4800001001") + ended("4800001001"))).isEmpty();
  }

  @Test
  void theGapMustLieBeforeWhatWasLoggedNext() {
    String log = FAILED + logs("4800001001") + STARTED;
    assertThat(SurvivedCommit.in(log + ended("48000010da"))).isEmpty();
  }
}
