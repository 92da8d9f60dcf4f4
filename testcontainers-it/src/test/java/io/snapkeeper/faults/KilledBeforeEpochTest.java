package io.snapkeeper.faults;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The lines are those of a server that was killed 107 ms after it began to write the tree. */
class KilledBeforeEpochTest {

  private static final String SYNCHRONISED =
      """
      2026-11-28T10:37:18.347Z [QuorumPeer[myid=5]] INFO  o.a.zookeeper.server.quorum.Learner - Getting a snapshot from leader 0xa0000013a8
      2026-11-28T10:37:18.577Z [QuorumPeer[myid=5]] INFO  o.a.zookeeper.server.quorum.Learner - Learner received NEWLEADER message
      """;

  private static final String TREE =
      """
      2026-11-28T10:37:18.578Z [QuorumPeer[myid=5]] INFO  o.a.z.s.persistence.FileTxnSnapLog - Snapshotting: 0xa0000013de to /data/version-2/snapshot.a0000013de
      """;

  private static final String EPOCH =
      """
      2026-11-28T10:37:19.759Z [QuorumPeer[myid=5]] INFO  o.a.zookeeper.server.quorum.Learner - Set the current epoch to 160
      """;

  private static final String PARTED =
      """
      2026-11-28T10:37:18.765Z [QuorumPeer[myid=5]] WARN  o.a.zookeeper.server.quorum.Learner - Exception when following the leader
      """;

  private static final String EXITED =
      """
      2026-11-28T10:37:25.507Z [main] ERROR o.apache.zookeeper.util.ServiceUtils - Exiting JVM with code 1
      """;

  private static final String STARTED =
      """
      2026-11-28T10:37:23.475Z [main] INFO  o.a.z.server.quorum.QuorumPeerConfig - Reading configuration from: /conf/zoo.cfg
      """;

  private static final String ENDED =
      """
      2026-11-28T10:37:25.503Z [main] ERROR o.a.z.server.quorum.QuorumPeer - Unable to load database on disk
      java.io.IOException: The current epoch, 9d, is older than the last zxid, 687194772446
      """;

  @Test
  void aLearnerKilledBetweenTheLeadersTreeAndItsEpoch() {
    assertThat(KilledBeforeEpoch.in(STARTED + SYNCHRONISED + TREE + STARTED + ENDED + EXITED))
        .contains(0xa0L);
    assertThat(
            KilledBeforeEpoch.in(
                SYNCHRONISED + TREE + PARTED + SYNCHRONISED + TREE + STARTED + ENDED))
        .contains(0xa0L);
  }

  @Test
  void withTheEpochWrittenItIsAnotherMatter() {
    assertThat(KilledBeforeEpoch.in(SYNCHRONISED + TREE + EPOCH + STARTED + ENDED)).isEmpty();
  }

  @Test
  void withAnEndOfItsOwnItIsAnotherMatter() {
    assertThat(KilledBeforeEpoch.in(SYNCHRONISED + TREE + PARTED + STARTED + ENDED)).isEmpty();
    assertThat(KilledBeforeEpoch.in(SYNCHRONISED + TREE + EXITED + STARTED + ENDED)).isEmpty();
  }

  @Test
  void withoutATreeOfThatEpochItIsAnotherMatter() {
    assertThat(KilledBeforeEpoch.in(SYNCHRONISED + STARTED + ENDED)).isEmpty();
    assertThat(KilledBeforeEpoch.in(TREE + STARTED + ENDED)).isEmpty();
    String earlier = TREE.replace("0xa0000013de", "0x9f000013de");
    assertThat(KilledBeforeEpoch.in(SYNCHRONISED + earlier + STARTED + ENDED)).isEmpty();
  }

  @Test
  void aServerThatStartedIsNone() {
    assertThat(KilledBeforeEpoch.in(SYNCHRONISED + TREE)).isEmpty();
    assertThat(KilledBeforeEpoch.in(SYNCHRONISED + TREE + STARTED)).isEmpty();
    assertThat(KilledBeforeEpoch.in(SYNCHRONISED + TREE + ENDED + STARTED)).isEmpty();
    assertThat(KilledBeforeEpoch.in(SYNCHRONISED + TREE + STARTED + STARTED + ENDED)).isEmpty();
  }
}
