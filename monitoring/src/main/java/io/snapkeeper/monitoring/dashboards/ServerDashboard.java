package io.snapkeeper.monitoring.dashboards;

import static io.snapkeeper.monitoring.dashboards.Select.rate;
import static io.snapkeeper.monitoring.dashboards.Select.server;

import io.snapkeeper.monitoring.dashboard.Condition;
import io.snapkeeper.monitoring.dashboard.Dashboard;
import io.snapkeeper.monitoring.dashboard.Panel;
import io.snapkeeper.monitoring.dashboard.Query;
import io.snapkeeper.monitoring.dashboard.Row;
import io.snapkeeper.monitoring.dashboard.Threshold;
import io.snapkeeper.monitoring.dashboard.Tone;
import io.snapkeeper.monitoring.dashboard.Unit;
import java.util.List;

/** What does this server do, and what holds it up? */
final class ServerDashboard {

  private static final String SNAPSHOT_RATE = server("snapkeeper_snapshot_rate_bytes_per_second");

  private static final String DISK_RATE = server("snapkeeper_disk_rate_bytes_per_second");

  private ServerDashboard() {}

  static Dashboard make() {
    return new Dashboard(
        "snapkeeper-server",
        "Snapkeeper: one server",
        "Snapshots, pacer, transaction log and JVM of one ZooKeeper server.",
        "1h",
        List.of(Select.JOB, Select.INSTANCE),
        List.of(now(), snapshots(), pacer(), log(), jvm()));
  }

  private static Row now() {
    return Row.of(
        "What does it do now?",
        Panel.stat(
                "Backlog",
                Unit.SHARE,
                "Share of the snapshot limit that a restart would replay.",
                server("snapkeeper_backlog_ratio"))
            .withThresholds(new Threshold(1.5, Tone.WARNING), new Threshold(3, Tone.BAD)),
        Panel.stat(
            "Backlog, transactions",
            Unit.COUNT,
            "Transactions since the last completed snapshot.",
            server("snapkeeper_backlog_transactions")),
        Panel.stat(
            "Backlog, log bytes",
            Unit.BYTES,
            "Log bytes since the last completed snapshot, preallocated space included.",
            server("snapkeeper_backlog_bytes")),
        Panel.stat(
            "Snapshot progress",
            Unit.SHARE,
            "Of the running snapshot; 0 if none runs.",
            server("snapkeeper_snapshot_progress_ratio")),
        Panel.stat(
                "Plugin faults",
                Unit.COUNT,
                "Since the server's start. Each kind is logged once.",
                server("snapkeeper_faults_total"))
            .withThresholds(new Threshold(1, Tone.WARNING)),
        Panel.table(
                "Rule in force",
                "The rule by which this server snapshots.",
                "max by (mode) (" + server("snapkeeper_member_mode") + ") == 1")
            .withWidth(4));
  }

  private static Row snapshots() {
    return Row.of(
        "How do its snapshots go?",
        Panel.stateTimeline(
                "Snapshot running",
                "Marked while it writes a snapshot.",
                new Query(server("snapkeeper_snapshot_running"), "snapshot"))
            .withWidth(Panel.COLUMNS),
        Panel.timeSeries(
            "Mean duration of snapshots",
            Unit.SECONDS,
            "From the first byte until the file is on stable storage. It grows with the tree, and"
                + " when the disk or its neighbours leave less bandwidth.",
            new Query(
                rate(server("snapkeeper_snapshot_duration_seconds_sum"))
                    + " / "
                    + rate(server("snapkeeper_snapshot_duration_seconds_count")),
                "duration")),
        Panel.timeSeries(
            "Snapshot bytes written",
            Unit.BYTES_PER_SECOND,
            "Size of the completed snapshots' files over time.",
            new Query(rate(server("snapkeeper_snapshot_written_bytes_total")), "written")),
        Panel.timeSeries(
            "Snapshots by cause, per hour",
            Unit.COUNT,
            "slot is the normal cause.",
            new Query("3600 * " + rate(server("snapkeeper_snapshots_total")), "{{cause}}")),
        Panel.table(
                "Written how",
                "direct, or buffered (the file system refuses direct I/O), or stream (ZooKeeper's"
                    + " own writer).",
                "max by (way) (" + server("snapkeeper_snapshot_way") + ") == 1")
            .withWidth(6),
        Panel.table(
                "Version",
                "Of the plugin.",
                "max by (version) (" + server("snapkeeper_build_info") + ")")
            .withWidth(6));
  }

