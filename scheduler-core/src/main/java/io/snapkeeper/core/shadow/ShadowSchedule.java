package io.snapkeeper.core.shadow;

import io.snapkeeper.core.overlap.OverlapMeter;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SnapshotPhase;
import io.snapkeeper.core.schedule.SchedulerAction;
import io.snapkeeper.core.schedule.SchedulerEvent;
import io.snapkeeper.core.schedule.SchedulerLimits;
import io.snapkeeper.core.schedule.SchedulerStatus;
import io.snapkeeper.core.schedule.SchedulerStatus.MemberState;
import io.snapkeeper.core.schedule.SnapshotScheduler;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Runs the schedule beside an ensemble that follows ZooKeeper's own rule. It is told what a
 * scheduler is told; each member that reports gets a double, which logs as much and takes the slots
 * that the schedule grants. Nothing leaves this class but figures. Not thread-safe; memory is
 * bounded by the number of members.
 */
public final class ShadowSchedule {

  private final SnapshotScheduler scheduler;
  private final OverlapMeter actual;
  private final OverlapMeter scheduled;
  private final Map<Long, ShadowMember> members = new TreeMap<>();
  private long snapshotsOfFormer;
  private double largestActualBacklog;
  private double largestBacklog;

  /**
   * @param epoch of the leader
   * @param leaderSid the leader itself
   */
  public ShadowSchedule(long epoch, long leaderSid, SchedulerLimits limits) {
    scheduler = new SnapshotScheduler(epoch, leaderSid, limits);
    actual = new OverlapMeter(leaderSid);
    scheduled = new OverlapMeter(leaderSid);
  }

  /**
   * One event of the real ensemble.
   *
   * @throws IllegalStateException as {@link SnapshotScheduler#step}
   */
  public void step(SchedulerEvent event) {
    actual.step(event, List.of());
    SchedulerEvent shadowed = event;
    if (event instanceof SchedulerEvent.Reported reported) {
      Report real = reported.report();
      ShadowMember member = members.computeIfAbsent(real.sid(), sid -> new ShadowMember());
      Report report = member.reportInsteadOf(event.nowMillis(), real);
      largestActualBacklog =
          Math.max(largestActualBacklog, real.limits().fractionOf(real.backlog()));
      largestBacklog = Math.max(largestBacklog, report.limits().fractionOf(report.backlog()));
      shadowed = new SchedulerEvent.Reported(event.nowMillis(), report, reported.ageMillis());
    } else if (event instanceof SchedulerEvent.MemberConnected joined) {
      forget(joined.sid());
    } else if (event instanceof SchedulerEvent.MemberDisconnected left) {
      forget(left.sid());
    }
    List<SchedulerAction> actions = scheduler.step(shadowed);
    scheduled.step(shadowed, actions);
    for (SchedulerAction action : actions) {
      if (action instanceof SchedulerAction.Grant grant) {
        members.get(grant.sid()).grant(event.nowMillis(), grant);
      }
    }
  }

  private void forget(long sid) {
    ShadowMember gone = members.remove(sid);
    if (gone != null) {
      snapshotsOfFormer += gone.snapshots();
    }
  }

  /** The real members at this time, voters first. */
  public List<WatchedMember> members(long nowMillis) {
    return scheduler.status(nowMillis).members().stream().map(this::watched).toList();
  }

  private WatchedMember watched(SchedulerStatus.Member scheduled) {
    Optional<Report> report =
        Optional.ofNullable(members.get(scheduled.sid())).map(ShadowMember::lastReport);
    return new WatchedMember(
        scheduled.sid(),
        scheduled.voter(),
        scheduled.leader(),
        report.map(real -> state(scheduled.state(), real)).orElse(scheduled.state()),
        report,
        scheduled.fsyncMeanMicros());
  }

  private static MemberState state(MemberState scheduled, Report real) {
    return switch (scheduled) {
      case DISCONNECTED, SILENT, STALE -> scheduled;
      case FAST, DRAINING, SNAPSHOTTING, SLOT_OUTSTANDING -> {
        if (real.snapshot().phase() != SnapshotPhase.NONE) {
          yield MemberState.SNAPSHOTTING;
        }
        yield scheduled == MemberState.DRAINING ? MemberState.DRAINING : MemberState.FAST;
      }
    };
  }

  /** What was seen until now. */
  public ShadowFigures figures() {
    SchedulerStatus.SlotCounts counts = scheduler.status(Long.MIN_VALUE).counts();
    long snapshots =
        snapshotsOfFormer + members.values().stream().mapToLong(ShadowMember::snapshots).sum();
    return new ShadowFigures(
        actual.totals(),
        scheduled.totals(),
        counts.granted(),
        counts.degraded(),
        snapshots,
        largestActualBacklog,
        largestBacklog);
  }
}
