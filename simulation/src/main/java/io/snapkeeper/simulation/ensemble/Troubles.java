package io.snapkeeper.simulation.ensemble;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.schedule.SchedulerEvent;
import io.snapkeeper.simulation.Draws;
import io.snapkeeper.simulation.ensemble.Agenda.Kind;
import java.util.List;

/** What goes wrong, how often, and when it is mended. */
public final class Troubles {

  /** As ZooKeeper's default: syncLimit of 5 ticks of 2 s. */
  private static final long SILENCE_MILLIS_MAX = 10_000;

  /** What each case of {@link #strike} is. */
  private static final List<String> WORDS =
      List.of(
          "connection cut",
          "connection cut",
          "server crashes",
          "leader crashes",
          "leader crashes",
          "server stands still",
          "leader stands still",
          "server isolated",
          "disk slow",
          "disk slow",
          "messages delayed",
          "operator's order",
          "reconfiguration",
          "scheduler silent, now and then");

  private static final List<OperatorOverride.Mode> MODES = List.of(OperatorOverride.Mode.values());

  private final Draws draws;
  private final double meanMillis;
  private Server delayed;
  private long delayMillisMax;

  /**
   * @param meanMillis between two faults
   */
  public Troubles(double meanMillis, long seed) {
    this.meanMillis = meanMillis;
    this.draws = new Draws(seed);
  }

  long nextMillis() {
    return draws.exponentialMillis(meanMillis);
  }

  /** A leader's extra pings do no harm. */
  boolean repeatsPing() {
    return draws.oneIn(50);
  }

  /** Whether a server that comes back has missed so much that it is sent the whole tree. */
  boolean needsWholeTree() {
    return draws.oneIn(8);
  }

  /** How long a message to or from this server travels. */
  long delayMillis(Server server) {
    long max = server == delayed ? delayMillisMax : 5;
    return (long) (draws.fraction() * draws.fraction() * max);
  }

  void strike(Ensemble ensemble) {
    Server server = ensemble.servers.get(draws.below(ensemble.servers.size()));
    Server leader = ensemble.term().map(term -> term.leader).orElse(server);
    int fault = draws.below(14);
    ensemble.journal.note(
        ensemble.nowMillis(),
        () -> "fault: " + WORDS.get(fault) + " (" + server + ", leader " + leader + ")");
    switch (fault) {
      case 0, 1 -> ensemble.cut(server);
      case 2 -> crash(ensemble, server);
      case 3, 4 -> crash(ensemble, leader);
      case 5 -> pause(ensemble, server);
      case 6 -> pause(ensemble, leader);
      case 7 -> isolate(ensemble, server);
      case 8, 9 -> slowDisk(ensemble, server);
      case 10 -> {
        delayed = server;
        delayMillisMax = (long) draws.logUniform(5, 3_000);
      }
      case 11 -> order(ensemble);
      case 12 ->
          ensemble.reconfigure(1 + draws.below(ensemble.shape.voters()), draws.between(50, 5_000));
      default -> {
        // A scheduler throws once in a while only, as it is silent for a minute and more.
        if (draws.oneIn(4)) {
          ensemble.silenceScheduler();
        }
      }
    }
    rejoinWhoIsOut(ensemble);
  }

  private void crash(Ensemble ensemble, Server server) {
    if (!server.up) {
      return;
    }
    ensemble.cut(server);
    server.crash(ensemble.nowMillis());
    ensemble.agenda.strike(Kind.SNAPSHOT_STARTS, server.sid);
    ensemble.agenda.strike(Kind.PAUSE_ENDS, server.sid);
    ensemble.agenda.strike(Kind.SILENCE_NOTICED, server.sid);
    enter(ensemble, Kind.CRASHED_SERVER_IS_BACK, server, draws.logUniform(1_000, 60_000));
  }

  private void pause(Ensemble ensemble, Server server) {
    if (server.up && !server.isPaused()) {
      server.pause(ensemble.nowMillis(), true);
      enter(ensemble, Kind.PAUSE_ENDS, server, draws.logUniform(50, 25_000));
      enter(ensemble, Kind.SILENCE_NOTICED, server, SILENCE_MILLIS_MAX);
    }
  }

  private void isolate(Ensemble ensemble, Server server) {
    ensemble.cut(server);
    server.isolated = true;
    enter(ensemble, Kind.ISOLATION_ENDS, server, draws.logUniform(500, 60_000));
  }

  private void slowDisk(Ensemble ensemble, Server server) {
    server.slowDisk(ensemble.nowMillis(), draws.logUniform(2, 500));
    enter(ensemble, Kind.DISK_RECOVERS, server, draws.logUniform(2_000, 120_000));
  }

  private static void enter(Ensemble ensemble, Kind kind, Server server, double inMillis) {
    ensemble.agenda.enter(kind, server.sid, ensemble.nowMillis() + (long) inMillis);
    ensemble.touched(server);
  }

  private void order(Ensemble ensemble) {
    long sid = 1L + draws.below(ensemble.shape.servers());
    long millis = draws.between(1_000, 60_000);
    OperatorOverride.Mode mode = MODES.get(draws.below(MODES.size()));
    boolean snapshot = draws.oneIn(2);
    ensemble.feed(
        now ->
            snapshot
                ? new SchedulerEvent.SnapshotRequested(now, sid)
                : new SchedulerEvent.OverrideOrdered(now, mode, millis));
  }

  /** A connection that broke is made anew, as servers try at once. */
  private static void rejoinWhoIsOut(Ensemble ensemble) {
    for (Server server : ensemble.servers) {
      if (!server.isServing() && server.canTalk() && !ensemble.agenda.has(Kind.JOIN, server.sid)) {
        ensemble.agenda.enter(
            Kind.JOIN, server.sid, ensemble.nowMillis() + ensemble.draws.between(20, 3_000));
      }
    }
  }

  void healAll(Ensemble ensemble) {
    delayed = null;
    long now = ensemble.nowMillis();
    for (Server server : ensemble.servers) {
      for (Kind kind :
          new Kind[] {
            Kind.CRASHED_SERVER_IS_BACK, Kind.PAUSE_ENDS, Kind.ISOLATION_ENDS, Kind.DISK_RECOVERS
          }) {
        if (ensemble.agenda.has(kind, server.sid)) {
          ensemble.agenda.enter(kind, server.sid, now);
        }
      }
    }
    for (int sid : ensemble.membership().removed()) {
      ensemble.reconfigure(sid, 100);
    }
    ensemble.feed(
        now2 -> new SchedulerEvent.OverrideOrdered(now2, OperatorOverride.Mode.NORMAL, 0));
    rejoinWhoIsOut(ensemble);
  }
}