  private static Row pacer() {
    return Row.of(
        "What limits its snapshots?",
        Panel.timeSeries(
                "Rate of the running snapshot, and of the disk",
                Unit.BYTES_PER_SECOND,
                "What the pacer allows, at most what it believes the disk can do. An estimate that"
                    + " falls means a slower disk, or a neighbour on it.",
                new Query(smaller(SNAPSHOT_RATE, DISK_RATE), "snapshot"),
                new Query(DISK_RATE, "disk, estimated"))
            .onlyWhile(Condition.PACING),
        Panel.stateTimeline(
                "Limited by",
                "commit_latency: the log goes first, as it should. disk: the disk is the limit."
                    + " deadline: the snapshot would take too long otherwise, and commits suffer.",
                new Query(server("snapkeeper_snapshot_limited_by"), "{{limit}}"))
            .onlyWhile(Condition.PACING),
        Panel.timeSeries(
                "Median commit without and during snapshots",
                Unit.SECONDS,
                "The pacer slows the snapshot down when commits during it exceed the target.",
                new Query(server("snapkeeper_commit_baseline_seconds"), "without"),
                new Query(server("snapkeeper_commit_beside_snapshot_seconds"), "during"),
                new Query(server("snapkeeper_commit_target_seconds"), "target"))
            .onlyWhile(Condition.PACING),
        Panel.timeSeries(
                "Latency of the disk's requests",
                Unit.SECONDS,
                "Of the direct writes of snapshots, 16 to 256 KiB each.",
                new Query(
                    quantile(0.5, "snapkeeper_snapshot_request_duration_seconds_bucket"), "p50"),
                new Query(
                    quantile(0.99, "snapkeeper_snapshot_request_duration_seconds_bucket"), "p99"))
            .onlyWhile(Condition.PACING),
        Panel.timeSeries(
                "Share of the time in which the pacer waits",
                Unit.SHARE,
                "Time for which it held back a snapshot's requests.",
                new Query(rate(server("snapkeeper_pacer_waited_seconds_total")), "waiting"))
            .onlyWhile(Condition.PACING),
        Panel.timeSeries(
                "Pacer faults since the server's start",
                Unit.COUNT,
                "After each one the running snapshot continued unpaced.",
                new Query(server("snapkeeper_pacer_faults_total"), "faults"))
            .onlyWhile(Condition.PACING));
  }

  private static Row log() {
    return Row.of(
        "How does its log go?",
        Panel.timeSeries(
            "Commit latency",
            Unit.SECONDS,
            "From the request to write and sync until the log is on stable storage.",
            new Query(quantile(0.5, "snapkeeper_commit_duration_seconds_bucket"), "p50"),
            new Query(quantile(0.99, "snapkeeper_commit_duration_seconds_bucket"), "p99"),
            new Query(quantile(0.999, "snapkeeper_commit_duration_seconds_bucket"), "p99.9")),
        Panel.heatmap(
            "Commits",
            "The colour tells how many commits took how long.",
            "sum by (le) (" + rate(server("snapkeeper_commit_duration_seconds_bucket")) + ")"),
        Panel.timeSeries(
            "Commits per second",
            Unit.COUNT,
            "Commits, and those beyond the preallocated zeros, which are as slow as ZooKeeper's.",
            new Query(rate(server("snapkeeper_commit_duration_seconds_count")), "commits"),
            new Query(rate(server("snapkeeper_log_overruns_total")), "overruns")),
        Panel.table(
                "Log written by",
                "ZooKeeper, the plugin inside the server, or a separate process. It should be what"
                    + " snapkeeper.writer says.",
                "max by (way) (" + server("snapkeeper_log_way") + ") == 1")
            .withWidth(6),
        Panel.stat(
                "Writer restarts",
                Unit.COUNT,
                "Writer processes that died or hung and were replaced, since the server's start.",
                server("snapkeeper_log_writer_restarts_total"))
            .withWidth(6)
            .withThresholds(new Threshold(1, Tone.WARNING)));
  }

  private static Row jvm() {
    return Row.of(
        "How is its JVM?",
        Panel.timeSeries(
            "Heap",
            Unit.BYTES,
            "Used, and the most that the JVM may take.",
            new Query("sum(" + server("jvm_memory_used_bytes", "area", "heap") + ")", "used"),
            new Query("sum(" + server("jvm_memory_max_bytes", "area", "heap") + ")", "most")),
        Panel.timeSeries(
            "Share of the time in garbage collection",
            Unit.SHARE,
            "A pause of the JVM delays commits as a slow disk does.",
            new Query("sum(" + rate(server("jvm_gc_pause_seconds_sum")) + ")", "pauses")));
  }

  /** The first alone while the second is not known. */
  private static String smaller(String first, String second) {
    return "max(%1$s < %2$s or %2$s or %1$s)".formatted(first, second);
  }

  private static String quantile(double quantile, String buckets) {
    return Select.quantile(quantile, "le", server(buckets));
  }
}
