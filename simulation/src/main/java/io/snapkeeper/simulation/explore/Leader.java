package io.snapkeeper.simulation.explore;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.schedule.SchedulerAction;
import io.snapkeeper.core.schedule.SchedulerEvent;
import io.snapkeeper.core.schedule.SnapshotScheduler;
import io.snapkeeper.core.wire.LeaderMessage;
import io.snapkeeper.simulation.check.SafetyMonitor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One leader's term: the production scheduler, and the monitor that keeps books beside it. Holds
 * the mutable state of one component; see {@link Leaders} for how it is copied and compared.
 */
final class Leader {

  /** Longer than all steps of a clock together. */
  private static final long ORDER_MILLIS = 3_600_000;

  final long epoch;
  final long leaderSid;
  private final SnapshotScheduler scheduler;
  private final SafetyMonitor monitor;
  private long clockMillis;

  /**
   * A term that begins.
   *
   * @param clockMillis what the leader's clock shows; not 0, which means "never" in many fields
   */
  Leader(long epoch, long leaderSid, long clockMillis) {
    this.clockMillis = clockMillis;
    this.epoch = epoch;
    this.leaderSid = leaderSid;
    this.scheduler = new SnapshotScheduler(epoch, leaderSid, Configuration.LIMITS);
    this.monitor = new SafetyMonitor(epoch, leaderSid, Configuration.LIMITS);
  }

  long clockMillis() {
    return clockMillis;
  }

  List<SchedulerAction.Grant> tick(long millis) {
    clockMillis += millis;
    return step(new SchedulerEvent.Tick(clockMillis));
  }

  List<SchedulerAction.Grant> connected(long sid) {
    return step(new SchedulerEvent.MemberConnected(clockMillis, sid));
  }

  List<SchedulerAction.Grant> disconnected(long sid) {
    return step(new SchedulerEvent.MemberDisconnected(clockMillis, sid));
  }

  List<SchedulerAction.Grant> reported(Report report) {
    return step(new SchedulerEvent.Reported(clockMillis, report));
  }

  List<SchedulerAction.Grant> membership(Membership membership) {
    return step(
        new SchedulerEvent.MembershipChanged(
            clockMillis, membership.rules(), membership.observers()));
  }

  List<SchedulerAction.Grant> ordered(OperatorOverride.Mode mode) {
    return step(new SchedulerEvent.OverrideOrdered(clockMillis, mode, ORDER_MILLIS));
  }

  List<SchedulerAction.Grant> requested(long sid) {
    return step(new SchedulerEvent.SnapshotRequested(clockMillis, sid));
  }

  private List<SchedulerAction.Grant> step(SchedulerEvent event) {
    List<SchedulerAction> actions = scheduler.step(event);
    monitor.check(event, actions);
    List<SchedulerAction.Grant> grants = new ArrayList<>();
    for (SchedulerAction action : actions) {
      if (action instanceof SchedulerAction.Grant grant) {
        grants.add(grant);
      }
    }
    return grants;
  }

  /** What it would tell this member now with an ordinary ping; the slot it holds may be renewed. */
  LeaderMessage message(long sid) {
    Optional<SchedulerAction.Grant> renewal = scheduler.renewalFor(sid, clockMillis);
    renewal.ifPresent(slot -> monitor.checkRenewal(clockMillis, slot));
    return message(
        sid,
        renewal.map(
            slot -> new LeaderMessage.SlotGrant(slot.slotId(), slot.ttlMillis(), slot.degraded())));
  }

  /** What it would tell this member now, besides a slot. */
  LeaderMessage message(long sid, Optional<LeaderMessage.SlotGrant> grant) {
    return new LeaderMessage(
        epoch,
        Server.leaseMillis(),
        scheduler.hardLimitFor(sid),
        grant,
        scheduler.override(clockMillis));
  }

  /** Whether a slot of this term is not over, as far as this leader can know. */
  boolean hasOutstandingSlot() {
    return monitor.hasOutstandingSlot();
  }

  /** Whether the operator's order in force, as far as this leader knows, is a pause. */
  boolean isPaused() {
    return scheduler.override(clockMillis).mode() == OperatorOverride.Mode.PAUSED;
  }
}
