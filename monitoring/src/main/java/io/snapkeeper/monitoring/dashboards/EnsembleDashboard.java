package io.snapkeeper.monitoring.dashboards;

import static io.snapkeeper.monitoring.dashboards.Select.ensemble;
import static io.snapkeeper.monitoring.dashboards.Select.grown;
import static io.snapkeeper.monitoring.dashboards.Select.rate;

import io.snapkeeper.monitoring.dashboard.Condition;
import io.snapkeeper.monitoring.dashboard.Dashboard;
import io.snapkeeper.monitoring.dashboard.Panel;
import io.snapkeeper.monitoring.dashboard.Query;
import io.snapkeeper.monitoring.dashboard.Row;
import io.snapkeeper.monitoring.dashboard.Threshold;
import io.snapkeeper.monitoring.dashboard.Tone;
import io.snapkeeper.monitoring.dashboard.Unit;
import java.util.List;

/** Is this ensemble all right, and if not, which server is it? */
final class EnsembleDashboard {

  private EnsembleDashboard() {}

  static Dashboard make() {
    return new Dashboard(
        "snapkeeper-ensemble",
        "Snapkeeper: ensemble",
        "Snapshots, slots and log commits of one ZooKeeper ensemble.",
        "1h",
        List.of(Select.JOB),
        List.of(now(), snapshots(), commits(), members(), trouble()));
  }

  private static Row now() {
    return Row.of(
        "Is a quorum fast?",
        Panel.stat(
                "Quorum margin",
                Unit.COUNT,
                "How many more voters could slow down before the quorum does. 0 during a snapshot of"
                    + " a small ensemble is normal; below 0 writes wait.",
                "max(" + ensemble("snapkeeper_quorum_margin") + ")")
            .onlyWhile(Condition.SCHEDULING)
            .withThresholds(
                new Threshold(Double.NEGATIVE_INFINITY, Tone.BAD),
                new Threshold(0, Tone.WARNING),
                new Threshold(1, Tone.GOOD)),
        Panel.stat(
                "Quorum snapshotting",
                Unit.SECONDS,
                "For how long so many voters snapshotted at once that the others held no quorum, in"
                    + " the time shown. With the scheduler on it should be 0.",
                grown(ensemble("snapkeeper_quorum_snapshotting_seconds_total")))
            .withThresholds(new Threshold(0.5, Tone.WARNING), new Threshold(30, Tone.BAD)),
        Panel.stat(
                "In degraded slots",
                Unit.SECONDS,
                "The same, in slots that the leader granted because no other was possible.",
                grown(ensemble("snapkeeper_degraded_snapshotting_seconds_total")))
            .withThresholds(new Threshold(0.5, Tone.WARNING)),
        Panel.stat(
                "Commit p99, quorum",
                Unit.SECONDS,
                "99th percentile of log commits on the server in the middle: the one that completes"
                    + " the quorum, and so what clients wait for.",
                "quantile(0.5, "
                    + Select.quantile(
                        0.99, "instance, le", ensemble("snapkeeper_commit_duration_seconds_bucket"))
                    + ")")
            .withThresholds(new Threshold(0.1, Tone.WARNING), new Threshold(0.5, Tone.BAD)),
        Panel.stat(
            "Servers that report",
            Unit.COUNT,
            "Servers with the plugin that Prometheus could scrape.",
            "count(" + ensemble("snapkeeper_build_info") + ")"),
        Panel.stat(
                "In the schedule",
                Unit.COUNT,
                "Servers that snapshot by the leader's slots. The others follow ZooKeeper's own"
                    + " rule, or nobody leads.",
                "sum(" + ensemble("snapkeeper_member_mode", "mode", "scheduled") + ")")
            .withThresholds(
                new Threshold(Double.NEGATIVE_INFINITY, Tone.WARNING),
                new Threshold(1, Tone.GOOD)));
  }

