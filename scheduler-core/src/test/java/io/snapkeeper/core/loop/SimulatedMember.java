package io.snapkeeper.core.loop;

import io.snapkeeper.core.RandomSource;
import io.snapkeeper.core.member.IdleTime;
import io.snapkeeper.core.member.MemberAction;
import io.snapkeeper.core.member.MemberConfig;
import io.snapkeeper.core.member.MemberEvent;
import io.snapkeeper.core.member.SnapshotGate;
import io.snapkeeper.core.member.Trigger;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SnapshotPhase;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * One server: a gate, and a model of ZooKeeper's log and snapshot thread around it.
 *
 * <p>An append that fires asks for a snapshot; its thread begins 20 to 100 ms later and writes for
 * the member's snapshot duration, a fifth more or less; or at once and for exactly that long.
 * Backlog counts from the first byte.
 */
public final class SimulatedMember {

  public static final long TXN_BYTES = 1_024;

  /** When a snapshot asked for begins and how long it is written. */
  private interface Timing {
    long startDelayMillis();

    long writtenMillis(long durationMillis);
  }

  /** A snapshot asked for or being written. */
  private static final class Snapshot {
    final Trigger.Cause cause;
    final long startAtMillis;
    long beganAtMillis;
    long endAtMillis;
    long txnsAtStart;
    boolean running;

    Snapshot(Trigger.Cause cause, long startAtMillis) {
      this.cause = cause;
      this.startAtMillis = startAtMillis;
    }
  }

  public final SnapshotGate gate;

  /** How long a snapshot is written. */
  public long durationMillis;

  /** Mean commit latency; nobody drains at 2 ms. */
  public double fsyncMicros = 2_000;

  public int queueLength;

  /** Approximate size of the data tree in bytes. */
  public long treeBytes;

  /** Whether it uses a slot without an append once nothing was logged for long enough. */
  public boolean usesIdleTime;

  final long sid;
  final Map<Trigger.Cause, Integer> completed = new EnumMap<>(Trigger.Cause.class);
  private final MemberConfig config;
  private final Timing timing;
  private final IdleTime idleTime = new IdleTime();
  private MemberAction.Arm armed;
  private Snapshot snapshot;
  private long logTxns;
  private long snapshotTxns;
  private boolean serving;
  private double commitMicros;
  private Consumer<String> notes = note -> {};

  SimulatedMember(MemberConfig config, long durationMillis, RandomSource random) {
    this(
        config,
        durationMillis,
        random.nextSeed(),
        new Timing() {
          @Override
          public long startDelayMillis() {
            return random.between(20, 100);
          }

          @Override
          public long writtenMillis(long duration) {
            return random.between(duration * 4 / 5, duration * 6 / 5);
          }
        });
    this.treeBytes = durationMillis * 1_000;
  }

  private SimulatedMember(MemberConfig config, long durationMillis, long seed, Timing timing) {
    this.sid = config.sid();
    this.config = config;
    this.durationMillis = durationMillis;
    this.timing = timing;
    this.gate = new SnapshotGate(config, seed);
  }

  /**
   * A member whose snapshots begin at once and last exactly as long as they shall.
   *
   * @param notes takes what the gate writes into the server's log
   */
  public static SimulatedMember exact(
      MemberConfig config, long durationMillis, Consumer<String> notes) {
    Timing exact =
        new Timing() {
          @Override
          public long startDelayMillis() {
            return 0;
          }

          @Override
          public long writtenMillis(long duration) {
            return duration;
          }
        };
    SimulatedMember member = new SimulatedMember(config, durationMillis, config.sid(), exact);
    member.notes = notes;
    return member;
  }

  public void step(MemberEvent event) {
    for (MemberAction action : gate.step(event)) {
      if (action instanceof MemberAction.Arm arm) {
        armed = arm;
      } else if (action instanceof MemberAction.Note note) {
        notes.accept(note.text());
      } else if (action instanceof MemberAction.SnapshotNow now) {
        ask(event.nowMillis(), now.trigger().cause());
      }
    }
  }

