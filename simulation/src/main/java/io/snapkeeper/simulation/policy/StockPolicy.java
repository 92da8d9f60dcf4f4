package io.snapkeeper.simulation.policy;

import io.snapkeeper.core.member.MemberAction;
import io.snapkeeper.core.member.MemberConfig;
import io.snapkeeper.core.member.MemberEvent;
import io.snapkeeper.core.member.Trigger;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.schedule.SchedulerLimits;
import io.snapkeeper.simulation.Draws;
import java.util.List;
import java.util.Optional;

/**
 * ZooKeeper's own rule: each server by itself at a random point between half of its limit and all
 * of it ({@code SyncRequestProcessor}), without asking anybody.
 */
public final class StockPolicy implements Policy {

  @Override
  public Optional<LeaderSide> leader(long epoch, long leaderSid, SchedulerLimits limits) {
    return Optional.empty();
  }

  @Override
  public MemberSide member(MemberConfig config, long seed) {
    return new Server(config.limits(), new Draws(seed));
  }

  private static final class Server implements MemberSide {

    private final Report.Limits limits;
    private final Draws draws;

    Server(Report.Limits limits, Draws draws) {
      this.limits = limits;
      this.draws = draws;
    }

    @Override
    public List<MemberAction> step(MemberEvent event) {
      if (event instanceof MemberEvent.ServingStarted || event instanceof MemberEvent.Fired) {
        Trigger next = draw();
        return List.of(new MemberAction.Arm(next, next));
      }
      return List.of();
    }

    private Trigger draw() {
      long half = limits.snapCount() / 2;
      long halfBytes = limits.snapSizeBytes() / 2;
      return new Trigger(
          half + (long) (draws.fraction() * half),
          halfBytes <= 0 ? Long.MAX_VALUE : halfBytes + (long) (draws.fraction() * halfBytes),
          Trigger.Cause.STOCK_RULE,
          0,
          Long.MAX_VALUE);
    }

    @Override
    public boolean reports() {
      return false;
    }

    @Override
    public Report report(
        long nowMillis,
        Report.Backlog backlog,
        Report.Fsync fsync,
        Report.Snapshot snapshot,
        long treeBytes) {
      throw new IllegalStateException("a stock server reports nothing");
    }

    @Override
    public Report.Slot slot() {
      return Report.Slot.NONE;
    }

    @Override
    public Trigger hardLimit() {
      return Trigger.NEVER;
    }

    @Override
    public boolean givesSnapshotsUp() {
      return false;
    }
  }
}
