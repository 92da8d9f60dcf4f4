package io.snapkeeper.zk.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.testset.TestSet;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** This build among servers that speak a later version of the protocol, and the other way round. */
class ProtocolVersionIT {

  @RegisterExtension final TestEnsembles ensembles = new TestEnsembles();
  @TempDir Path directory;

  @Test
  void versionsWorkTogetherWhileServersAreRestarted() throws Exception {
    TestSet.assume(false, "servers that speak different versions of the protocol");
    Path later =
        LaterProtocol.agent(TestEnsembles.agentJar(), directory.resolve("later-agent.jar"));
    Ensemble ensemble = ensembles.startWithLastLeading(TestEnsembles.withPlugin(Line.V3_9, 3, 200));
    try (AckedWrites writes = new AckedWrites(ensemble, 200, 8);
        SlotWatch watch = new SlotWatch(ensemble)) {
      awaitSlotsOfAll(ensemble);
      // An old leader with later followers.
      for (long follower : List.of(1L, 2L)) {
        ensemble.restart(follower, server -> server.withAgent(later), TestEnsembles.START_TIMEOUT);
      }
      assertThat(ensemble.leader()).hasValue(3);
      awaitSlotsOfAll(ensemble);
      // A later leader with an old follower.
      ensemble.stop(3);
      long leader = ensemble.awaitLeader(TestEnsembles.PATIENCE);
      ensemble.start(3, TestEnsembles.START_TIMEOUT);
      assertThat(ensemble.awaitLeader(TestEnsembles.PATIENCE)).isEqualTo(leader);
      awaitSlotsOfAll(ensemble);
      // Later ones only, and back.
      ensemble.restart(3, server -> server.withAgent(later), TestEnsembles.START_TIMEOUT);
      awaitSlotsOfAll(ensemble);
      RollingRestartIT.roll(ensemble, writes, server -> server.withAgent(TestEnsembles.agentJar()));
      awaitSlotsOfAll(ensemble);
      writes.stopWithoutFailureButElections();
      watch.assertSafe();
      for (long sid : ensemble.sids()) {
        writes.assertAllThere(ensemble.ports(sid).client());
        assertThat(Status.of(ensemble, sid).path("plugin").path("faults").asLong()).isZero();
      }
    }
    Trees.assertSame(ensemble.sids().stream().map(sid -> ensemble.ports(sid).client()).toList());
  }

  /** Waits until every server has taken another scheduled snapshot, and the leader hears all. */
  private static void awaitSlotsOfAll(Ensemble ensemble) throws Exception {
    long leader = ensemble.awaitLeader(TestEnsembles.PATIENCE);
    for (long sid : ensemble.sids()) {
      long before = Status.scheduledSnapshots(ensemble, sid);
      Status.await(
          ensemble,
          sid,
          "another scheduled snapshot",
          TestEnsembles.PATIENCE,
          status -> Status.counter(status, "scheduledSnapshots") > before);
    }
    Status.await(
        ensemble,
        leader,
        "fresh reports of all",
        TestEnsembles.PATIENCE,
        status -> ensemble.sids().stream().allMatch(sid -> reports(status, sid)));
  }

  private static boolean reports(JsonNode status, long sid) {
    return !List.of("", "silent", "stale", "disconnected")
        .contains(Status.member(status, sid).path("state").asText());
  }
}
