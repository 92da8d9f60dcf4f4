package io.snapkeeper.zk.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.PortReservation;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.testset.TestSet;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Observers get slots of their own, as many at once as they need, and hold no voter back. */
class ObserverIT {

  private static final List<Long> OBSERVERS = List.of(4L, 5L);

  @RegisterExtension final TestEnsembles ensembles = new TestEnsembles();
  @AutoClose final PortReservation ports = new PortReservation();
  @TempDir Path directory;

  @Test
  void observersSnapshotInSlotsOutsideTheBudget() throws Exception {
    TestSet.assume(false, "slots of observers");
    SlowSnapshots slow = new SlowSnapshots(directory);
    Ensemble ensemble =
        ensembles.start(
            slow.on(TestEnsembles.withPlugin(Line.V3_9, 3, 400).observers(2), Line.V3_9));
    try (AckedWrites writes = new AckedWrites(ensemble, 200, 8);
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
    Set<Long> granted = new HashSet<>();
    for (PluginEvent event : PluginEvent.of(ensemble)) {
      if (event.is("slot granted") && OBSERVERS.contains(event.sid())) {
        granted.add(event.sid());
        assertThat(event.isDegraded()).as("%s", event).isFalse();
      }
    }
    assertThat(granted).containsExactlyInAnyOrderElementsOf(OBSERVERS);
  }

  /** Its connection ends at a follower, so the leader's scheduler cannot speak to it. */
  @Test
  void anObserverBehindAnObserverMasterFollowsTheStockRule() throws Exception {
    TestSet.assume(false, "an observer behind an observer master");
    String port = Integer.toString(ports.next());
    ports.release();
    Ensemble ensemble =
        ensembles.startWithLastLeading(
            TestEnsembles.withPlugin(Line.V3_9, 3, 200)
                .observers(1)
                .server(1, server -> server.withConfig("observerMasterPort", port))
                .server(4, server -> server.withConfig("observerMasterPort", port)));
    try (AckedWrites writes = new AckedWrites(ensemble, 150, 6);
        SlotWatch watch = new SlotWatch(ensemble)) {
      Status.await(
          ensemble,
          4,
          "two snapshots by the stock rule",
          TestEnsembles.PATIENCE,
          status ->
              Status.mode(status).equals("stock-rule")
                  && Status.counter(status, "stockRuleSnapshots") >= 2);
      assertThat(Status.scheduledSnapshots(ensemble, 4)).isZero();
      JsonNode leader = Status.of(ensemble, 3);
      assertThat(Status.member(leader, 4).path("state").asText()).isEqualTo("disconnected");
      for (long sid : ensemble.voters()) {
        Status.await(
            ensemble,
            sid,
            "a scheduled snapshot",
            TestEnsembles.PATIENCE,
            status -> Status.counter(status, "scheduledSnapshots") >= 1);
      }
      writes.stopWithoutFailure();
      watch.assertSafe();
      writes.assertAllThere(ensemble.ports(4).client());
    }
    assertThat(ensemble.logFile(1)).content().contains("Follower sid: 4");
  }
}
