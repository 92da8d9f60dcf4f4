package io.snapkeeper.simulation.best;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.quorum.MajorityQuorum;
import io.snapkeeper.core.report.DeclineReason;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SlotState;
import io.snapkeeper.core.report.SnapshotPhase;
import io.snapkeeper.core.schedule.SchedulerAction;
import io.snapkeeper.core.schedule.SchedulerEvent;
import io.snapkeeper.core.schedule.SchedulerLimits;
import io.snapkeeper.core.schedule.SnapshotScheduler;
import io.snapkeeper.simulation.best.Cycle.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The production scheduler on one cycle: members that report every 500 ms and use their slots. It
 * has known them for a while before the cycle begins, as at the end of a pause.
 */
public final class ScheduledCycle {

  private static final long PING_MILLIS = 500;
  private static final long SNAP_COUNT = 100_000;
  private static final long EPOCH = 1;

  /** Long enough to know rates and latencies. */
  private static final long PAUSED_MILLIS = 10_000;

  /** A member of the cycle as the leader sees it. */
  private static final class Server {
    final long sid;
    final Member member;
    double emptiedAt;
    double startsAt = -1;
    Report.Slot slot = Report.Slot.NONE;
    long done;

    Server(long sid, Member member, double fillMillis) {
      this.sid = sid;
      this.member = member;
      this.emptiedAt = -member.backlog() * fillMillis;
    }
  }

  private final Cycle cycle;
  private final List<Server> servers = new ArrayList<>();
  private final SnapshotScheduler scheduler =
      new SnapshotScheduler(EPOCH, 1, SchedulerLimits.DEFAULT);
  private long nowMillis;
  private int mostAtOnce;
  private double longestWaitMillis;

  private ScheduledCycle(Cycle cycle) {
    this.cycle = cycle;
    for (int i = 0; i < cycle.members().size(); i++) {
      servers.add(new Server(i + 1L, cycle.members().get(i), 1e3 * cycle.fillSeconds()));
    }
  }

  /**
   * What came of a cycle.
   *
   * @param longestWaitSeconds from a member's limit being full until its snapshot began
   * @param mostAtOnce most snapshots at the same time
   */
  public record Outcome(double longestWaitSeconds, int mostAtOnce) {}

  /** Runs until every member has had its slot. */
  public static Outcome run(Cycle cycle) {
    ScheduledCycle run = new ScheduledCycle(cycle);
    Set<Long> sids = new TreeSet<>();
    run.servers.forEach(server -> sids.add(server.sid));
    run.nowMillis = -PAUSED_MILLIS;
    run.feed(
        new SchedulerEvent.OverrideOrdered(
            run.nowMillis, OperatorOverride.Mode.PAUSED, PAUSED_MILLIS));
    run.feed(
        new SchedulerEvent.MembershipChanged(
            run.nowMillis, List.of(new MajorityQuorum(sids)), Set.of()));
    for (Server server : run.servers) {
      if (server.sid != 1) {
        run.feed(new SchedulerEvent.MemberConnected(run.nowMillis, server.sid));
      }
    }
    double secondsMax = 20 * cycle.fillSeconds();
    for (Member member : cycle.members()) {
      secondsMax += 20 * member.snapshotSeconds();
    }
    while (run.servers.stream().anyMatch(server -> server.done == 0)) {
      run.ping();
      if (run.nowMillis > 1e3 * secondsMax) {
        throw new IllegalStateException("no slot for some member in " + secondsMax + " s");
      }
    }
    return new Outcome(run.longestWaitMillis / 1e3, run.mostAtOnce);
  }

  private void ping() {
    nowMillis += PING_MILLIS;
    int atOnce = 0;
    for (Server server : servers) {
      boolean running = server.slot.isOpen();
      if (running && nowMillis >= server.startsAt + 1e3 * server.member.snapshotSeconds()) {
        server.slot = new Report.Slot(server.slot.id(), SlotState.DONE, DeclineReason.NONE);
        server.emptiedAt = server.startsAt;
        server.done++;
        running = false;
      }
      atOnce += running ? 1 : 0;
    }
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    for (Server server : servers) {
      feed(new SchedulerEvent.Reported(nowMillis, report(server)));
    }
    feed(new SchedulerEvent.Tick(nowMillis));
  }

  private Report report(Server server) {
    long txns = (long) (SNAP_COUNT * (nowMillis - server.emptiedAt) / (1e3 * cycle.fillSeconds()));
    boolean running = server.slot.isOpen();
    long durationMillis = (long) (1e3 * server.member.snapshotSeconds());
    return new Report(
        server.sid,
        (nowMillis + PAUSED_MILLIS) / PING_MILLIS,
        new Report.Backlog(txns, txns * 1_024),
        new Report.Limits(SNAP_COUNT, 0),
        new Report.Fsync(nowMillis + PAUSED_MILLIS, 1_000 * (nowMillis + PAUSED_MILLIS), 1_000, 0),
        running
            ? new Report.Snapshot(
                SnapshotPhase.SCHEDULED,
                (int) Math.min(1_000, 1_000 * (nowMillis - server.startsAt) / durationMillis),
                (long) (nowMillis - server.startsAt))
            : Report.Snapshot.NONE,
        server.slot,
        new Report.LastSnapshot(durationMillis, durationMillis * 1_000),
        durationMillis * 1_000,
        new Report.Counts(server.done, 0),
        OperatorOverride.NONE);
  }

  private void feed(SchedulerEvent event) {
    for (SchedulerAction action : scheduler.step(event)) {
      if (action instanceof SchedulerAction.Grant grant) {
        Server server = servers.get((int) grant.sid() - 1);
        server.slot = new Report.Slot(grant.slotId(), SlotState.RUNNING, DeclineReason.NONE);
        server.startsAt = nowMillis;
        if (server.done == 0) {
          double fullAt = 1e3 * cycle.fullSeconds(server.member);
          longestWaitMillis = Math.max(longestWaitMillis, nowMillis - fullAt);
        }
      }
    }
  }
}
