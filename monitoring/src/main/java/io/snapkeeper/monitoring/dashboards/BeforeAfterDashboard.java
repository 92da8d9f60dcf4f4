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

/** What has the schedule changed, or would it change? */
final class BeforeAfterDashboard {

  private BeforeAfterDashboard() {}

  static Dashboard make() {
    return new Dashboard(
        "snapkeeper-before-after",
        "Snapkeeper: before and after",
        "An ensemble that first only watches (snapkeeper.scheduler=off), and then schedules.",
        "24h",
        List.of(Select.JOB),
        List.of(measured(), wouldBe()));
  }

  private static Row measured() {
    return Row.of(
        "What has the schedule changed?",
        Panel.stateTimeline(
                "Snapshots",
                "Marked while a server writes a snapshot. Without the schedule marks come to stand"
                    + " above each other.",
                new Query(ensemble("snapkeeper_snapshot_running"), "{{instance}}"))
            .withWidth(Panel.COLUMNS),
        Panel.timeSeries(
                "Share of the time with a quorum snapshotting",
                Unit.SHARE,
                "Writes wait for a snapshot's disk then. With the schedule it should be 0.",
                new Query(
                    "sum(" + rate(ensemble("snapkeeper_quorum_snapshotting_seconds_total")) + ")",
                    "a quorum snapshots"))
            .withWidth(Panel.COLUMNS),
        Panel.timeSeries(
                "Commit p99",
                Unit.SECONDS,
                "The server in the middle completes the quorum: clients wait for it.",
                new Query("quantile(0.5, " + p99() + ")", "server in the middle"),
                new Query("max(" + p99() + ")", "slowest server"))
            .withWidth(Panel.COLUMNS),
        Panel.timeSeries(
            "Servers by the rule in force",
            Unit.COUNT,
            "stock_rule is before, scheduled is after.",
            new Query("sum by (mode) (" + ensemble("snapkeeper_member_mode") + ")", "{{mode}}")),
        Panel.timeSeries(
            "Snapshots by cause, per hour",
            Unit.COUNT,
            "The schedule moves snapshots, and takes as many as before.",
            new Query(
                "3600 * sum by (cause) (" + rate(ensemble("snapkeeper_snapshots_total")) + ")",
                "{{cause}}")));
  }

  private static Row wouldBe() {
    return Row.of(
        "What would the schedule have made of it? (while the leader only watches)",
        Panel.stat(
                "Quorum snapshotting",
                Unit.SECONDS,
                "In fact: for how long so many voters snapshotted at once that the others held no"
                    + " quorum, in the time shown.",
                grown(ensemble("snapkeeper_quorum_snapshotting_seconds_total")))
            .withThresholds(new Threshold(0.5, Tone.WARNING)),
        Panel.stat(
                "... with the schedule",
                Unit.SECONDS,
                "For how long it would have been, in the longest term shown.",
                largest("snapkeeper_shadow_quorum_snapshotting_seconds"))
            .onlyWhile(Condition.WATCHING)
            .withThresholds(new Threshold(0.5, Tone.WARNING)),
        Panel.stat(
                "Slots",
                Unit.COUNT,
                "That it would have granted in that term.",
                largest("snapkeeper_shadow_slots"))
            .onlyWhile(Condition.WATCHING),
        Panel.stat(
                "Degraded slots",
                Unit.COUNT,
                "Those of them that would have been on the quorum's path.",
                largest("snapkeeper_shadow_degraded_slots"))
            .onlyWhile(Condition.WATCHING)
            .withThresholds(new Threshold(1, Tone.WARNING)),
        Panel.stat(
                "Largest backlog",
                Unit.SHARE,
                "That a server would have had before its slot, as a share of its limit. Above 100%"
                    + " the schedule has too little time for so many snapshots.",
                largest("snapkeeper_shadow_backlog_max_ratio"))
            .onlyWhile(Condition.WATCHING)
            .withThresholds(new Threshold(1, Tone.WARNING)),
        Panel.stat(
            "Time watched",
            Unit.SECONDS,
            "For how long leaders added up overlaps, in the time shown.",
            grown(ensemble("snapkeeper_watched_seconds_total"))));
  }

  /** These count from the beginning of a leader's term, and end with it. */
  private static String largest(String metric) {
    return "max(max_over_time(" + ensemble(metric) + "[$__range]))";
  }

  private static String p99() {
    return Select.quantile(
        0.99, "instance, le", ensemble("snapkeeper_commit_duration_seconds_bucket"));
  }
}
