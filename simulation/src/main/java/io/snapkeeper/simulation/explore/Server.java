package io.snapkeeper.simulation.explore;

import io.snapkeeper.core.member.MemberAction;
import io.snapkeeper.core.member.MemberConfig;
import io.snapkeeper.core.member.MemberEvent;
import io.snapkeeper.core.member.MemberMode;
import io.snapkeeper.core.member.SnapshotGate;
import io.snapkeeper.core.member.Trigger;
import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SlotState;
import io.snapkeeper.core.report.SnapshotPhase;
import io.snapkeeper.core.wire.LeaderMessage;
import io.snapkeeper.simulation.check.InvariantBroken;

/**
 * One server: the production gate, and a model of the log and the snapshot thread around it as the
 * plugin drives them. After each step it looks at itself for what no server may ever be in. Holds
 * the mutable state of one component; see {@link Servers} for how it is copied and compared.
 */
final class Server {

  /** Quarters of the limit are single transactions. */
  static final long SNAP_COUNT = 4;

  private static final Report.Limits LIMITS = new Report.Limits(SNAP_COUNT, 0);

  private static final long LEASE_MILLIS = 2_500;
  private static final long GRACE_MILLIS = 2_000;
  private static final long START_TIMEOUT_MILLIS = 2_500;

  /** A snapshot's duration as it is reported; the model's own lasts from START to END. */
  private static final long DURATION_MILLIS = 1_000;

  private static final int QUEUE_TOO_LONG = 20_000;

  private static final MemberAction.Arm NOTHING_ARMED =
      new MemberAction.Arm(Trigger.NEVER, Trigger.NEVER);

  final long sid;
  private final boolean usesIdleTime;

  /** Null for a server without the plugin, and for one that is down. */
  SnapshotGate gate;

  long clockMillis;
  boolean up = true;

  /** The epoch in which it serves, 0 while it does not. */
  long servesEpoch;

  private MemberAction.Arm armed = NOTHING_ARMED;
  int backlog;
  private boolean draining;

  /** What fired and was not yet picked up by the snapshot thread. */
  Trigger.Cause pending = Trigger.Cause.NONE;

  private long pendingSlot;
  private long firedAtMillis;
  boolean scheduledRuns;
  boolean unscheduledRuns;

  /** The slot that the running scheduled snapshot belongs to. */
  private long runningSlot;

  /** When the slot last granted to it ends by this server's clock, unless an append comes. */
  private long heldUntilMillis;

  /** Whether the slot that the gate tells of is degraded. */
  private boolean slotDegraded;

  /** Its snapshot began after the slot had been given up. */
  boolean late;

  /**
   * A server that has just started.
   *
   * @param usesIdleTime whether its slot needs no append
   * @param clockMillis what its clock shows; not 0, which means "never" in many fields
   */
  Server(long sid, boolean plugin, boolean usesIdleTime, int backlog, long clockMillis) {
    this.clockMillis = clockMillis;
    this.sid = sid;
    this.usesIdleTime = usesIdleTime;
    this.backlog = backlog;
    if (plugin) {
      startGate();
    }
  }

  static long leaseMillis() {
    return LEASE_MILLIS;
  }

  private void startGate() {
    // The same seed for all: servers must be able to take each other's place.
    gate =
        new SnapshotGate(
            new MemberConfig(sid, LIMITS, 1L << 40, GRACE_MILLIS, START_TIMEOUT_MILLIS), 1);
    step(new MemberEvent.Tick(clockMillis, backlog(), idle(0)));
  }

  // ---- what happens to it

  void tick(long millis) {
    clockMillis += millis;
    if (gate != null) {
      step(new MemberEvent.Tick(clockMillis, backlog(), idle(Report.Idle.FROM_MILLIS)));
    }
  }

  /** Nothing was logged for a while, which is short for any clock. */
  void idle() {
    step(new MemberEvent.Tick(clockMillis, backlog(), idle(Report.Idle.FROM_MILLIS)));
  }

  private Report.Idle idle(long millis) {
    return usesIdleTime ? new Report.Idle(true, millis) : Report.Idle.NEEDS_APPEND;
  }

  void serve(long epoch) {
    servesEpoch = epoch;
    if (gate != null) {
      pending = Trigger.Cause.NONE;
      pendingSlot = 0;
      step(new MemberEvent.ServingStarted(clockMillis, epoch));
    }
  }

  /** It leaves its role: first nothing fires any more, then a scheduled snapshot is given up. */
  void stop() {
    servesEpoch = 0;
    if (gate != null) {
      pending = Trigger.Cause.NONE;
      pendingSlot = 0;
      step(new MemberEvent.ServingStopped(clockMillis));
      abortScheduled();
    }
  }

