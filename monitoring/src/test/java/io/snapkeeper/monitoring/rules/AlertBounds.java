package io.snapkeeper.monitoring.rules;

import java.util.List;
import java.util.stream.Stream;

/**
 * The bound of each alert: series just below it, for which the alert never fires, and series just
 * above it. Series are in promtool's notation, with a value a minute: "0x10 1x5" is 11 times 0 and
 * 6 times 1.
 */
final class AlertBounds {

  private static final int ENDLESS = -1;

  /**
   * One bound of an alert.
   *
   * @param alert its name, without what all have in common
   * @param below series for which it never fires
   * @param above series for which it fires
   * @param fromMinute when the expression begins to hold for these
   * @param pendingMinutes for how long it must hold before the alert fires
   * @param lastMinute the last one at which it fires; negative if it does not end
   */
  record Bound(
      String alert,
      List<String> below,
      List<String> above,
      int fromMinute,
      int pendingMinutes,
      int lastMinute) {}

  private AlertBounds() {}

  static List<Bound> all() {
    return Stream.of(ofCommits(), ofSchedules(), ofServers(), ofEventsInAnHour())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Bound> ofCommits() {
    return List.of(
        // The server in the middle counts, whatever the third one does.
        endless(
            "CommitsSlow",
            Stream.of(p99("a", 0.49, 0.5), p99("b", 0.49, 0.5), p99("c", 0.5, 0.51)),
            Stream.of(p99("a", 0.5, 0.51), p99("b", 0.5, 0.51), p99("c", 0.49, 0.5)),
            // A rate needs two values.
            1,
            10));
  }

  private static List<Bound> ofSchedules() {
    String overlap = "snapkeeper_quorum_snapshotting_seconds_total{job='zk'} ";
    String margin = "snapkeeper_quorum_margin{job='zk'} ";
    String slots = "snapkeeper_slots_outstanding{job='zk'} ";
    String degraded = "snapkeeper_slots_granted_total{job='zk', kind='degraded'} ";
    return List.of(
        new Bound(
            "QuorumSnapshots",
            List.of(overlap + "0x40 0.95x60"),
            List.of(overlap + "0x40 1.05x60"),
            41,
            0,
            70),
        endless(
            "NoQuorumMargin",
            List.of(margin + "0x60", slots + "1x60"),
            List.of(margin + "0x60", slots + "0x60"),
            15),
        endless(
            "NoScheduler",
            List.of(mode("scheduled", "a", 0), mode("paused", "a", 0), mode("scheduled", "b", 1)),
            List.of(mode("scheduled", "a", 0), mode("paused", "a", 0), mode("scheduled", "b", 0)),
            15),
        endless(
            "NoLeader",
            List.of(mode("idle", "a", 1), mode("idle", "b", 0)),
            List.of(mode("idle", "a", 1), mode("idle", "b", 1)),
            5),
        // A rolling restart of half an hour, and a slot an hour.
        endless(
            "DegradedSlots",
            Stream.of(List.of(degraded + "0x10 1+1x28 29x150")),
            Stream.of(List.of(degraded + "0x10 1x59 2x59 3x59")),
            11,
            90));
  }

  private static List<Bound> ofServers() {
    String up = "up{job='zk', instance='a'} ";
    String plugin = "snapkeeper_build_info{job='zk', instance='a'} 1 stale";
    return List.of(
        gauge("ServerDraining", "member_state{sid='1', state='draining'}", 0.5, 0.51, 5),
        gauge("ServerSilent", "member_state{sid='1', state='silent'}", 0, 1, 15),
        gauge("ServerSilent", "member_state{sid='1', state='stale'}", 0, 1, 15),
        gauge("ServerSilent", "member_state{sid='1', state='disconnected'}", 0, 1, 15),
        gauge("BacklogHigh", "backlog_ratio", 1.5, 1.51, 30),
        // Until it is a day since it had the plugin.
        new Bound(
            "TargetDown",
            List.of(up + "1x1500", plugin),
            List.of(up + "0x1500", plugin),
            0,
            5,
            1440));
  }

  private static List<Bound> ofEventsInAnHour() {
    return List.of(
        once("HardLimitSnapshots", "snapshots_total{cause='hard_limit'}"),
        once("SnapshotsFail", "snapshots_given_up_total{outcome='failed'}"),
        once("SnapshotsFallBack", "snapshots_fallen_back_total{to='stream'}"),
        once("PluginFault", "faults_total"),
        // One that is there at the first scrape.
        new Bound(
            "PluginFault",
            List.of("snapkeeper_faults_total 0x100"),
            List.of("snapkeeper_faults_total 1x100"),
            0,
            0,
            59),
        once("LogWriterRestarted", "log_writer_restarts_total"));
  }

  /** A counter that stands still, and one that goes up by one in the second hour. */
  private static Bound once(String alert, String counter) {
    String series = "snapkeeper_" + counter + " ";
    return new Bound(
        alert, List.of(series + "0x200"), List.of(series + "0x100 1x100"), 101, 0, 160);
  }

  private static Bound gauge(
      String alert, String gauge, double below, double above, int pendingMinutes) {
    String series = "snapkeeper_" + gauge + " ";
    return endless(
        alert, List.of(series + below + "x60"), List.of(series + above + "x60"), pendingMinutes);
  }

  private static Bound endless(
      String alert, List<String> below, List<String> above, int pendingMinutes) {
    return endless(alert, Stream.of(below), Stream.of(above), 0, pendingMinutes);
  }

  private static Bound endless(
      String alert,
      Stream<List<String>> below,
      Stream<List<String>> above,
      int fromMinute,
      int pendingMinutes) {
    return new Bound(
        alert,
        below.flatMap(List::stream).toList(),
        above.flatMap(List::stream).toList(),
        fromMinute,
        pendingMinutes,
        ENDLESS);
  }

  private static String mode(String mode, String instance, int value) {
    return "snapkeeper_member_mode{job='zk', instance='%s', mode='%s'} %dx60"
        .formatted(instance, mode, value);
  }

  /** Commits of a server that all take more than one and at most another number of seconds. */
  private static List<String> p99(String instance, double moreThan, double atMost) {
    String bucket =
        "snapkeeper_commit_duration_seconds_bucket{job='zk', instance='%s', le='%s'} 0+%dx60";
    return List.of(
        bucket.formatted(instance, moreThan, 0),
        bucket.formatted(instance, atMost, 60),
        bucket.formatted(instance, "+Inf", 60));
  }
}
