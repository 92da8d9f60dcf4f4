package io.snapkeeper.zk.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.EnsembleSpec;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.ensemble.ServerSpec;
import io.snapkeeper.ensemble.Waiting;
import io.snapkeeper.simulation.trace.FileFigures;
import io.snapkeeper.simulation.trace.Forgeries;
import io.snapkeeper.simulation.trace.Forgery;
import io.snapkeeper.simulation.trace.RunFigures;
import io.snapkeeper.simulation.trace.TraceVerdict;
import io.snapkeeper.testset.TestSet;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.ToLongFunction;
import javax.management.remote.JMXConnector;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Real ensembles with faults against the model: every step that a server recorded is one that the
 * production core takes, and what one server was told another one said.
 */
class TraceIT {

  private static final int SNAP_COUNT = 200;
  private static final int WRITES_PER_SECOND = 150;
  private static final int SLOW_NODES = 20;
  private static final int NODE_MILLIS = 10;

  /** Runs with all that forging needs, whose traces are then forged in every way. */
  private static final Set<Run> FORGED =
      EnumSet.of(Run.SLOTS_GO_ROUND, Run.LEADER_KILLED_IN_A_SLOT, Run.ORDER_OUTLIVES_ITS_LEADER);

  private static final Set<Run> FORGED_IN_CI = EnumSet.of(Run.LEADER_KILLED_IN_A_SLOT);

  private static final Set<Run> QUICK = EnumSet.of(Run.LEADER_KILLED_IN_A_SLOT);

  /** CI has the like of them in other runs, or in tests of real servers without traces. */
  private static final Set<Run> NOT_IN_CI =
      EnumSet.of(
          Run.SLOTS_GO_ROUND,
          Run.LEADER_KILLED_IN_A_SLOT_3_8,
          Run.FOLLOWER_KILLED_IN_ITS_SLOT,
          Run.FOLLOWER_PAUSED_IN_ITS_SLOT,
          Run.NOTHING_WRITTEN,
          Run.ROLLING_RESTART,
          Run.A_FOLLOWER_STOCK,
          Run.STOCK_LEADER);

  @RegisterExtension final TestEnsembles ensembles = new TestEnsembles();
  @TempDir Path directory;

