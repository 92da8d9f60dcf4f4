package io.snapkeeper.simulation.best;

import io.snapkeeper.core.operator.OperatorOverride;
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
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The production scheduler on one cycle: members that report every 500 ms and use their slots. It
 * has known them for a while before the cycle begins, as after the schedule was off.
 */
public final class ScheduledCycle {

  private static final long PING_MILLIS = 500;
  private static final long SNAP_COUNT = 100_000;
  private static final long EPOCH = 1;

  /** Long enough to know rates and latencies. */
  private static final long OFF_MILLIS = 10_000;

  /** A member of the cycle as the leader sees it. */
  private static final class Server {
    final long sid;
    final Member member;
    double emptiedAt;
    double startsAt = -1;
    Report.Slot slot = Report.Slot.NONE;
    long done;

    Server(long sid, Member member) {
      this.sid = sid;
      this.member = member;
      this.emptiedAt = -1e3 * member.backlog() * member.fillSeconds();
    }
  }

  private final List<Server> servers = new ArrayList<>();
  private final SnapshotScheduler scheduler =
      new SnapshotScheduler(EPOCH, 1, SchedulerLimits.DEFAULT);
  private long nowMillis;
  private final double fastestSeconds;
  private int mostAtOnce;
  private boolean again;
  private final Map<Measure, Double> measures = new EnumMap<>(Measure.class);

  private ScheduledCycle(Cycle cycle) {
    fastestSeconds = cycle.members().stream().mapToDouble(Member::fillSeconds).min().orElseThrow();
    for (int i = 0; i < cycle.members().size(); i++) {
      servers.add(new Server(i + 1L, cycle.members().get(i)));
    }
  }

  /**
   * What came of a cycle.
   *
   * @param measures of each member's first slot, the largest
   * @param mostAtOnce most snapshots at the same time
   * @param again whether some member had another slot before all had their first
   */
  public record Outcome(Map<Measure, Double> measures, int mostAtOnce, boolean again) {

    double of(Measure measure) {
      return measures.get(measure);
    }
  }

  /** Runs until every member has had its slot. */
  public static Outcome run(Cycle cycle) {
    ScheduledCycle run = new ScheduledCycle(cycle);
    run.nowMillis = -OFF_MILLIS;
    run.feed(
        new SchedulerEvent.OverrideOrdered(run.nowMillis, OperatorOverride.Mode.OFF, OFF_MILLIS));
    run.feed(new SchedulerEvent.MembershipChanged(run.nowMillis, List.of(cycle.rule()), Set.of()));
    for (Server server : run.servers) {
      if (server.sid != 1) {
        run.feed(new SchedulerEvent.MemberConnected(run.nowMillis, server.sid));
      }
    }
    double secondsMax = 0;
    for (Member member : cycle.members()) {
      secondsMax = Math.max(secondsMax, 20 * member.fillSeconds());
      secondsMax += 20 * member.slotSeconds();
    }
    while (run.servers.stream().anyMatch(server -> server.done == 0)) {
      run.ping();
      if (run.nowMillis > 1e3 * secondsMax) {
        throw new IllegalStateException("no slot for some member in " + secondsMax + " s");
      }
    }
    return new Outcome(run.measures, run.mostAtOnce, run.again);
  }

  private void ping() {
    nowMillis += PING_MILLIS;
    int atOnce = 0;
    for (Server server : servers) {
      boolean running = server.slot.isOpen();
      if (running && nowMillis >= server.startsAt + 1e3 * server.member.slotSeconds()) {
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
    double seconds = Math.max(0, nowMillis - server.emptiedAt) / 1e3;
    // All log the same, and so much the larger are the limits of those that fill slowly.
    double snapCount = SNAP_COUNT * server.member.fillSeconds() / fastestSeconds;
    long txns = (long) (SNAP_COUNT * seconds / fastestSeconds);
    boolean running = server.slot.isOpen();
    long durationMillis = (long) (1e3 * server.member.slotSeconds());
    return new Report(
        server.sid,
        (nowMillis + OFF_MILLIS) / PING_MILLIS,
        new Report.Backlog(txns, txns * 1_024),
        new Report.Limits(Math.round(snapCount), 0),
        new Report.Fsync(nowMillis + OFF_MILLIS, 1_000 * (nowMillis + OFF_MILLIS), 1_000, 0),
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
        again |= server.done > 0;
        if (server.done == 0) {
          for (Measure measure : Measure.values()) {
            measures.merge(measure, measure.of(server.member, nowMillis / 1e3), Math::max);
          }
        }
      }
    }
  }
}
