package io.snapkeeper.zk.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Observers get slots one after another and hold no voter back. */
class ObserverIT {

  private static final List<Long> OBSERVERS = List.of(4L, 5L);

  @RegisterExtension final TestEnsembles ensembles = new TestEnsembles();
  @TempDir Path directory;

  @Test
  void observersAreStaggeredOutsideTheBudget() throws Exception {
    SlowSnapshots slow = new SlowSnapshots(directory);
    Ensemble ensemble =
        ensembles.start(
            slow.on(TestEnsembles.withPlugin(Line.V3_9, 3, 800).observers(2), Line.V3_9));
    try (AckedWrites writes = new AckedWrites(ensemble, 400, 8);
        SlotWatch watch = new SlotWatch(ensemble)) {
      SlowSnapshots.createNodes(writes.client(), 30);
      slow.pausePerNode(8);
      for (long sid : ensemble.sids()) {
        Status.await(
            ensemble,
            sid,
            "three scheduled snapshots",
            TestEnsembles.PATIENCE,
            status -> Status.counter(status, "scheduledSnapshots") >= 3);
      }
      writes.stopWithoutFailure();
      watch.assertSafe();
      assertThat(ensemble.mode(4)).contains("observer");
      writes.assertAllThere(ensemble.ports(4).client());
    }
    Set<Long> holding = new HashSet<>();
    for (PluginEvent event : PluginEvent.of(ensemble)) {
      if (event.is("slot granted") && OBSERVERS.contains(event.sid())) {
        holding.add(event.sid());
        assertThat(event.isDegraded()).as("%s", event).isFalse();
        assertThat(holding).as("observers with a slot at %s", event).hasSize(1);
      } else if (event.is("slot ended")) {
        holding.remove(event.sid());
      }
    }
  }
}
