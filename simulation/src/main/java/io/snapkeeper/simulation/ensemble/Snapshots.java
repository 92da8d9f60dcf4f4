package io.snapkeeper.simulation.ensemble;

import io.snapkeeper.core.schedule.StockRule;
import io.snapkeeper.simulation.Draws;
import io.snapkeeper.simulation.ensemble.Agenda.Kind;

/** The way of a server's snapshot: asked for, begun, on the disk. */
final class Snapshots {

  private static final long PAUSED_RETRY_MILLIS = Ensemble.PING_MILLIS;

  private final Shape shape;
  private final Writes writes;
  private final Gauge gauge;
  private final Agenda agenda;
  private final Draws draws;
  private final Journal journal;

  Snapshots(Shape shape, Writes writes, Gauge gauge, Agenda agenda, Draws draws, Journal journal) {
    this.shape = shape;
    this.writes = writes;
    this.gauge = gauge;
    this.agenda = agenda;
    this.draws = draws;
    this.journal = journal;
  }

  /** An append looks whether a snapshot is due. */
  void append(long nowMillis, Server server) {
    switch (server.append(nowMillis)) {
      case FIRED -> fired(nowMillis, server);
      case SKIPPED -> {
        gauge.skipped();
        journal.note(nowMillis, () -> server + " is too busy to snap");
      }
      case NOTHING, WAITS -> {}
    }
  }

  /** The server has asked for a snapshot. */
  void fired(long nowMillis, Server server) {
    TruthCheck.fired(server);
    gauge.fired(server.snapshot().cause);
    journal.note(nowMillis, () -> server + " asks for a snapshot: " + server.snapshot().cause);
    // Measured: 74 ms until ZooKeeper's snapshot thread began.
    agenda.enter(Kind.SNAPSHOT_STARTS, server.sid, nowMillis + draws.between(5, 100));
  }

  /** Its thread begins to write it. */
  void starts(long nowMillis, Server server) {
    if (server.snapshot() == null || server.isWriting()) {
      return; // its server left its role, or died
    }
    if (server.isPaused()) {
      agenda.enter(Kind.SNAPSHOT_STARTS, server.sid, nowMillis + PAUSED_RETRY_MILLIS);
      return;
    }
    gauge.waited(waitedMillis(nowMillis, server));
    server.startSnapshot(nowMillis);
  }

  /** For how long the server's limit has been full. */
  long waitedMillis(long nowMillis, Server server) {
    if (!server.isWorking()) {
      return 0;
    }
    double beyond = server.backlog(nowMillis).txns() - shape.limitTxns();
    return Math.min(server.servingMillis(nowMillis), (long) (beyond / writes.perMilli()));
  }

  /** It is on the disk. */
  RunningSnapshot ends(long nowMillis, Server server) {
    gauge.logged(server.backlog(nowMillis).logBytes());
    RunningSnapshot done = server.finishSnapshot(nowMillis);
    double txns = done.txnsAtStart();
    gauge.completed(server.sid, StockRule.snapshots(shape.limits(), txns, txns * shape.txnBytes()));
    if (server.snapshot() != null) {
      fired(nowMillis, server); // it has waited for this one
    }
    return done;
  }
}
