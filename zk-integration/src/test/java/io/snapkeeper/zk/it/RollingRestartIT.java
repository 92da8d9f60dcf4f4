package io.snapkeeper.zk.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.ensemble.ServerSpec;
import io.snapkeeper.ensemble.SnapshotTimeline;
import io.snapkeeper.testset.TestSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From stock to the plugin and back, one server after another, while clients write. */
class RollingRestartIT {

  private static final int SNAP_COUNT = 300;

  @RegisterExtension final TestEnsembles ensembles = new TestEnsembles();

  @ParameterizedTest
  @ValueSource(strings = {"off", "in-process"})
  void fromStockToThePluginAndBack(String writer) throws Exception {
    TestSet.assumeInFull(false, "rolling restarts outside containers, snapkeeper.writer=" + writer);
    Ensemble ensemble =
        ensembles.start(
            TestEnsembles.stock(Line.V3_9, 3, SNAP_COUNT).config("snapkeeper.writer", writer));
    try (AckedWrites writes = new AckedWrites(ensemble, 200, 8)) {
      roll(ensemble, writes, server -> server.withAgent(TestEnsembles.agentJar()));
      String way = writer.equals("off") ? "stock" : writer;
      for (long sid : ensemble.sids()) {
        Status.await(
            ensemble,
            sid,
            "it has used slots and writes its log as configured",
            TestEnsembles.PATIENCE,
            status ->
                Status.counter(status, "scheduledSnapshots") >= 2
                    && status.at("/server/log/way").asText().equals(way));
      }
      roll(ensemble, writes, ServerSpec::withoutAgent);
      Instant allStock = Instant.now();
      // Stock snapshots again at the latest after snapCount more.
      writes.awaitMore(2L * SNAP_COUNT);
      SnapshotTimeline.of(ensemble)
          .startedWithin(allStock, Instant.now())
          .snapshotsByServer(ensemble.sids())
          .forEach((sid, count) -> assertThat(count).as("stock server %d", sid).isPositive());
      writes.stopWithoutFailureButElections();
      for (long sid : ensemble.sids()) {
        writes.assertAllThere(ensemble.ports(sid).client());
      }
    }
    Trees.assertSame(ensemble.sids().stream().map(sid -> ensemble.ports(sid).client()).toList());
  }

  /** Restarts all servers as something else, the leader last, as an operator would. */
  static void roll(Ensemble ensemble, AckedWrites writes, UnaryOperator<ServerSpec> change) {
    List<Long> order = new ArrayList<>(ensemble.sids());
    Long leader = ensemble.awaitLeader(TestEnsembles.PATIENCE);
    order.remove(leader);
    order.add(leader);
    for (long sid : order) {
      ensemble.restart(sid, change, TestEnsembles.START_TIMEOUT);
      writes.awaitMore(100);
    }
  }
}
