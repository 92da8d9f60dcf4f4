package io.snapkeeper.core.loop;

import io.snapkeeper.core.RandomSource;
import io.snapkeeper.core.member.MemberAction;
import io.snapkeeper.core.member.MemberConfig;
import io.snapkeeper.core.member.MemberEvent;
import io.snapkeeper.core.member.SnapshotGate;
import io.snapkeeper.core.member.Trigger;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SnapshotPhase;
import java.util.EnumMap;
import java.util.Map;

/**
 * One server: a gate, and a model of ZooKeeper's log and snapshot thread around it.
 *
 * <p>An append that fires asks for a snapshot; its thread begins 20 to 100 ms later and writes for
 * the member's snapshot duration, a fifth more or less. Backlog counts from the first byte.
 */
final class SimulatedMember {

  static final long TXN_BYTES = 1_024;

  /** A snapshot asked for or being written. */
  private static final class Snapshot {
    final Trigger.Cause cause;
    final long startAtMillis;
    long endAtMillis;
    long txnsAtStart;
    boolean running;

    Snapshot(Trigger.Cause cause, long startAtMillis) {
      this.cause = cause;
      this.startAtMillis = startAtMillis;
    }
  }

  final long sid;
  final SnapshotGate gate;
  final Map<Trigger.Cause, Integer> completed = new EnumMap<>(Trigger.Cause.class);
  private final MemberConfig config;
  private final RandomSource random;
  private final long durationMillis;
  private MemberAction.Arm armed;
  private Snapshot snapshot;
  private long logTxns;
  private long snapshotTxns;
  private boolean serving;

  SimulatedMember(MemberConfig config, long durationMillis, RandomSource random) {
    this.sid = config.sid();
    this.config = config;
    this.durationMillis = durationMillis;
    this.random = random;
    this.gate = new SnapshotGate(config, random.nextSeed());
  }

  void step(MemberEvent event) {
    for (MemberAction action : gate.step(event)) {
      if (action instanceof MemberAction.Arm arm) {
        armed = arm;
      }
    }
  }

  void serve(long nowMillis, long epoch) {
    serving = true;
    step(new MemberEvent.ServingStarted(nowMillis, epoch));
  }

  /** The server leaves its role: a snapshot in a slot is aborted, another runs on. */
  void stop(long nowMillis) {
    serving = false;
    if (snapshot != null && (snapshot.cause == Trigger.Cause.SLOT || !snapshot.running)) {
      boolean aborted = snapshot.running;
      snapshot = null;
      if (aborted) {
        step(new MemberEvent.SnapshotAborted(nowMillis, true, false));
      }
    }
    step(new MemberEvent.ServingStopped(nowMillis));
  }

  boolean isServing() {
    return serving;
  }

  /** A snapshot of the server's own, as a leader takes when it begins to lead. */
  void snapshotOutsideSlots(long nowMillis) {
    if (snapshot == null) {
      snapshot = new Snapshot(Trigger.Cause.NONE, nowMillis);
      advanceSnapshot(nowMillis);
    }
  }

  /** Log up to this transaction of the ensemble, each append looking at the trigger. */
  void appendTo(long nowMillis, long txns) {
    while (logTxns < txns) {
      logTxns++;
      Trigger trigger =
          nowMillis < armed.trigger().untilMillis() ? armed.trigger() : armed.fallback();
      if (snapshot == null && trigger.firesAt(backlog())) {
        snapshot = new Snapshot(trigger.cause(), nowMillis + random.between(20, 100));
        step(new MemberEvent.Fired(nowMillis, trigger));
      }
    }
  }

  void advanceSnapshot(long nowMillis) {
    if (snapshot == null) {
      return;
    }
    if (!snapshot.running && nowMillis >= snapshot.startAtMillis) {
      snapshot.running = true;
      snapshot.txnsAtStart = logTxns;
      snapshot.endAtMillis =
          nowMillis + random.between(durationMillis * 4 / 5, durationMillis * 6 / 5);
      step(new MemberEvent.SnapshotStarted(nowMillis, snapshot.cause == Trigger.Cause.SLOT));
    }
    if (snapshot.running && nowMillis >= snapshot.endAtMillis) {
      Snapshot done = snapshot;
      snapshot = null;
      snapshotTxns = done.txnsAtStart;
      completed.merge(done.cause, 1, Integer::sum);
      long took = durationMillis;
      step(
          new MemberEvent.SnapshotDone(
              nowMillis, done.cause == Trigger.Cause.SLOT, took, took * 1_000, backlog()));
    }
  }

  Report.Backlog backlog() {
    long txns = logTxns - snapshotTxns;
    return new Report.Backlog(txns, txns * TXN_BYTES);
  }

  Report report(long nowMillis) {
    Report.Snapshot progress = Report.Snapshot.NONE;
    if (isWriting()) {
      long begun = snapshot.endAtMillis - durationMillis;
      long permille = 1_000 * (nowMillis - begun) / durationMillis;
      progress =
          new Report.Snapshot(
              snapshot.cause == Trigger.Cause.SLOT
                  ? SnapshotPhase.SCHEDULED
                  : SnapshotPhase.UNSCHEDULED,
              (int) Math.max(0, Math.min(permille, 1_000)),
              Math.max(0, nowMillis - begun));
    }
    // Commits of 2 ms each: nobody drains.
    Report.Fsync fsync = new Report.Fsync(logTxns, 2_000 * logTxns, 3_000, 0);
    return gate.report(nowMillis, backlog(), fsync, progress, durationMillis * 1_000);
  }

  boolean isWriting() {
    return snapshot != null && snapshot.running;
  }

  /** Whether this server holds, fired or uses a slot, as nobody else can know at this moment. */
  boolean isInSlot() {
    return gate.slot().isOpen() || (snapshot != null && snapshot.cause == Trigger.Cause.SLOT);
  }

  int completed(Trigger.Cause cause) {
    return completed.getOrDefault(cause, 0);
  }

  int completed() {
    return completed.values().stream().mapToInt(Integer::intValue).sum();
  }

  Report.Limits limits() {
    return config.limits();
  }
}
