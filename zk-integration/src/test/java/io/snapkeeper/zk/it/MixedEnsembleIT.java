package io.snapkeeper.zk.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.ensemble.ServerSpec;
import io.snapkeeper.ensemble.SnapshotTimeline;
import io.snapkeeper.testset.TestSet;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Servers with and without the plugin in one ensemble. */
class MixedEnsembleIT {

  private static final int SNAP_COUNT = 200;
  private static final long LEADER = 3;

  @RegisterExtension final TestEnsembles ensembles = new TestEnsembles();

  @ParameterizedTest
  @EnumSource(Line.class)
  void followersOfAStockLeaderFollowTheStockRule(Line line) throws Exception {
    TestEnsembles.assumeInSet(line);
    Ensemble ensemble =
        ensembles.startWithLastLeading(
            TestEnsembles.withPlugin(line, 3, SNAP_COUNT).server(LEADER, ServerSpec::withoutAgent));
    try (AckedWrites writes = new AckedWrites(ensemble, 240, 8)) {
      for (long follower : List.of(1L, 2L)) {
        // Within the grace period only the hard limit counts, and at this pace it is reached.
        JsonNode begun = awaitStockRuleSnapshots(ensemble, follower, 1);
        JsonNode status = awaitStockRuleSnapshots(ensemble, follower, 3);
        assertThat(Status.mode(status)).isEqualTo("stock-rule");
        assertThat(Status.counter(status, "scheduledSnapshots")).isZero();
        assertThat(Status.counter(status, "hardLimitSnapshots"))
            .as("once the stock rule is in force")
            .isEqualTo(Status.counter(begun, "hardLimitSnapshots"));
        assertThat(status.path("plugin").path("faults").asLong()).isZero();
      }
      assertThat(SnapshotTimeline.of(ensemble).snapshotsByServer(List.of(LEADER)).get(LEADER))
          .as("snapshots of the stock leader")
          .isPositive();
      writes.stopWithoutFailure();
      assertAllThereAndSame(ensemble, writes);
    }
    // A learner handler that could not read a ping reply would say so and close the connection.
    assertThat(Files.readString(ensemble.logFile(LEADER)))
        .doesNotContain("Unexpected exception")
        .doesNotContain("ERROR");
  }

  private static JsonNode awaitStockRuleSnapshots(Ensemble ensemble, long sid, int count)
      throws Exception {
    return Status.await(
        ensemble,
        sid,
        count + " snapshots by the stock rule",
        TestEnsembles.PATIENCE,
        found -> Status.counter(found, "stockRuleSnapshots") >= count);
  }

  @ParameterizedTest
  @EnumSource(Line.class)
  void aLeaderCountsOnNoStockFollower(Line line) throws Exception {
    TestSet.assume(false, "a stock follower of a leader with the plugin");
    TestEnsembles.assumeInSet(line);
    Ensemble ensemble =
        ensembles.startWithLastLeading(
            TestEnsembles.stock(line, 3, SNAP_COUNT)
                .server(LEADER, spec -> spec.withAgent(TestEnsembles.agentJar())));
    try (AckedWrites writes = new AckedWrites(ensemble, 240, 8);
        SlotWatch watch = new SlotWatch(ensemble)) {
      // Its own log must not grow without bound, whoever the others are.
      JsonNode status =
          Status.await(
              ensemble,
              LEADER,
              "the leader itself snapshots",
              TestEnsembles.PATIENCE,
              found -> ownSnapshots(found) >= 1);
      for (long follower : List.of(1L, 2L)) {
        assertThat(Status.member(status, follower).path("state").asText()).isEqualTo("silent");
        assertThat(SnapshotTimeline.of(ensemble).snapshotsByServer(List.of(follower)).get(follower))
            .as("snapshots of stock follower %d", follower)
            .isPositive();
      }
      writes.stopWithoutFailure();
      watch.assertSafe();
      assertAllThereAndSame(ensemble, writes);
    }
    for (PluginEvent event : PluginEvent.of(ensemble)) {
      if (event.is("slot granted")) {
        assertThat(event.sid()).as("%s", event).isEqualTo(LEADER);
        assertThat(event.isDegraded()).as("%s", event).isTrue();
      }
    }
    for (long follower : List.of(1L, 2L)) {
      assertThat(Files.readString(ensemble.logFile(follower))).doesNotContain("ERROR");
    }
  }

  private static long ownSnapshots(JsonNode status) {
    return Status.counter(status, "scheduledSnapshots")
        + Status.counter(status, "hardLimitSnapshots");
  }

  private static void assertAllThereAndSame(Ensemble ensemble, AckedWrites writes)
      throws Exception {
    for (long sid : ensemble.sids()) {
      writes.assertAllThere(ensemble.ports(sid).client());
    }
    Trees.assertSame(ensemble.sids().stream().map(sid -> ensemble.ports(sid).client()).toList());
  }
}
