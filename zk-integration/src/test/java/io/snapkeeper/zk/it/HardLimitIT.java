package io.snapkeeper.zk.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.OpenLoopLoad;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.testset.TestSet;
import java.util.HashSet;
import java.util.Set;
import javax.management.remote.JMXConnector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** While snapshots are paused, logs still do not grow without bound. */
class HardLimitIT {

  private static final long LIMIT_BYTES = 1024 * 1024;

  /**
   * In which a log grows. The random part is a tenth of the limit: with steps of 64 KiB it would be
   * one or two of them, and all members would often hit the same one.
   */
  private static final int STEP_KIBIBYTES = 4;

  @RegisterExtension final TestEnsembles ensembles = new TestEnsembles();

  @Test
  void membersSnapshotByThemselvesAtDifferentMoments() throws Exception {
    TestSet.assume(false, "snapshots at the hard limit");
    Ensemble ensemble =
        ensembles.startWithLastLeading(
            TestEnsembles.withPlugin(Line.V3_9, 3, 1_000_000)
                .config("snapkeeper.hardLimit.logMegabytes", "1")
                .config("preAllocSize", Integer.toString(STEP_KIBIBYTES)));
    try (JMXConnector jmx = ensemble.jmx(3)) {
      Orders.of(jmx).call("pause", 600);
    }
    for (long sid : ensemble.sids()) {
      Status.await(
          ensemble,
          sid,
          "paused",
          TestEnsembles.PATIENCE,
          status -> Status.mode(status).equals("paused"));
    }
    OpenLoopLoad.Plan plan =
        new OpenLoopLoad.Plan(
            ensemble.addresses(), 200, 1_000, 3, 500, true, write -> "/grow-" + write);
    long most = 0;
    try (OpenLoopLoad load = OpenLoopLoad.start(plan)) {
      long deadline = System.nanoTime() + TestEnsembles.PATIENCE.toNanos();
      Set<Long> done = new HashSet<>();
      while (done.size() < 3) {
        assertThat(System.nanoTime()).as("time; done: %s", done).isLessThan(deadline);
        for (long sid : ensemble.sids()) {
          JsonNode status = Status.of(ensemble, sid);
          most = Math.max(most, status.path("server").path("backlogBytes").asLong());
          assertThat(Status.mode(status)).isEqualTo("paused");
          if (Status.counter(status, "hardLimitSnapshots") >= 2) {
            done.add(sid);
          }
        }
      }
      assertThat(load.figures().errors()).isZero();
    }
    // A tenth for the random part, and one more step of preallocation and report.
    assertThat(most).as("largest backlog in bytes").isLessThan(LIMIT_BYTES * 14 / 10);
    assertDifferentMoments(ensemble);
  }

  private static void assertDifferentMoments(Ensemble ensemble) {
    Set<String> zxids = new HashSet<>();
    int snapshots = 0;
    for (PluginEvent event : PluginEvent.of(ensemble)) {
      if (event.is("snapshot started") && event.fields().get("cause").equals("hard-limit")) {
        zxids.add(event.fields().get("zxid"));
        snapshots++;
      }
      if (event.is("slot granted")) {
        throw new AssertionError("a slot although snapshots are paused: " + event);
      }
    }
    assertThat(snapshots).isGreaterThanOrEqualTo(6);
    // Without a random part all three would snapshot at the same transactions.
    assertThat(zxids).as("transactions at which a member snapshotted").hasSizeGreaterThan(2);
  }
}
