package io.snapkeeper.simulation.policy;

import io.snapkeeper.core.member.MemberAction;
import io.snapkeeper.core.member.MemberConfig;
import io.snapkeeper.core.member.MemberEvent;
import io.snapkeeper.core.member.SnapshotGate;
import io.snapkeeper.core.member.Trigger;
import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.schedule.HardLimit;
import io.snapkeeper.core.schedule.SchedulerAction;
import io.snapkeeper.core.schedule.SchedulerEvent;
import io.snapkeeper.core.schedule.SchedulerLimits;
import io.snapkeeper.core.schedule.SnapshotScheduler;
import java.util.List;
import java.util.Optional;

/** The production scheduler and the production gates, unchanged. */
public final class SnapkeeperPolicy implements Policy {

  private final boolean usesIdleTime;

  public SnapkeeperPolicy() {
    this(true);
  }

  /**
   * @param usesIdleTime whether a slot is used without an append, or waits for one as before there
   *     was idle time
   */
  public SnapkeeperPolicy(boolean usesIdleTime) {
    this.usesIdleTime = usesIdleTime;
  }

  @Override
  public Optional<LeaderSide> leader(
      long epoch, long leaderSid, SchedulerLimits limits, long lastNumber) {
    return Optional.of(new Scheduler(new SnapshotScheduler(epoch, leaderSid, limits, lastNumber)));
  }

  @Override
  public MemberSide member(MemberConfig config, long seed) {
    return new Gate(new SnapshotGate(config, seed), usesIdleTime);
  }

  private record Scheduler(SnapshotScheduler scheduler) implements LeaderSide {
    @Override
    public List<SchedulerAction> step(SchedulerEvent event) {
      return scheduler.step(event);
    }

    @Override
    public HardLimit hardLimitFor(long sid) {
      return scheduler.hardLimitFor(sid);
    }

    @Override
    public Optional<SchedulerAction.Grant> renewalFor(long sid, long nowMillis) {
      return scheduler.renewalFor(sid, nowMillis);
    }

    @Override
    public OperatorOverride override(long nowMillis) {
      return scheduler.override(nowMillis);
    }
  }

  private record Gate(SnapshotGate gate, boolean usesIdleTime) implements MemberSide {
    @Override
    public List<MemberAction> step(MemberEvent event) {
      boolean plain = event instanceof MemberEvent.Tick && !usesIdleTime;
      return gate.step(plain ? withoutIdleTime((MemberEvent.Tick) event) : event);
    }

    private static MemberEvent withoutIdleTime(MemberEvent.Tick tick) {
      return new MemberEvent.Tick(tick.nowMillis(), tick.backlog());
    }

    @Override
    public boolean reports() {
      return gate.mayReport();
    }

    @Override
    public Report report(
        long nowMillis,
        Report.Backlog backlog,
        Report.Fsync fsync,
        Report.Snapshot snapshot,
        long treeBytes) {
      return gate.report(nowMillis, backlog, fsync, snapshot, treeBytes);
    }

    @Override
    public Report.Slot slot() {
      return gate.slot();
    }

    @Override
    public Trigger hardLimit() {
      return gate.hardLimit();
    }

    @Override
    public boolean givesSnapshotsUp() {
      return true;
    }

    @Override
    public boolean countsFromRoll() {
      return false;
    }
  }
}
