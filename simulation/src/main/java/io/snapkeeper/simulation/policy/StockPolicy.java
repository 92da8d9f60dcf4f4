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
 * ZooKeeper's own rule ({@code SyncRequestProcessor} of 3.9.5): each server by itself, without
 * asking anybody, at a random point between half of its limit and all of it. It counts from the
 * last time that it rolled its log in this life of its process, and at that point it rolls the log
 * and draws the next point whether or not its snapshot thread is free; if it is not, there is no
 * snapshot.
 */
public final class StockPolicy implements Policy {

  @Override
  public Optional<LeaderSide> leader(
      long epoch, long leaderSid, SchedulerLimits limits, long lastNumber) {
    return Optional.empty();
  }

  @Override
  public MemberSide member(MemberConfig config, long seed) {
    return new Server(config.limits(), new Draws(seed));
  }

  private static final class Server implements MemberSide {

    /** ZooKeeper's default {@code preAllocSize}: its files grow by so much. */
    private static final long PREALLOCATED_BYTES = 64L << 20;

    /** A file grows when less than this is left of it. */
    private static final long PREALLOCATE_BEFORE_BYTES = 4_096;

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
      long aboveTxns = half + (long) (draws.fraction() * half);
      long aboveSizeBytes = halfBytes + (long) (draws.fraction() * halfBytes);
      return new Trigger(
          aboveTxns,
          halfBytes <= 0 ? Long.MAX_VALUE : whenFilesAreAbove(aboveSizeBytes),
          Trigger.Cause.STOCK_RULE,
          0,
          Long.MAX_VALUE);
    }

    /** It compares the files' size, and that is a multiple of what is preallocated. */
    private static long whenFilesAreAbove(long sizeBytes) {
      return Math.max(
          0, sizeBytes / PREALLOCATED_BYTES * PREALLOCATED_BYTES - PREALLOCATE_BEFORE_BYTES);
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

    @Override
    public boolean countsFromRoll() {
      return true;
    }
  }
}