  /** An ensemble, and what happens to it. */
  enum Run {
    SLOTS_GO_ROUND(Line.V3_9, 5) {
      @Override
      void happen(TraceIT it, Ensemble ensemble) {
        it.awaitSlots(ensemble, 10);
      }
    },
    LEADER_KILLED_IN_A_SLOT(Line.V3_9, 5) {
      @Override
      void happen(TraceIT it, Ensemble ensemble) {
        it.killLeaderWhileASlotRuns(ensemble);
      }
    },
    LEADER_KILLED_IN_A_SLOT_3_8(Line.V3_8, 5) {
      @Override
      void happen(TraceIT it, Ensemble ensemble) {
        it.killLeaderWhileASlotRuns(ensemble);
      }
    },
    FOLLOWER_KILLED_IN_ITS_SLOT(Line.V3_9, 5) {
      @Override
      void happen(TraceIT it, Ensemble ensemble) {
        long victim = it.awaitRunningFollower(ensemble);
        ensemble.kill(victim);
        it.awaitSlots(ensemble, 5);
        ensemble.start(victim, TestEnsembles.START_TIMEOUT);
        it.awaitSlots(ensemble, 5);
      }
    },
    FOLLOWER_PAUSED_IN_ITS_SLOT(Line.V3_9, 5) {
      @Override
      void happen(TraceIT it, Ensemble ensemble) throws Exception {
        long victim = it.awaitRunningFollower(ensemble);
        ensemble.freeze(victim);
        Thread.sleep(3_000);
        ensemble.thaw(victim);
        it.awaitSlots(ensemble, 10);
      }
    },
    LEADER_PAUSED(Line.V3_9, 5) {
      @Override
      void happen(TraceIT it, Ensemble ensemble) throws Exception {
        it.awaitRunningFollower(ensemble);
        long leader = ensemble.awaitLeader(TestEnsembles.PATIENCE);
        ensemble.freeze(leader);
        Thread.sleep(3_000); // three times the lease
        ensemble.thaw(leader);
        it.awaitSlots(ensemble, 10);
      }
    },
    ORDERS(Line.V3_9, 3) {
      @Override
      void happen(TraceIT it, Ensemble ensemble) throws Exception {
        it.awaitSlots(ensemble, 3);
        it.order(ensemble, "pause", 60);
        it.awaitMode(ensemble, "paused");
        it.order(ensemble, "off", 60);
        it.awaitMode(ensemble, "stock-rule");
        it.order(ensemble, "resume");
        it.awaitMode(ensemble, "scheduled");
        it.awaitSlots(ensemble, 3);
        it.order(ensemble, "pause", 1);
        it.awaitMode(ensemble, "paused");
        it.awaitMode(ensemble, "scheduled");
      }
    },
    ORDER_OUTLIVES_ITS_LEADER(Line.V3_8, 3) {
      @Override
      EnsembleSpec.Builder spec(EnsembleSpec.Builder spec) {
        return spec.config("snapkeeper.scheduler.pingMillis", "250");
      }

      @Override
      void happen(TraceIT it, Ensemble ensemble) throws Exception {
        it.order(ensemble, "pause", 60);
        it.awaitMode(ensemble, "paused");
        long leader = ensemble.awaitLeader(TestEnsembles.PATIENCE);
        ensemble.kill(leader);
        ensemble.awaitLeader(TestEnsembles.PATIENCE);
        ensemble.start(leader, TestEnsembles.START_TIMEOUT);
        it.awaitMode(ensemble, "paused");
        it.order(ensemble, "resume");
        it.awaitSlots(ensemble, 5);
      }
    },
    SNAPSHOT_NOW_AND_LIMITS(Line.V3_9, 3) {
      @Override
      void happen(TraceIT it, Ensemble ensemble) throws Exception {
        long leader = ensemble.awaitLeader(TestEnsembles.PATIENCE);
        try (JMXConnector jmx = ensemble.jmx(leader)) {
          Orders orders = Orders.of(jmx);
          orders.setLimit("drainFsyncMillis", 1);
          orders.setLimit("grantTtlMillis", 600);
          for (long sid : ensemble.sids()) {
            orders.call("snapshotNow", sid);
          }
          it.awaitSlots(ensemble, 3);
          orders.setLimit("drainFsyncMillis", 1_000);
          orders.setLimit("reportFreshMillis", 2_000);
        }
        it.awaitSlots(ensemble, 6);
      }
    },
    NOTHING_WRITTEN(Line.V3_9, 3) {
      @Override
      void happen(TraceIT it, Ensemble ensemble) throws Exception {
        it.writes.stopWithoutFailure();
        long leader = ensemble.awaitLeader(TestEnsembles.PATIENCE);
        for (long sid : ensemble.sids()) {
          long before = Status.scheduledSnapshots(ensemble, sid);
          try (JMXConnector jmx = ensemble.jmx(leader)) {
            Orders.of(jmx).call("snapshotNow", sid);
          }
          Status.await(
              ensemble,
              sid,
              "a slot is used though nobody writes",
              TestEnsembles.PATIENCE,
              status -> Status.counter(status, "scheduledSnapshots") > before);
        }
      }
    },
    ROLLING_RESTART(Line.V3_9, 3) {
      @Override
      void happen(TraceIT it, Ensemble ensemble) {
        it.awaitSlots(ensemble, 3);
        RollingRestartIT.roll(ensemble, it.writes, server -> server);
        it.awaitSlots(ensemble, 5);
      }
    },
    LEADER_WITHOUT_A_QUORUM(Line.V3_9, 3) {
      @Override
      void happen(TraceIT it, Ensemble ensemble) throws Exception {
        long leader = ensemble.awaitLeader(TestEnsembles.PATIENCE);
        it.awaitRunningFollower(ensemble);
        it.writes.close();
        List<Long> followers = ensemble.sids().stream().filter(sid -> sid != leader).toList();
        followers.forEach(ensemble::kill);
        Waiting.until(
            "server " + leader + " to give up",
            TestEnsembles.PATIENCE,
            () -> ensemble.mode(leader).isEmpty(),
            () -> ensemble.logTail(leader));
        ensemble.start(TestEnsembles.START_TIMEOUT);
        it.write(ensemble);
        it.awaitSlots(ensemble, 3);
      }
    },
    A_FOLLOWER_STOCK(Line.V3_9, 3) {
      @Override
      EnsembleSpec.Builder spec(EnsembleSpec.Builder spec) {
        return spec.server(2, ServerSpec::withoutAgent);
      }

      @Override
      void happen(TraceIT it, Ensemble ensemble) {
        it.awaitSlots(ensemble, 2);
      }
    },
    STOCK_LEADER(Line.V3_8, 3) {
      @Override
      EnsembleSpec.Builder spec(EnsembleSpec.Builder spec) {
        return spec.server(3, ServerSpec::withoutAgent);
      }

      @Override
      void happen(TraceIT it, Ensemble ensemble) {
        for (long follower : List.of(1L, 2L)) {
          Status.await(
              ensemble,
              follower,
              "snapshots by the stock rule",
              TestEnsembles.PATIENCE,
              status -> Status.counter(status, "stockRuleSnapshots") >= 2);
        }
      }
    };

    final Line line;
    final int voters;

    Run(Line line, int voters) {
      this.line = line;
      this.voters = voters;
    }

    EnsembleSpec.Builder spec(EnsembleSpec.Builder spec) {
      return spec;
    }

    abstract void happen(TraceIT it, Ensemble ensemble) throws Exception;

    boolean schedules() {
      return this != STOCK_LEADER;
    }
  }

