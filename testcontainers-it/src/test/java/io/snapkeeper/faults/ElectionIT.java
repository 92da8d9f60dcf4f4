package io.snapkeeper.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.containers.ImageUnderTest;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.ensemble.Waiting;
import io.snapkeeper.testset.TestSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The server that a test wants to lead is made to, whichever zxids the others have. */
@Timeout(240)
class ElectionIT {

  private Cluster cluster;

  @AfterEach
  void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  /**
   * A server that has led and was started again has no transaction in memory, as its last snapshot
   * has them all. When it leads next and nothing is written, whoever joins late gets its tree with
   * the first zxid of the new epoch, while those that elected it stay behind, server 5 among them.
   */
  @Test
  void theHighestNumberWinsThoughOthersWereAheadOfIt() throws Exception {
    TestSet.assume(false, "a leader chosen by a test, with others ahead of it");
    Host.requireFaults();
    String stock = ImageUnderTest.prepareStock(Line.V3_9);
    cluster = Cluster.start(5, sid -> Software.stock(stock), Cluster.Placement.PLAIN);
    Election.wonBy(cluster, 5);
    // Of five exactly three elect each of these leaders, so that none can be late.
    kill(1, 5);
    awaitLeader(4);
    kill(4);
    start(1);
    awaitLeader(3);
    start(4);
    cluster.awaitServing(cluster.node(4));
    kill(3);
    awaitLeader(4);
    start(3);
    cluster.awaitServing(cluster.node(3));
    kill(2, 4);
    start(5);
    awaitLeader(3);
    start(2, 4);
    cluster.awaitHealthy();
    assertThat(cluster.node(4).zxid()).as("server 4 is ahead").hasValueSatisfying(this::isAhead);

    Election.wonBy(cluster, 5);

    assertThat(cluster.leader()).as("who leads").isEqualTo(cluster.node(5));
  }

  private void isAhead(long zxid) {
    assertThat(zxid).isGreaterThan(cluster.node(5).zxid().orElseThrow());
  }

  private void kill(long... sids) {
    LongStream.of(sids).forEach(sid -> cluster.node(sid).kill());
  }

  private void start(long... sids) {
    LongStream.of(sids).forEach(sid -> cluster.node(sid).start());
  }

  private void awaitLeader(long sid) {
    Node node = cluster.node(sid);
    Waiting.until(
        node + " to lead", Cluster.PATIENCE, () -> node.mode().equals("leader"), cluster::describe);
  }
}