  /** Time has passed: the gate looks at the clock, and at whether the log is idle. */
  public void tick(long nowMillis) {
    Report.Idle idle = idleTime.at(nowMillis, logTxns, logTxns, queueLength);
    step(
        new MemberEvent.Tick(nowMillis, backlog(), usesIdleTime ? idle : Report.Idle.NEEDS_APPEND));
  }

  private void ask(long nowMillis, Trigger.Cause cause) {
    snapshot = new Snapshot(cause, nowMillis + timing.startDelayMillis());
  }

  public void serve(long nowMillis, long epoch) {
    serving = true;
    step(new MemberEvent.ServingStarted(nowMillis, epoch));
  }

  /** The server leaves its role: a snapshot in a slot is aborted, another runs on. */
  public void stop(long nowMillis) {
    serving = false;
    if (snapshot != null && (snapshot.cause == Trigger.Cause.SLOT || !snapshot.running)) {
      if (snapshot.running) {
        giveUp(nowMillis, false);
      }
      snapshot = null;
    }
    step(new MemberEvent.ServingStopped(nowMillis));
  }

  /** The snapshot being written comes to nothing: by an I/O error, or else by an order of ours. */
  public void giveUp(long nowMillis, boolean failed) {
    boolean scheduled = snapshot.cause == Trigger.Cause.SLOT;
    snapshot = null;
    step(new MemberEvent.SnapshotAborted(nowMillis, scheduled, failed));
  }

  /** The log up to now holds so many transactions after the last snapshot. */
  public void setBacklog(long txns) {
    snapshotTxns = logTxns - txns;
  }

  public boolean isServing() {
    return serving;
  }

  /** A snapshot of the server's own, as a leader takes when it begins to lead. */
  public void snapshotOutsideSlots(long nowMillis) {
    if (snapshot == null) {
      snapshot = new Snapshot(Trigger.Cause.NONE, nowMillis);
      advanceSnapshot(nowMillis);
    }
  }

  /** Log up to this transaction of the ensemble, each append looking at the trigger. */
  void appendTo(long nowMillis, long txns) {
    append(nowMillis, txns - logTxns);
  }

  /** So many transactions are logged, each append looking at the trigger. */
  public void append(long nowMillis, long txns) {
    for (long end = logTxns + txns; logTxns < end; ) {
      logTxns++;
      commitMicros += fsyncMicros;
      Trigger trigger =
          nowMillis < armed.trigger().untilMillis() ? armed.trigger() : armed.fallback();
      if (snapshot == null && trigger.firesAt(backlog())) {
        ask(nowMillis, trigger.cause());
        step(new MemberEvent.Fired(nowMillis, trigger));
      }
    }
  }

  public void advanceSnapshot(long nowMillis) {
    if (snapshot == null) {
      return;
    }
    if (!snapshot.running && nowMillis >= snapshot.startAtMillis) {
      snapshot.running = true;
      snapshot.txnsAtStart = logTxns;
      snapshot.beganAtMillis = nowMillis;
      snapshot.endAtMillis = nowMillis + timing.writtenMillis(durationMillis);
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

  public Report.Backlog backlog() {
    long txns = logTxns - snapshotTxns;
    return new Report.Backlog(txns, txns * TXN_BYTES);
  }

  public Report report(long nowMillis) {
    Report.Snapshot progress = Report.Snapshot.NONE;
    if (isWriting()) {
      long begun = snapshot.beganAtMillis;
      long permille = 1_000 * (nowMillis - begun) / Math.max(1, snapshot.endAtMillis - begun);
      progress =
          new Report.Snapshot(
              snapshot.cause == Trigger.Cause.SLOT
                  ? SnapshotPhase.SCHEDULED
                  : SnapshotPhase.UNSCHEDULED,
              (int) Math.max(0, Math.min(permille, 1_000)),
              Math.max(0, nowMillis - begun));
    }
    Report.Fsync fsync =
        new Report.Fsync(logTxns, (long) commitMicros, (long) fsyncMicros, queueLength);
    return gate.report(nowMillis, backlog(), fsync, progress, treeBytes);
  }

  public boolean isWriting() {
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