  /** The process dies; what is in the log stays. */
  void crash() {
    up = false;
    servesEpoch = 0;
    gate = null;
    armed = NOTHING_ARMED;
    pending = Trigger.Cause.NONE;
    pendingSlot = 0;
    scheduledRuns = false;
    unscheduledRuns = false;
    runningSlot = 0;
    heldUntilMillis = 0;
    slotDegraded = false;
    late = false;
  }

  void restart(boolean plugin) {
    up = true;
    if (plugin) {
      startGate();
    }
  }

  /** A message of a leader arrives; the answer is a report, or null. */
  Report hear(LeaderMessage message) {
    if (gate == null) {
      return null;
    }
    long slotBefore = gate.slot().id();
    message.grant().ifPresent(grant -> heldUntilMillis = clockMillis + grant.ttlMillis());
    step(new MemberEvent.LeaderHeard(clockMillis, message));
    if (gate.slot().id() != slotBefore) {
      slotDegraded = message.grant().isPresent() && message.grant().get().degraded();
    }
    boolean pausedAnew =
        message.override().mode() != OperatorOverride.Mode.NORMAL && message.grant().isEmpty();
    require(
        !pausedAnew || !holds(SlotState.HELD) || message.epoch() != servesEpoch,
        "L3",
        "a slot is held on against the order " + message.override());
    return gate.mayReport() ? report() : null;
  }

  private Report report() {
    SnapshotPhase phase =
        unscheduledRuns
            ? SnapshotPhase.UNSCHEDULED
            : scheduledRuns ? SnapshotPhase.SCHEDULED : SnapshotPhase.NONE;
    return gate.report(
        clockMillis,
        backlog(),
        new Report.Fsync(0, 0, 0, draining ? QUEUE_TOO_LONG : 0),
        new Report.Snapshot(phase, 0, 0),
        0);
  }

  /** A transaction is logged, and the trigger looked at as the log's thread does. */
  void append() {
    Trigger trigger = triggerAtAppend();
    backlog++;
    if (trigger == null) {
      return;
    }
    if (trigger.cause() == Trigger.Cause.SLOT) {
      require(
          holds(SlotState.HELD) && gate.slot().id() == trigger.slotId(),
          "S2",
          "an append takes the trigger of slot " + hex(trigger.slotId()) + ", which is not held");
    }
    armed = NOTHING_ARMED;
    pending = trigger.cause();
    pendingSlot = trigger.slotId();
    firedAtMillis = clockMillis;
    step(new MemberEvent.Fired(clockMillis, trigger));
  }

  /** Whether the next append fires. */
  boolean firesAtAppend() {
    return triggerAtAppend() != null;
  }

  private Trigger triggerAtAppend() {
    if (gate == null || servesEpoch == 0 || scheduledRuns || unscheduledRuns) {
      return null;
    }
    Trigger trigger =
        clockMillis < armed.trigger().untilMillis() ? armed.trigger() : armed.fallback();
    return trigger.firesAt(new Report.Backlog(backlog + 1, 0)) ? trigger : null;
  }

  /** The snapshot thread picks up what fired. */
  void start() {
    boolean scheduled = pending == Trigger.Cause.SLOT;
    late = scheduled && isGivenUp();
    runningSlot = scheduled ? pendingSlot : 0;
    scheduledRuns = scheduled;
    unscheduledRuns = !scheduled;
    pending = Trigger.Cause.NONE;
    pendingSlot = 0;
    step(new MemberEvent.SnapshotStarted(clockMillis, scheduled));
  }

  /** "Too busy to snap": what fired is dropped without a word. */
  void swallow() {
    pending = Trigger.Cause.NONE;
    pendingSlot = 0;
  }

  /** Whether what fired may have been given up because its snapshot did not begin in time. */
  boolean isGivenUp() {
    return clockMillis >= firedAtMillis + START_TIMEOUT_MILLIS && !holds(SlotState.FIRED);
  }

  /** Another thread than the snapshot thread begins a snapshot; a scheduled one gives way. */
  void startUnscheduled() {
    abortScheduled();
    unscheduledRuns = true;
    step(new MemberEvent.SnapshotStarted(clockMillis, false));
  }

  private void abortScheduled() {
    if (scheduledRuns) {
      clearScheduled();
      step(new MemberEvent.SnapshotAborted(clockMillis, true, false));
    }
  }

  private void clearScheduled() {
    scheduledRuns = false;
    runningSlot = 0;
    late = false;
  }

