package io.snapkeeper.zk.page;

import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.schedule.SchedulerStatus;
import io.snapkeeper.core.shadow.WatchedMember;
import io.snapkeeper.metrics.history.Activity;
import io.snapkeeper.metrics.history.Observation;
import io.snapkeeper.zk.member.LastSnapshot;
import io.snapkeeper.zk.member.MemberStatus;
import io.snapkeeper.zk.member.SnapshotCounters;
import io.snapkeeper.zk.snapshot.SnapshotRun;
import java.util.Optional;

/** Members for an observation, from what different roles know of them. */
final class SeenMembers {

  private static final double MICROS_PER_SECOND = 1e6;
  private static final double PERMILLE = 1_000;

  private SeenMembers() {}

  /** As a leader that schedules sees it. */
  static Observation.Member scheduled(SchedulerStatus.Member member) {
    return new Observation.Member(
        member.sid(),
        member.voter(),
        member.leader(),
        Activities.of(member.state(), member.report(), member.degradedSlot()),
        snapshot(member.report()),
        completed(member.report()),
        member.report().map(report -> report(report, member.fsyncMeanMicros())),
        member.outstandingSlotId(),
        member.decision());
  }

  /** As a leader that only watches sees it. */
  static Observation.Member watched(WatchedMember member) {
    return new Observation.Member(
        member.sid(),
        member.voter(),
        member.leader(),
        Activities.of(member.state(), member.report(), false),
        snapshot(member.report()),
        completed(member.report()),
        member.report().map(report -> report(report, member.fsyncMeanMicros())),
        0,
        "");
  }

  private static Observation.Snapshot snapshot(Optional<Report> report) {
    return report
        .map(Report::snapshot)
        .map(s -> new Observation.Snapshot(s.elapsedMillis(), s.permille() / PERMILLE))
        .orElse(Observation.Snapshot.NONE);
  }

  private static Observation.Completed completed(Optional<Report> report) {
    return report
        .map(
            r ->
                new Observation.Completed(
                    r.counts().scheduled(), r.counts().unscheduled(), r.last().durationMillis()))
        .orElse(Observation.Completed.NONE);
  }

  private static Observation.Report report(Report report, long fsyncMeanMicros) {
    return new Observation.Report(
        report.limits().fractionOf(report.backlog()),
        fsyncMeanMicros / MICROS_PER_SECOND,
        report.fsync().recentP99Micros() / MICROS_PER_SECOND,
        report.fsync().queueLength());
  }

  /** This server, by what it knows of itself. */
  static Observation.Member thisServer(
      MemberStatus status, String role, SnapshotCounters counters) {
    return new Observation.Member(
        status.sid(),
        !role.equals("observer"),
        role.equals("leader"),
        Activities.ofThisServer(status),
        status.running().map(SeenMembers::snapshot).orElse(Observation.Snapshot.NONE),
        new Observation.Completed(
            counters.scheduled(),
            counters.unscheduled(),
            status.last().map(LastSnapshot::durationMillis).orElse(0L)),
        Optional.of(
            new Observation.Report(
                status.limits().fractionOf(status.backlog()),
                status.fsyncMeanMicros() / MICROS_PER_SECOND,
                status.fsyncP99Micros() / MICROS_PER_SECOND,
                status.queueLength())),
        status.slot().isOpen() ? status.slot().id() : 0,
        status.modeReason());
  }

  /** The same member, with the cause of its snapshot, which a report does not tell. */
  static Observation.Member withCause(Observation.Member seen, MemberStatus status) {
    if (seen.activity() != Activity.SNAPSHOT_UNSCHEDULED || status.running().isEmpty()) {
      return seen;
    }
    return new Observation.Member(
        seen.sid(),
        seen.voter(),
        seen.leader(),
        Activities.of(status.running().get().cause()),
        seen.snapshot(),
        seen.completed(),
        seen.report(),
        seen.slotId(),
        seen.decision());
  }

  private static Observation.Snapshot snapshot(SnapshotRun run) {
    return new Observation.Snapshot(run.elapsedMillis(), run.permille() / PERMILLE);
  }
}
