package io.snapkeeper.faults;

import java.util.Arrays;

/** The repository's alerts. */
enum Alert {
  COMMITS_SLOW("CommitsSlow"),
  QUORUM_SNAPSHOTS("QuorumSnapshots"),
  NO_QUORUM_MARGIN("NoQuorumMargin"),
  NO_SCHEDULER("NoScheduler"),
  NO_LEADER("NoLeader"),
  DEGRADED_SLOTS("DegradedSlots"),
  SERVER_DRAINING("ServerDraining"),
  SERVER_SILENT("ServerSilent"),
  TARGET_DOWN("TargetDown"),
  BACKLOG_HIGH("BacklogHigh"),
  HARD_LIMIT_SNAPSHOTS("HardLimitSnapshots"),
  SNAPSHOTS_FAIL("SnapshotsFail"),
  SNAPSHOTS_FALL_BACK("SnapshotsFallBack"),
  PLUGIN_FAULT("PluginFault"),
  LOG_WRITER_RESTARTED("LogWriterRestarted");

  private static final String PREFIX = "Snapkeeper";

  private final String shortName;

  Alert(String shortName) {
    this.shortName = shortName;
  }

  /** Without what all have in common, for tables. */
  String shortName() {
    return shortName;
  }

  /** Its name in the rule file. */
  String ruleName() {
    return PREFIX + shortName;
  }

  static Alert of(String ruleName) {
    return Arrays.stream(values())
        .filter(alert -> alert.ruleName().equals(ruleName))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no alert " + ruleName));
  }
}
