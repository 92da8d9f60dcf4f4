package io.snapkeeper.core.member;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SlotState;
import io.snapkeeper.core.schedule.HardLimit;
import io.snapkeeper.core.wire.LeaderMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A gate with the triggers that its caller would have installed, for tests. */
final class GateRig {

  static final long SNAP_COUNT = 1_000;
  static final long SNAP_SIZE = 1_000_000;
  static final long CAP = 2_500_000;
  static final long GRACE = 4_000;
  static final long START_TIMEOUT = 3_000;
  static final long EPOCH = 5;
  static final long TTL = 2_000;

  static final MemberConfig CONFIG =
      new MemberConfig(3, new Report.Limits(SNAP_COUNT, SNAP_SIZE), CAP, GRACE, START_TIMEOUT);

  final SnapshotGate gate;
  final List<String> notes = new ArrayList<>();

  /** Slots whose snapshot was asked for without an append. */
  final List<Long> withoutAppend = new ArrayList<>();

  long now = 100_000;
  MemberAction.Arm armed;
  int arms;
  private HardLimit advice = HardLimit.UNKNOWN;
  private OperatorOverride order = OperatorOverride.NONE;

  GateRig() {
    this(CONFIG, 42);
  }

  GateRig(MemberConfig config, long seed) {
    this(new SnapshotGate(config, seed));
  }

  private GateRig(SnapshotGate gate) {
    this.gate = gate;
  }

  /** A rig whose gate follows one that threw; it serves. */
  static GateRig after(GateHistory history) {
    GateRig rig = new GateRig(new SnapshotGate(CONFIG, 42, history));
    rig.serve();
    return rig;
  }

  /** A rig that serves and hears a scheduler. */
  static GateRig scheduled() {
    GateRig rig = new GateRig();
    rig.serve();
    rig.hear(TTL);
    assertThat(rig.gate.mode()).isEqualTo(MemberMode.SCHEDULED);
    return rig;
  }

  /** A rig that holds slot number 1. */
  static GateRig holding() {
    GateRig rig = scheduled();
    rig.grant(1, 10_000);
    rig.assertSlot(SlotState.HELD);
    return rig;
  }

  /** A rig whose slot number 1 has fired. */
  static GateRig fired() {
    GateRig rig = holding();
    rig.fire();
    rig.assertSlot(SlotState.FIRED);
    return rig;
  }

  /** A rig whose slot number 1 is used: the snapshot is being written. */
  static GateRig running() {
    GateRig rig = fired();
    rig.step(new MemberEvent.SnapshotStarted(rig.now, true));
    rig.assertSlot(SlotState.RUNNING);
    return rig;
  }

  static long slot(long number) {
    return EPOCH << 32 | number;
  }

  void step(MemberEvent event) {
    for (MemberAction action : gate.step(event)) {
      if (action instanceof MemberAction.Arm arm) {
        armed = arm;
        arms++;
      } else if (action instanceof MemberAction.SnapshotNow now) {
        withoutAppend.add(now.trigger().slotId());
      } else if (action instanceof MemberAction.Note note) {
        notes.add(note.text());
      }
    }
  }

  void serve() {
    step(new MemberEvent.ServingStarted(now, EPOCH));
  }

  void stop() {
    step(new MemberEvent.ServingStopped(now));
  }

  void tick() {
    step(new MemberEvent.Tick(now, new Report.Backlog(0, 0)));
  }

  /** A tick of a member that uses idle time; 0 if its log is busy. */
  void idleTick(long idleMillis) {
    step(new MemberEvent.Tick(now, new Report.Backlog(0, 0), new Report.Idle(true, idleMillis)));
  }

  /** Time passes without a tick, then one tick. */
  void pass(long millis) {
    now += millis;
    tick();
  }

  void advise(HardLimit hardLimit) {
    advice = hardLimit;
  }

  void order(long version, OperatorOverride.Mode mode, long remainingMillis) {
    order = new OperatorOverride(version, mode, remainingMillis);
  }

  void hear(long ttlMillis) {
    hear(EPOCH, ttlMillis, Optional.empty());
  }

  void hear(long epoch, long ttlMillis, Optional<LeaderMessage.SlotGrant> grant) {
    step(
        new MemberEvent.LeaderHeard(
            now, new LeaderMessage(epoch, ttlMillis, advice, grant, order)));
  }

  void hearStamped(int stamp) {
    step(
        new MemberEvent.LeaderHeard(
            now, new LeaderMessage(EPOCH, TTL, advice, Optional.empty(), order, stamp)));
  }

  int stampOfReport() {
    Report.Fsync fsync = new Report.Fsync(0, 0, 0, 0);
    return gate.report(now, new Report.Backlog(0, 0), fsync, Report.Snapshot.NONE, 0).pingStamp();
  }

  void grant(long number, long ttlMillis) {
    hear(EPOCH, TTL, Optional.of(new LeaderMessage.SlotGrant(slot(number), ttlMillis, false)));
  }

  /** What an append now would find armed. */
  Trigger effective() {
    return now < armed.trigger().untilMillis() ? armed.trigger() : armed.fallback();
  }

  boolean wouldFire(long txns) {
    return effective().firesAt(new Report.Backlog(txns, 0));
  }

  boolean wouldFireAtBytes(long logBytes) {
    return effective().firesAt(new Report.Backlog(0, logBytes));
  }

  void fire() {
    step(new MemberEvent.Fired(now, effective()));
  }

  void started(boolean scheduled) {
    step(new MemberEvent.SnapshotStarted(now, scheduled));
  }

  void done(boolean scheduled) {
    step(new MemberEvent.SnapshotDone(now, scheduled, 700, 12_345, new Report.Backlog(10, 10_000)));
  }

  void aborted(boolean scheduled, boolean failed) {
    step(new MemberEvent.SnapshotAborted(now, scheduled, failed));
  }

  Report report() {
    return gate.report(
        now, new Report.Backlog(1, 2), new Report.Fsync(3, 4, 5, 6), Report.Snapshot.NONE, 7);
  }

  void assertSlot(SlotState state) {
    assertThat(gate.slot().state()).isEqualTo(state);
  }

  void assertNothingArmed() {
    assertThat(armed).isEqualTo(new MemberAction.Arm(Trigger.NEVER, Trigger.NEVER));
  }

  /** Asserts that the trigger in force is the hard limit. */
  void assertHardLimit() {
    assertThat(effective().cause()).isEqualTo(Trigger.Cause.HARD_LIMIT);
  }

  /** Asserts that the trigger in force is the stock rule, with thresholds as stock's. */
  void assertStockRule() {
    Trigger trigger = effective();
    assertThat(trigger.cause()).isEqualTo(Trigger.Cause.STOCK_RULE);
    assertThat(trigger.aboveTxns()).isBetween(SNAP_COUNT / 2, SNAP_COUNT - 1);
    assertThat(trigger.aboveLogBytes()).isBetween(SNAP_SIZE / 2, SNAP_SIZE - 1);
  }
}
