package io.snapkeeper.metrics.history;

/** What a member does during a span of time, as far as this server knows. */
public enum Activity {
  /** Nothing that keeps it from committing at once. */
  FAST("fast"),
  /** It holds a slot and has not begun to write. */
  SLOT_OUTSTANDING("slot-outstanding"),
  SNAPSHOT_SLOT("snapshot-slot"),
  SNAPSHOT_DEGRADED_SLOT("snapshot-degraded-slot"),
  SNAPSHOT_HARD_LIMIT("snapshot-hard-limit"),
  SNAPSHOT_STOCK_RULE("snapshot-stock-rule"),
  /** The start of a leader, a sync with one, or an admin command. */
  SNAPSHOT_OTHER("snapshot-other"),
  /** Outside a slot, for a reason that this server does not know. */
  SNAPSHOT_UNSCHEDULED("snapshot-unscheduled"),
  /** Its log is slow, or requests queue for it. */
  DRAINING("draining"),
  /** Connected, without a fresh report. */
  SILENT("silent"),
  /** Not connected to the leader; of this server itself: not serving. */
  DISCONNECTED("disconnected"),
  /** This server cannot know: it does not lead. */
  UNWATCHED("unwatched"),
  /** Not of a member: a quorum snapshots at once. */
  OVERLAP("overlap"),
  /** The same, with one of the snapshots in a degraded slot. */
  OVERLAP_DEGRADED("overlap-degraded");

  private final String label;

  Activity(String label) {
    this.label = label;
  }

  /** The name in the page's data. */
  public String label() {
    return label;
  }

  /** Whether a snapshot is being written. */
  public boolean isSnapshot() {
    return switch (this) {
      case SNAPSHOT_SLOT,
          SNAPSHOT_DEGRADED_SLOT,
          SNAPSHOT_HARD_LIMIT,
          SNAPSHOT_STOCK_RULE,
          SNAPSHOT_OTHER,
          SNAPSHOT_UNSCHEDULED ->
          true;
      case FAST,
          SLOT_OUTSTANDING,
          DRAINING,
          SILENT,
          DISCONNECTED,
          UNWATCHED,
          OVERLAP,
          OVERLAP_DEGRADED ->
          false;
    };
  }
}