  void end() {
    boolean scheduled = scheduledRuns;
    clearScheduled();
    unscheduledRuns = false;
    backlog = 0;
    step(
        new MemberEvent.SnapshotDone(
            clockMillis, scheduled, DURATION_MILLIS, DURATION_MILLIS, backlog()));
  }

  void fail() {
    boolean scheduled = scheduledRuns;
    clearScheduled();
    unscheduledRuns = false;
    step(new MemberEvent.SnapshotAborted(clockMillis, scheduled, true));
  }

  void drain() {
    draining = !draining;
  }

  boolean isDraining() {
    return draining;
  }

  // ---- what must be true of it

  private void step(MemberEvent event) {
    long heldBefore = holds(SlotState.HELD) ? gate.slot().id() : 0;
    for (MemberAction action : gate.step(event)) {
      if (action instanceof MemberAction.Arm arm) {
        armed = arm;
      } else if (action instanceof MemberAction.SnapshotNow now) {
        snapshotNow(now.trigger().slotId(), heldBefore);
      }
    }
    checkItself();
  }

  /** The snapshot thread is asked without an append. */
  private void snapshotNow(long slotId, long heldBefore) {
    require(
        slotId != 0 && slotId == heldBefore && servesEpoch != 0,
        "S2",
        "a snapshot without an append in slot "
            + hex(slotId)
            + ", but held was "
            + hex(heldBefore));
    require(
        clockMillis < heldUntilMillis,
        "S2",
        "slot " + hex(slotId) + " is used without an append beyond its time to live");
    pending = Trigger.Cause.SLOT;
    pendingSlot = slotId;
    firedAtMillis = clockMillis;
  }

  /** What no order of events may lead to, seen from the server itself. */
  private void checkItself() {
    Report.Slot slot = gate.slot();
    if (servesEpoch != 0 && slot.isOpen()) {
      require(
          slot.id() >>> 32 == servesEpoch,
          "S3",
          "slot "
              + hex(slot.id())
              + " is "
              + slot.state()
              + " in the term of epoch "
              + servesEpoch);
    }
    boolean fired = pending != Trigger.Cause.NONE && !isGivenUp();
    boolean busy = fired || scheduledRuns || unscheduledRuns;
    require(
        !holds(SlotState.HELD) || !busy,
        "S4",
        "slot " + hex(slot.id()) + " is held beside a snapshot under way");
    require(
        !holds(SlotState.HELD) || clockMillis < heldUntilMillis,
        "S2",
        "slot " + hex(slot.id()) + " is held beyond its time to live");
    require(
        !scheduledRuns || late || (slot.id() == runningSlot && slot.state() == SlotState.RUNNING),
        "S2",
        "a snapshot runs in slot " + hex(runningSlot) + ", but the slot told of is " + slot);
    require(
        pending != Trigger.Cause.SLOT
            || !fired
            || (slot.id() == pendingSlot && slot.state() == SlotState.FIRED),
        "S2",
        "slot " + hex(pendingSlot) + " has fired, but the slot told of is " + slot);
    require(
        servesEpoch != 0 || gate.mode() == MemberMode.IDLE,
        "L3",
        "mode " + gate.mode() + " without serving");
  }

  private boolean holds(SlotState state) {
    return gate != null && gate.slot().id() != 0 && gate.slot().state() == state;
  }

  private void require(boolean holds, String rule, String what) {
    if (!holds) {
      throw new InvariantBroken(rule + ": server " + sid + ": " + what);
    }
  }

  private static String hex(long slotId) {
    return "0x" + Long.toHexString(slotId);
  }

  /** The slot in which it is: held, fired or running, and not over; 0 if none. */
  long openSlot() {
    if (scheduledRuns) {
      return runningSlot;
    }
    return gate != null && gate.slot().isOpen() ? gate.slot().id() : 0;
  }

  /** Whether that slot is degraded. */
  boolean isOpenSlotDegraded() {
    return slotDegraded && openSlot() == gate.slot().id();
  }

  private Report.Backlog backlog() {
    return new Report.Backlog(backlog, 0);
  }

  @Override
  public String toString() {
    return "server %d: %s, backlog %d/%d, slot %s %s%s%s%s"
        .formatted(
            sid,
            !up ? "down" : servesEpoch == 0 ? "not serving" : "serves epoch " + servesEpoch,
            backlog,
            SNAP_COUNT,
            gate == null ? "-" : hex(gate.slot().id()) + " " + gate.slot().state(),
            gate == null ? "" : gate.mode(),
            pending == Trigger.Cause.NONE ? "" : ", fired by " + pending,
            scheduledRuns ? ", snapshots in its slot" : "",
            unscheduledRuns ? ", snapshots outside slots" : "");
  }
}