  private AckedWrites writes;

  @ParameterizedTest
  @EnumSource(Run.class)
  void everyStepIsTheModels(Run run) throws Exception {
    if (!QUICK.contains(run)) {
      TestSet.assumeInFull(!NOT_IN_CI.contains(run), "the trace of " + run);
    }
    TracedServers traced = new TracedServers(run.name().toLowerCase(Locale.ROOT));
    SlowSnapshots slow = new SlowSnapshots(directory);
    EnsembleSpec.Builder spec =
        run.spec(
            traced.on(
                slow.on(TestEnsembles.withPlugin(run.line, run.voters, SNAP_COUNT), run.line),
                run.voters));
    Ensemble ensemble = ensembles.startWithLastLeading(spec);
    write(ensemble);
    try {
      SlowSnapshots.createNodes(writes.client(), SLOW_NODES);
      slow.pausePerNode(NODE_MILLIS);
      run.happen(this, ensemble);
      writes.stopWithoutFailureButElections();
    } finally {
      writes.close();
    }

    TraceVerdict verdict = traced.endAndCheck(ensemble);

    System.out.println(run + ": " + verdict);
    traced.assertNothingPrivate(ensemble);
    if (FORGED.contains(run) && isForged(run)) {
      for (Forgery forgery : Forgeries.of(traced.sources(ensemble))) {
        assertThat(forgery.fault()).isNull();
      }
    }
    assertThat(sum(verdict, FileFigures::memberSteps)).isGreaterThan(100);
    RunFigures figures = verdict.run().orElseThrow();
    if (run.schedules()) {
      assertThat(sum(verdict, FileFigures::leaderSteps)).isGreaterThan(100);
      assertThat(sum(verdict, FileFigures::slotsGranted)).isPositive();
      assertThat(figures.reports()).isGreaterThan(50);
      assertThat(figures.grants()).isPositive();
    } else {
      assertThat(sum(verdict, FileFigures::terms)).isZero();
    }
    // Of a killed server's last moment only: its thread writes as the steps come.
    assertThat(figures.beyondTheEnd()).isLessThan(figures.reports() / 10 + 1);
  }

  private static boolean isForged(Run run) {
    String what = "the trace of " + run + ", forged in every way";
    return FORGED_IN_CI.contains(run) ? TestSet.has(what) : TestSet.hasInFull(what);
  }

  private void write(Ensemble ensemble) throws Exception {
    writes = new AckedWrites(ensemble, WRITES_PER_SECOND, 6);
  }

  private static long sum(TraceVerdict verdict, ToLongFunction<FileFigures> figure) {
    return verdict.files().stream().mapToLong(figure).sum();
  }

  private void killLeaderWhileASlotRuns(Ensemble ensemble) {
    awaitRunningFollower(ensemble);
    long leader = ensemble.awaitLeader(TestEnsembles.PATIENCE);
    ensemble.kill(leader);
    ensemble.awaitLeader(TestEnsembles.PATIENCE);
    awaitSlots(ensemble, 3);
    ensemble.start(leader, TestEnsembles.START_TIMEOUT);
    awaitSlots(ensemble, 5);
  }

  /** Waits until so many more slots have been used in the present term. */
  private void awaitSlots(Ensemble ensemble, long more) {
    long leader = ensemble.awaitLeader(TestEnsembles.PATIENCE);
    long[] before = {-1};
    Status.await(
        ensemble,
        leader,
        more + " more slots are used",
        TestEnsembles.PATIENCE,
        status -> {
          long done = Status.slots(status, "done");
          if (before[0] < 0) {
            before[0] = done;
          }
          return done >= before[0] + more;
        });
  }

  /** A follower whose slot's snapshot is being written. */
  private long awaitRunningFollower(Ensemble ensemble) {
    long leader = ensemble.awaitLeader(TestEnsembles.PATIENCE);
    long[] found = new long[1];
    Status.await(
        ensemble,
        leader,
        "a follower's slot runs",
        TestEnsembles.PATIENCE,
        status -> {
          for (JsonNode member : status.path("scheduler").path("members")) {
            if (member.path("sid").asLong() != leader
                && member.path("slot").path("state").asText().equals("running")) {
              found[0] = member.path("sid").asLong();
            }
          }
          return found[0] != 0;
        });
    return found[0];
  }

  private void order(Ensemble ensemble, String operation, long... arguments) throws Exception {
    long leader = ensemble.awaitLeader(TestEnsembles.PATIENCE);
    try (JMXConnector jmx = ensemble.jmx(leader)) {
      Orders.of(jmx).call(operation, arguments);
    }
  }

  private void awaitMode(Ensemble ensemble, String mode) {
    for (long sid : ensemble.sids()) {
      Status.await(
          ensemble,
          sid,
          "mode " + mode,
          TestEnsembles.PATIENCE,
          status -> Status.mode(status).equals(mode));
    }
  }
}
