package io.snapkeeper.zk.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.testset.TestSet;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The leader is killed while a slot runs: the next one schedules, and never over the budget. */
class LeaderKilledIT {

  private static final int SNAP_COUNT = 500;
  private static final int SLOW_NODES = 30;

  @RegisterExtension final TestEnsembles ensembles = new TestEnsembles();
  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(Line.class)
  void theNextLeaderSchedulesAgain(Line line) throws Exception {
    TestEnsembles.assumeInSet(line);
    TestSet.assume(false, "leaders killed one after the other");
    SlowSnapshots slow = new SlowSnapshots(directory);
    Ensemble ensemble =
        ensembles.start(slow.on(TestEnsembles.withPlugin(line, 5, SNAP_COUNT), line));
    try (AckedWrites writes = new AckedWrites(ensemble, 200, 8);
        SlotWatch watch = new SlotWatch(ensemble)) {
      SlowSnapshots.createNodes(writes.client(), SLOW_NODES);
      // 0.3 s a snapshot: five of them take up most of the time in which a limit fills.
      slow.pausePerNode(10);
      long epoch = 0;
      int kills = TestSet.times(1, 2, 3, "leaders killed in one ensemble");
      for (int kill = 0; kill < kills; kill++) {
        long leader = ensemble.awaitLeader(TestEnsembles.PATIENCE);
        JsonNode status =
            Status.await(
                ensemble,
                leader,
                "a slot of another server runs",
                TestEnsembles.PATIENCE,
                found -> runsElsewhere(found, leader));
        assertThat(status.path("scheduler").path("epoch").asLong()).isGreaterThan(epoch);
        epoch = status.path("scheduler").path("epoch").asLong();
        ensemble.kill(leader);

        long next = ensemble.awaitLeader(TestEnsembles.PATIENCE);
        assertThat(next).isNotEqualTo(leader);
        Status.await(
            ensemble,
            next,
            "the new leader's slots are used",
            TestEnsembles.PATIENCE,
            found -> Status.slots(found, "done") >= 2);
        ensemble.start(leader, TestEnsembles.START_TIMEOUT);
      }
      writes.stopWithoutFailureButElections();
      watch.assertSafe();
      for (long sid : ensemble.sids()) {
        writes.assertAllThere(ensemble.ports(sid).client());
      }
    }
    Trees.assertSame(ensemble.sids().stream().map(sid -> ensemble.ports(sid).client()).toList());
  }

  private static boolean runsElsewhere(JsonNode status, long leader) {
    for (JsonNode member : status.path("scheduler").path("members")) {
      if (member.path("sid").asLong() != leader
          && member.path("slot").path("state").asText().equals("running")) {
        return true;
      }
    }
    return false;
  }
}