  private static Row snapshots() {
    return Row.of(
        "Who snapshots, and when?",
        Panel.stateTimeline(
                "Snapshots",
                "Marked while a server writes a snapshot. Marks that stand above each other are"
                    + " snapshots at the same time. Snapshots shorter than the scrape interval may"
                    + " be missing.",
                new Query(ensemble("snapkeeper_snapshot_running"), "{{instance}}"))
            .withWidth(Panel.COLUMNS),
        Panel.timeSeries(
            "Share of the time with snapshots",
            Unit.SHARE,
            "Any voter, a quorum of them (the problem), a quorum of them in degraded slots.",
            new Query(
                "sum(" + rate(ensemble("snapkeeper_any_snapshotting_seconds_total")) + ")", "any"),
            new Query(
                "sum(" + rate(ensemble("snapkeeper_quorum_snapshotting_seconds_total")) + ")",
                "a quorum"),
            new Query(
                "sum(" + rate(ensemble("snapkeeper_degraded_snapshotting_seconds_total")) + ")",
                "a quorum, degraded")),
        Panel.timeSeries(
                "Backlog, as a share of the snapshot limit",
                Unit.SHARE,
                "What a restart would replay. With the scheduler a server snapshots at about 75%."
                    + " Lines that rise together past 100%: nobody gets a slot.",
                new Query(ensemble("snapkeeper_backlog_ratio"), "{{instance}}"))
            .withThresholds(new Threshold(1.5, Tone.WARNING)),
        Panel.timeSeries(
            "Snapshots by cause, per hour",
            Unit.COUNT,
            "slot is the normal cause. hard_limit: no slot came in time. stock_rule: no leader"
                + " schedules. other: leader starts, syncs, admin commands.",
            new Query(
                "3600 * sum by (cause) (" + rate(ensemble("snapkeeper_snapshots_total")) + ")",
                "{{cause}}")),
        Panel.timeSeries(
            "Slots granted, per hour",
            Unit.COUNT,
            "normal slots leave a quorum of fast voters. degraded ones do not.",
            new Query(
                "3600 * sum by (kind) (" + rate(ensemble("snapkeeper_slots_granted_total")) + ")",
                "{{kind}}")));
  }

  private static Row commits() {
    return Row.of(
        "How long do log commits take?",
        Panel.timeSeries(
            "Commit p99 by server",
            Unit.SECONDS,
            "One slow server does not slow clients down. A majority of slow servers does.",
            new Query(
                Select.quantile(
                    0.99, "instance, le", ensemble("snapkeeper_commit_duration_seconds_bucket")),
                "{{instance}}")),
        Panel.heatmap(
            "Commits of all servers",
            "The colour tells how many commits took how long.",
            "sum by (le) (" + rate(ensemble("snapkeeper_commit_duration_seconds_bucket")) + ")"),
        Panel.timeSeries(
                "Transactions that wait for a server's log",
                Unit.COUNT,
                "As the servers report it to the leader. A server whose queue grows is draining.",
                new Query(ensemble("snapkeeper_member_queue_length"), "server {{sid}}"))
            .onlyWhile(Condition.SCHEDULING),
        Panel.timeSeries(
                "Mean commit, as the leader knows it",
                Unit.SECONDS,
                "Above snapkeeper.scheduler.drainFsyncMillis the leader counts a voter as slow.",
                new Query(ensemble("snapkeeper_member_commit_mean_seconds"), "server {{sid}}"))
            .onlyWhile(Condition.SCHEDULING));
  }

  private static Row members() {
    return Row.of(
        "What does the leader think of the members?",
        Panel.timeSeries(
                "Fast voters, slots, margin",
                Unit.COUNT,
                "A normal slot needs a quorum of fast voters without its holder.",
                new Query("max(" + ensemble("snapkeeper_voters_fast") + ")", "fast voters"),
                new Query("max(" + ensemble("snapkeeper_slots_outstanding") + ")", "open slots"),
                new Query("max(" + ensemble("snapkeeper_quorum_margin") + ")", "quorum margin"))
            .onlyWhile(Condition.SCHEDULING),
        Panel.table(
                "Members now",
                "The state of each member by its server id. silent: connected, but without the"
                    + " plugin. stale: its reports have stopped. disconnected: it is away.",
                "max by (sid, state) (" + ensemble("snapkeeper_member_state") + ") == 1")
            .onlyWhile(Condition.SCHEDULING)
            .withWidth(6),
        Panel.table(
                "Servers now",
                "The rule by which each server snapshots.",
                "max by (instance, mode) (" + ensemble("snapkeeper_member_mode") + ") == 1")
            .withWidth(6));
  }

  private static Row trouble() {
    return Row.of(
        "Has anything failed?",
        Panel.timeSeries(
            "Faults and restarts since the servers' start",
            Unit.COUNT,
            "Each step up has lines in that server's log. See the runbook.",
            new Query(ensemble("snapkeeper_faults_total"), "{{instance}} faults"),
            new Query(ensemble("snapkeeper_log_writer_restarts_total"), "{{instance}} writers")),
        Panel.timeSeries(
            "Snapshots given up or written otherwise since the servers' start",
            Unit.COUNT,
            "failed: disk full or I/O error. buffered, stream: direct I/O was not possible.",
            new Query(
                "sum by (outcome) (" + ensemble("snapkeeper_snapshots_given_up_total") + ")",
                "{{outcome}}"),
            new Query(
                "sum by (to) (" + ensemble("snapkeeper_snapshots_fallen_back_total") + ")",
                "written {{to}}")));
  }
}
