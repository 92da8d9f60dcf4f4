package io.snapkeeper.metrics.figures;

/**
 * A server's backlog, and the rule by which it snapshots.
 *
 * @param backlogTransactions since the last completed snapshot
 * @param backlogBytes log bytes since then, as ZooKeeper counts them for its size limit
 * @param backlogRatio share of the nearer snapshot limit that the backlog fills; 1 is all of it
 * @param mode the rule in force
 * @param recentCommitMeanSeconds mean log commit of the last five seconds; 0 without commits
 * @param recentCommitP99Seconds 99th percentile of the same commits; 0 without commits
 * @param faults inside the plugin, since the start of the server
 */
public record MemberFigures(
    long backlogTransactions,
    long backlogBytes,
    double backlogRatio,
    Mode mode,
    double recentCommitMeanSeconds,
    double recentCommitP99Seconds,
    long faults) {

  /** By which rule a server snapshots. The names in lower case are label values. */
  public enum Mode {
    /** The server does not serve. */
    IDLE,
    /** It waits for a scheduler. */
    GRACE,
    SCHEDULED,
    PAUSED,
    /** ZooKeeper's own rule. */
    STOCK_RULE
  }
}
