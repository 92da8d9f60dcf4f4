package io.snapkeeper.zk.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.EnsembleSpec;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.testset.TestSet;
import java.util.Map;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * ZooKeeper's own defect, in 3.9.5: a server that was sent a snapshot keeps the log from before it.
 * When it leads, and a peer's last transaction lies in the gap between the two, it has the peer
 * truncate its log to before the gap, sends what comes after it, and the peer has lost what was
 * acknowledged. Switching the synchronisation from logs off avoids it, as the plugin's users can.
 */
class PeerInAGapIT {

  private static final long PEER = 1;
  private static final long FIRST_LEADER = 2;
  private static final long SECOND_LEADER = 3;

  /** 4 MB. A leader sends its log only if it is shorter than a third of a snapshot. */
  private static final int TREE_NODES = 4_000;

  private static final int NODE_BYTES = 1_000;

  /** More than the 500 transactions that a leader has in memory, and than a file of its log has. */
  private static final int MISSED = 1_200;

  /**
   * Too much for a third of a snapshot; of the first file that it would send it takes no account.
   */
  private static final int LARGE_WRITES = 8;

  private static final int LARGE_BYTES = 500_000;

  private static final int FEW = 100;

  private static final int SNAP_COUNT = 1_000;

  @RegisterExtension final TestEnsembles ensembles = new TestEnsembles();

  @BeforeEach
  void inTheFullSet() {
    TestSet.assumeInFull(false, "a peer whose last transaction its leader has not in its log");
  }

  @Test
  void aStockServerLosesWhatWasAcknowledged() throws Exception {
    assertThatThrownBy(() -> peerJoins(TestEnsembles.stock(Line.V3_9, 3, SNAP_COUNT)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("acknowledged, but lost");
  }

  @Test
  void withoutSynchronisationFromLogsNothingIsLost() throws Exception {
    peerJoins(
        TestEnsembles.withPlugin(Line.V3_9, 3, SNAP_COUNT).config("snapshotSizeFactor", "-1"));
  }

  private void peerJoins(EnsembleSpec.Builder spec) throws Exception {
    Ensemble ensemble = ensembles.create(spec);
    ensemble.launch(PEER);
    ensemble.launch(FIRST_LEADER);
    assertThat(ensemble.awaitLeader(TestEnsembles.START_TIMEOUT)).isEqualTo(FIRST_LEADER);
    ensemble.start(SECOND_LEADER, TestEnsembles.START_TIMEOUT);
    Map<String, Long> acknowledged;
    try (AckedWrites writes = new AckedWrites(ensemble, 400, 8)) {
      createTree(writes.client());
      // Its log with the tree is another file than the one with the gap.
      ensemble.kill(SECOND_LEADER);
      ensemble.start(SECOND_LEADER, TestEnsembles.START_TIMEOUT);
      writes.awaitMore(FEW);
      ensemble.kill(SECOND_LEADER);
      writes.awaitMore(MISSED);
      for (int write = 0; write < LARGE_WRITES; write++) {
        writes.client().setData().forPath("/tree", new byte[LARGE_BYTES]);
      }
      writes.awaitMore(MISSED);
      writes.stopWithoutFailureButElections();
      acknowledged = writes.acknowledgedNow();
    }
    ensemble.start(SECOND_LEADER, TestEnsembles.START_TIMEOUT);
    ensemble.freeze(PEER);
    try (AckedWrites writes = new AckedWrites(ensemble, 400, 8)) {
      writes.awaitMore(FEW);
      writes.stopWithoutFailureButElections();
    }
    ensemble.kill(FIRST_LEADER);
    ensemble.thaw(PEER);
    ensemble.awaitServing(PEER, TestEnsembles.START_TIMEOUT);
    assertThat(ensemble.awaitLeader(TestEnsembles.START_TIMEOUT)).isEqualTo(SECOND_LEADER);
    for (long sid : new long[] {SECOND_LEADER, PEER}) {
      AckedWrites.assertThere(acknowledged, ensemble.ports(sid).client());
    }
  }

  private static void createTree(CuratorFramework client) throws Exception {
    client.create().forPath("/tree", new byte[0]);
    for (int node = 0; node < TREE_NODES; node++) {
      client.create().forPath("/tree/n" + node, new byte[NODE_BYTES]);
    }
  }
}
