package io.snapkeeper.simulation.ensemble;

import io.snapkeeper.core.member.SnapshotGate;
import io.snapkeeper.core.schedule.SchedulerAction;
import io.snapkeeper.core.schedule.SchedulerEvent;
import io.snapkeeper.core.schedule.SchedulerLimits;
import io.snapkeeper.core.wire.LeaderMessage;
import io.snapkeeper.simulation.check.SafetyMonitor;
import io.snapkeeper.simulation.policy.LeaderSide;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** One term of one leader: its scheduler and the checker beside it. */
final class Term {

  /** As the plugin: twenty pings. */
  private static final long LEASE_MILLIS = 20 * Ensemble.PING_MILLIS;

  /** As the plugin: a scheduler that threw begins again after one, four and sixteen minutes. */
  private static final long FIRST_PAUSE_MILLIS = 60_000;

  private static final int PAUSE_GROWTH = 4;
  private static final int RESTARTS_MAX = 3;

  final long epoch;
  final Server leader;
  private LeaderSide side;
  private SafetyMonitor monitor;
  private boolean silent;
  private long nextPauseMillis = FIRST_PAUSE_MILLIS;
  private int restartsLeft = RESTARTS_MAX;

  /** Of the slots granted in this term. */
  private long lastNumber;

  private long steps;

  /** Whether its quorum has been complete; a leader gives up when it loses it again. */
  boolean hadQuorum;

  /**
   * @param side empty if this leader does not schedule
   * @param checked whether its steps have to follow the rules of the schedule
   */
  Term(long epoch, Server leader, Optional<LeaderSide> side, boolean checked) {
    this.epoch = epoch;
    this.leader = leader;
    this.side = side.orElse(null);
    this.monitor =
        checked && side.isPresent()
            ? new SafetyMonitor(epoch, leader.sid, SchedulerLimits.DEFAULT)
            : null;
  }

  boolean schedules() {
    return side != null && !silent;
  }

  boolean isChecked() {
    return monitor != null;
  }

  /**
   * The scheduler throws.
   *
   * @return after how many milliseconds another one begins; empty if none does in this term
   */
  OptionalLong fallSilent() {
    boolean begins = schedules() && restartsLeft > 0;
    silent = true;
    if (!begins) {
      return OptionalLong.empty();
    }
    restartsLeft--;
    long pauseMillis = nextPauseMillis;
    nextPauseMillis *= PAUSE_GROWTH;
    return OptionalLong.of(pauseMillis);
  }

  /** Another scheduler begins, which knows no more than the slots' numbers. */
  void restart(LeaderSide newSide) {
    side = newSide;
    monitor =
        isChecked()
            ? new SafetyMonitor(epoch, leader.sid, SchedulerLimits.DEFAULT, lastNumber)
            : null;
    silent = false;
  }

  long lastNumber() {
    return lastNumber;
  }

  List<SchedulerAction> feed(SchedulerEvent event) {
    if (!schedules()) {
      return List.of();
    }
    steps++;
    List<SchedulerAction> actions = side.step(event);
    if (monitor != null) {
      monitor.check(event, actions);
    }
    for (SchedulerAction action : actions) {
      if (action instanceof SchedulerAction.Grant grant) {
        lastNumber = Math.max(lastNumber, grant.slotId() & 0xFFFF_FFFFL);
      }
    }
    return actions;
  }

  /** The slot that this member holds, to be told again with a ping; empty for most. */
  Optional<LeaderMessage.SlotGrant> renewalFor(long localMillis, long sid) {
    Optional<SchedulerAction.Grant> renewal = side.renewalFor(sid, localMillis);
    if (monitor != null) {
      renewal.ifPresent(slot -> monitor.checkRenewal(localMillis, slot));
    }
    return renewal.map(
        slot -> new LeaderMessage.SlotGrant(slot.slotId(), slot.ttlMillis(), slot.degraded()));
  }

  LeaderMessage message(long localMillis, long sid, Optional<LeaderMessage.SlotGrant> grant) {
    return new LeaderMessage(
        epoch, LEASE_MILLIS, side.hardLimitFor(sid), grant, side.override(localMillis));
  }

  long steps() {
    return steps;
  }

  /** As {@link SnapshotGate}'s caller has to. */
  static long tickMillis() {
    return SnapshotGate.TICK_MILLIS_MAX * 9 / 10;
  }
}
