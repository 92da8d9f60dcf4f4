package io.snapkeeper.core.member;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.report.DeclineReason;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SlotState;
import io.snapkeeper.core.wire.LeaderMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A member's side of the schedule as a pure state machine: it holds snapshots back while a
 * scheduler is heard, releases one when a slot is granted, and falls back to ZooKeeper's own rule
 * otherwise. Not thread-safe; the caller serialises {@link #step} and every other method.
 *
 * <p>Which trigger is armed, first match wins:
 *
 * <ol>
 *   <li>not serving, or a snapshot is being written: never, and no fallback either
 *   <li>a trigger fired and its snapshot has not begun: never, until the start timeout
 *   <li>a slot is held: at the next append, or without one once the log is idle
 *   <li>the last snapshot was given up a moment ago: never, until the retry delay is over
 *   <li>mode STOCK_RULE, after its random delay: the stock rule
 *   <li>else: the hard limit
 * </ol>
 */
public final class SnapshotGate {

  /** The caller sends a {@link MemberEvent.Tick} at least this often. */
  public static final long TICK_MILLIS_MAX = 1_000;

  /**
   * How far ahead a trigger other than the stock rule is armed: ten ticks. If the caller's threads
   * die, the log's hot path goes back to the stock rule after this long. Shorter, and a pause for
   * garbage collection would let loose what is held back; at 1,000 writes a second ten seconds add
   * 10,000 transactions to a backlog whose default limit is 100,000, and the hard limit still
   * counts.
   */
  public static final long HORIZON_MILLIS = 10 * TICK_MILLIS_MAX;

  private final MemberConfig config;
  private final SeededDraws draws;
  private final SnapshotThresholds thresholds;
  private final LeaderLease lease = new LeaderLease();
  private final OverrideInForce override = new OverrideInForce();
  private final List<MemberAction> actions = new ArrayList<>();
  private final ArmedTriggers armed = new ArmedTriggers();
  private final SlotHolding holding;
  private final SnapshotActivity snapshots;

  private long nowMillis = Long.MIN_VALUE;
  private boolean serving;
  private MemberMode mode = MemberMode.IDLE;
  private String modeReason = "not serving";

  /** When the stock rule counts, in mode STOCK_RULE. */
  private long stockFromMillis;

  /** The random delay before the stock rule counts when the present mode ends. */
  private long nextStockDelayMillis;

  /** As of the last tick. */
  private Report.Idle idle = Report.Idle.NEEDS_APPEND;

  private long sequence;

  /**
   * @param seed of the random parts: the stock rule's, its delay's and the hard limit's jitter
   */
  public SnapshotGate(MemberConfig config, long seed) {
    this(config, seed, GateHistory.NONE);
  }

  /** The same, after a gate that threw. It is to be told what of the server is under way. */
  public SnapshotGate(MemberConfig config, long seed, GateHistory history) {
    this.config = config;
    this.draws = new SeededDraws(seed);
    this.thresholds = new SnapshotThresholds(config, draws);
    this.holding = new SlotHolding(config.sid(), this::note, history.slotId());
    this.snapshots = new SnapshotActivity(config.startTimeoutMillis(), history);
    this.sequence = history.sequence();
    this.nextStockDelayMillis = drawStockDelay();
  }

  /**
   * Takes one event and says what to do. An event whose time lies before that of an earlier one is
   * taken as of the earlier one's time.
   *
   * @throws IllegalStateException if an invariant is broken; the caller then goes back to stock
   */
  public List<MemberAction> step(MemberEvent event) {
    invariants().check();
    actions.clear();
    nowMillis = Math.max(nowMillis, event.nowMillis());
    // The event comes before what is due by the clock: a slot that fired just before it expired has
    // fired, and a lease renewed just after it ran out is renewed.
    Trigger withoutAppend = null;
    if (event instanceof MemberEvent.Tick tick) {
      idle = tick.idle();
    } else if (event instanceof MemberEvent.ServingStarted started) {
      startServing(started.epoch());
    } else if (event instanceof MemberEvent.ServingStopped) {
      stopServing();
    } else if (event instanceof MemberEvent.LeaderHeard heard) {
      hear(heard.message());
    } else if (event instanceof MemberEvent.Fired firing) {
      fire(firing.trigger());
    } else if (event instanceof MemberEvent.SnapshotStarted started) {
      startSnapshot(started.scheduled());
    } else if (event instanceof MemberEvent.SnapshotDone done) {
      finishSnapshot(done);
    } else if (event instanceof MemberEvent.SnapshotAborted aborted) {
      giveUpSnapshot(aborted);
    }
    holding.expireIfDue(nowMillis);
    giveUpLateStart();
    decideMode();
    // Only a tick knows that the log is idle at this moment.
    if (event instanceof MemberEvent.Tick && holding.is(SlotState.HELD) && idle.isIdle()) {
      withoutAppend = nextTrigger();
      note(
          "slot idle sid=%d slot=%s: nothing was logged for %d ms"
              .formatted(config.sid(), SlotHolding.hex(holding.slot().id()), idle.millis()));
      fire(withoutAppend);
    }
    arm();
    if (withoutAppend != null) {
      actions.add(new MemberAction.SnapshotNow(withoutAppend));
    }
    invariants().checkAfter(withoutAppend);
    return List.copyOf(actions);
  }

  public MemberMode mode() {
    return mode;
  }

  /** Why the member is in its mode, in plain words. */
  public String modeReason() {
    return modeReason;
  }

  /** Whether a leader message was heard since the member began to serve, so that it may report. */
  public boolean mayReport() {
    return serving && lease.heard();
  }

  /** The slot last granted to this member. */
  public Report.Slot slot() {
    return holding.slot();
  }

  /**
   * Whether the quorum does without this member's log while the slot last granted to it is used. As
   * the leader judged it before the slot fired.
   */
  public boolean quorumSparesLog() {
    return holding.slot().id() != 0 && !holding.degraded();
  }

  /** The hard limit in force, with its random part, as a trigger would have it. */
  public Trigger hardLimit() {
    return thresholds.hardLimit(lease.hardLimit(), Long.MAX_VALUE);
  }

  /**
   * The report to send now; numbers it.
   *
   * @param snapshot progress of the snapshot being written, if any
   */
  public Report report(
      long nowMillis,
      Report.Backlog backlog,
      Report.Fsync fsync,
      Report.Snapshot snapshot,
      long treeBytes) {
    sequence++;
    return new Report(
        config.sid(),
        sequence,
        backlog,
        config.limits(),
        fsync,
        snapshot,
        holding.slot(),
        snapshots.last(),
        treeBytes,
        snapshots.counts(),
        override.at(nowMillis),
        lease.pingStamp(),
        idle);
  }

  private void startServing(long epoch) {
    if (serving) {
      stopServing();
    }
    serving = true;
    snapshots.forgetRetry();
    lease.begin(nowMillis, epoch, config.graceMillis());
  }

  private void stopServing() {
    serving = false;
    snapshots.forgetFired();
    // A RUNNING slot ends with the abort of its snapshot, of which the caller tells.
    holding.decline(DeclineReason.NOT_SERVING);
  }

  private void hear(LeaderMessage message) {
    if (!serving) {
      message.grant().ifPresent(grant -> refuse(grant, DeclineReason.NOT_SERVING));
      return;
    }
    if (message.epoch() != lease.epoch()) {
      message.grant().ifPresent(grant -> refuse(grant, DeclineReason.OLD_EPOCH));
      return;
    }
    lease.renew(nowMillis, message);
    // The order first: a grant beside it was made in its knowledge, an earlier one was not.
    if (override.accept(nowMillis, message.override())) {
      OperatorOverride.Mode ordered = override.mode(nowMillis);
      note("override " + ordered.name().toLowerCase(Locale.ROOT) + " " + describe(override));
      if (ordered != OperatorOverride.Mode.NORMAL && holding.is(SlotState.HELD)) {
        holding.decline(DeclineReason.SWITCHED_OFF);
      }
    }
    message.grant().ifPresent(this::take);
  }

  private void take(LeaderMessage.SlotGrant grant) {
    if (holding.knows(grant)) {
      holding.renew(nowMillis, grant);
      return;
    }
    if (snapshots.isRunning() || snapshots.hasFired()) {
      holding.refuse(grant, DeclineReason.SNAPSHOT_RUNNING);
      return;
    }
    holding.hold(nowMillis, grant);
  }

  private void refuse(LeaderMessage.SlotGrant grant, DeclineReason reason) {
    if (!holding.knows(grant)) {
      holding.refuse(grant, reason);
    }
  }

  private void fire(Trigger trigger) {
    thresholds.redraw();
    if (trigger.cause() == Trigger.Cause.NONE) {
      return;
    }
    if (trigger.cause() == Trigger.Cause.SLOT && serving) {
      holding.fire(trigger.slotId());
    }
    if (trigger.cause() != Trigger.Cause.SLOT) {
      note("snapshot fired sid=%d cause=%s".formatted(config.sid(), trigger.cause()));
    }
    // Held still: another trigger fired in the moment in which this slot was granted.
    if (holding.is(SlotState.HELD)) {
      holding.decline(DeclineReason.SNAPSHOT_RUNNING);
    }
    snapshots.fire(nowMillis, holding.is(SlotState.FIRED) ? Trigger.Cause.SLOT : trigger.cause());
  }

  private void startSnapshot(boolean scheduled) {
    if (holding.is(SlotState.HELD)) {
      // Not this slot's own snapshot, which would have fired before.
      holding.decline(DeclineReason.SNAPSHOT_RUNNING);
    } else if (scheduled) {
      holding.start();
    }
    snapshots.start(scheduled);
  }

  private void finishSnapshot(MemberEvent.SnapshotDone done) {
    if (done.scheduled()) {
      holding.end(SlotState.DONE);
    }
    snapshots.finish(nowMillis, done);
    lease.snapshotDone();
  }

  private void giveUpSnapshot(MemberEvent.SnapshotAborted aborted) {
    if (aborted.scheduled()) {
      holding.end(aborted.failed() ? SlotState.FAILED : SlotState.ABORTED);
    }
    snapshots.giveUp(nowMillis, aborted.scheduled(), aborted.failed());
  }

  private void giveUpLateStart() {
    if (!snapshots.isStartOverdue(nowMillis)) {
      return;
    }
    if (snapshots.fired() == Trigger.Cause.SLOT) {
      holding.decline(DeclineReason.NEVER_STARTED);
    } else {
      note("snapshot never started sid=%d cause=%s".formatted(config.sid(), snapshots.fired()));
    }
    snapshots.forgetFired();
  }

  private void decideMode() {
    OperatorOverride.Mode ordered = override.mode(nowMillis);
    if (!serving) {
      enter(MemberMode.IDLE, "not serving");
    } else if (ordered == OperatorOverride.Mode.PAUSED) {
      enter(MemberMode.PAUSED, "an operator paused snapshots, " + describe(override));
    } else if (ordered == OperatorOverride.Mode.OFF) {
      enter(MemberMode.STOCK_RULE, "an operator switched slots off, " + describe(override));
    } else if (lease.isHeld(nowMillis)) {
      enter(MemberMode.SCHEDULED, "the leader of epoch " + lease.epoch() + " schedules");
    } else if (lease.isGrace(nowMillis)) {
      enter(
          MemberMode.GRACE,
          "began to serve and waits up to " + config.graceMillis() + " ms for a scheduler");
    } else {
      enter(MemberMode.STOCK_RULE, lease.lapseReason());
    }
  }

  private void enter(MemberMode next, String reason) {
    if (next == mode && reason.equals(modeReason)) {
      return;
    }
    String delay = "";
    if (next == MemberMode.STOCK_RULE && mode != MemberMode.STOCK_RULE) {
      stockFromMillis = nowMillis + nextStockDelayMillis;
      delay = "; thresholds count in " + nextStockDelayMillis + " ms";
      nextStockDelayMillis = drawStockDelay();
    }
    note(
        "mode sid=%d from=%s to=%s reason=\"%s%s\""
            .formatted(config.sid(), mode, next, reason, delay));
    mode = next;
    modeReason = reason;
  }

  /** Uniform up to half the grace period, both ends included. */
  private long drawStockDelay() {
    return draws.below(config.graceMillis() / 2 + 1);
  }

  private void arm() {
    MemberAction.Arm next = nextArm();
    if (armed.replace(nowMillis, next)) {
      actions.add(next);
    }
  }

  private MemberAction.Arm nextArm() {
    if (!serving || snapshots.isRunning()) {
      return new MemberAction.Arm(Trigger.NEVER, Trigger.NEVER);
    }
    return new MemberAction.Arm(nextTrigger(), thresholds.stockRule());
  }

  private Trigger nextTrigger() {
    if (snapshots.hasFired()) {
      return never(snapshots.startByMillis());
    }
    if (holding.is(SlotState.HELD)) {
      return new Trigger(
          -1,
          Long.MAX_VALUE,
          Trigger.Cause.SLOT,
          holding.slot().id(),
          until(holding.expiresAtMillis()));
    }
    if (nowMillis < snapshots.retryFromMillis()) {
      return never(snapshots.retryFromMillis());
    }
    if (mode == MemberMode.STOCK_RULE) {
      return nowMillis >= stockFromMillis
          ? thresholds.stockRule()
          : thresholds.hardLimit(
              lease.hardLimit(), Math.min(stockFromMillis, nowMillis + HORIZON_MILLIS));
    }
    long modeUntilMillis =
        mode == MemberMode.PAUSED
            ? Math.max(override.untilMillis(), lease.untilMillis())
            : lease.untilMillis();
    return thresholds.hardLimit(lease.hardLimit(), until(modeUntilMillis + nextStockDelayMillis));
  }

  private Trigger never(long endMillis) {
    return new Trigger(Long.MAX_VALUE, Long.MAX_VALUE, Trigger.Cause.NONE, 0, until(endMillis));
  }

  /**
   * A trigger that ends at the given time is armed for one tick longer, so that the tick, which
   * knows what comes next, is there before the fallback counts; and never beyond the horizon.
   */
  private long until(long endMillis) {
    return Math.min(endMillis + TICK_MILLIS_MAX, nowMillis + HORIZON_MILLIS);
  }

  private static String describe(OverrideInForce override) {
    return "order " + override.version();
  }

  private void note(String text) {
    actions.add(new MemberAction.Note(text));
  }

  private GateInvariants invariants() {
    return new GateInvariants(config, nowMillis, serving, mode, holding, snapshots, armed);
  }
}
