package io.snapkeeper.zk.it;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.testset.TestSet;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The plugin's own logic fails: the ensemble goes on, by ZooKeeper's own rule. */
class SchedulerFaultIT {

  private static final int SNAP_COUNT = 200;

  @RegisterExtension final TestEnsembles ensembles = new TestEnsembles();
  @TempDir Path directory;

  @Test
  void theSchedulerDies() throws Exception {
    long leader = 3;
    Ensemble ensemble = startFaulty("io.snapkeeper.core.schedule.SnapshotScheduler", leader);
    try (AckedWrites writes = new AckedWrites(ensemble, 200, 8)) {
      Status.await(
          ensemble,
          leader,
          "slots are used",
          TestEnsembles.PATIENCE,
          status -> Status.slots(status, "done") >= 3);
      switchFaultOn();
      JsonNode failed = awaitFailed(ensemble, leader);
      for (long sid : ensemble.sids()) {
        long before = Status.counter(Status.of(ensemble, sid), "stockRuleSnapshots");
        Status.await(
            ensemble,
            sid,
            "it follows the stock rule",
            TestEnsembles.PATIENCE,
            status ->
                Status.mode(status).equals("stock-rule")
                    && Status.counter(status, "stockRuleSnapshots") >= before + 2);
      }
      assertOneFault(ensemble, leader, failed);
      assertThat(ensemble.leader()).as("still leads").hasValue(leader);
      writes.stopWithoutFailure();
      writes.assertAllThere(ensemble.ports(1).client());
    }
  }

  @Test
  void aMembersGateDies() throws Exception {
    TestSet.assume(false, "a member's gate that dies");
    long member = 1;
    Ensemble ensemble = startFaulty("io.snapkeeper.core.member.SnapshotGate", member);
    try (AckedWrites writes = new AckedWrites(ensemble, 200, 8)) {
      Status.await(
          ensemble,
          member,
          "it has used a slot",
          TestEnsembles.PATIENCE,
          status -> Status.counter(status, "scheduledSnapshots") >= 1);
      switchFaultOn();
      JsonNode failed = awaitFailed(ensemble, member);
      long before = Status.counter(failed, "stockRuleSnapshots");
      Status.await(
          ensemble,
          member,
          "it snapshots by the stock rule",
          TestEnsembles.PATIENCE,
          status -> Status.counter(status, "stockRuleSnapshots") >= before + 2);
      assertOneFault(ensemble, member, failed);
      assertThat(ensemble.mode(member)).contains("follower");
      writes.stopWithoutFailure();
      writes.assertAllThere(ensemble.ports(member).client());
    }
  }

  /** Three servers with the plugin, one of which throws in a class's step once switched on. */
  private Ensemble startFaulty(String className, long sid) throws Exception {
    Path jar =
        DoctoredJar.copyOf(TestEnsembles.agentJar())
            .advise(className, named("step"), InjectedFault.class)
            .writeTo(directory.resolve("faulty-agent.jar"));
    return ensembles.startWithLastLeading(
        TestEnsembles.withPlugin(Line.V3_9, 3, SNAP_COUNT)
            .server(
                sid,
                spec ->
                    spec.withAgent(jar)
                        .withJvmFlag("-D" + InjectedFault.SWITCH_PROPERTY + "=" + faultSwitch())));
  }

  private Path faultSwitch() {
    return directory.resolve("fault");
  }

  private void switchFaultOn() throws Exception {
    Files.createFile(faultSwitch());
  }

  private static JsonNode awaitFailed(Ensemble ensemble, long sid) {
    return Status.await(
        ensemble,
        sid,
        "it says that the scheduler failed, and counts it, which comes a moment later",
        TestEnsembles.PATIENCE,
        status ->
            status.path("plugin").path("scheduler").asText().equals("failed")
                && status.path("plugin").path("faults").asLong() > 0);
  }

  private static void assertOneFault(Ensemble ensemble, long sid, JsonNode failed)
      throws Exception {
    assertThat(failed.path("plugin").path("faults").asLong()).as("faults at first").isEqualTo(1);
    assertThat(Status.of(ensemble, sid).path("plugin").path("faults").asLong())
        .as("faults in the end")
        .isEqualTo(1);
    String log = Files.readString(ensemble.logFile(sid));
    assertThat(log.split(InjectedFault.MESSAGE, -1).length - 1)
        .as("lines about the fault in the log of server %d", sid)
        .isEqualTo(1);
    assertThat(ensemble.mntr(sid)).containsEntry("zk_snapkeeper_faults_total", "1");
  }
}
