package io.snapkeeper.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.containers.ImageUnderTest;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.ensemble.Waiting;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What a stock server does that is still there when its full disk has space again: it writes its
 * log on behind a gap, and does not start again. Run by its name only: docs/faults.md.
 */
@Timeout(300)
class FullDiskStock {

  private static final int FOLLOWER = 1;

  @Test
  @DisplayName("space again while a stock server is still there")
  void spaceAgain() throws Exception {
    String image = ImageUnderTest.prepareStock(Line.V3_9);
    try (DiskFaults disks = DiskFaults.create(5, DiskFaults.SMALL_MEBIBYTES);
        Cluster cluster =
            Cluster.start(
                5, sid -> Software.stock(image), new Cluster.Placement(Set.of(), disks.roots()))) {
      Node node = cluster.node(FOLLOWER);
      Fault full = disks.full(node);
      LargeWrites writes = new LargeWrites(cluster);
      full.inject();
      writes.until(() -> node.mode().isEmpty());
      writes.of(20); // which it does not get
      assertThat(node.isRunning()).as("whether the process is still there").isTrue();
      full.heal();
      cluster.awaitHealthy();
      writes.of(20);
      node.kill();
      node.start();
      Waiting.until(
          node + " to end by itself", Cluster.PATIENCE, () -> !node.isRunning(), node::tail);
      assertThat(node.tail()).contains("Committed proposal cached out of order");
    }
  }
}
