package io.snapkeeper.monitoring.dashboard;

/** In which state of an ensemble a panel has something to show. */
public enum Condition {
  /** Whenever the servers have the plugin and have taken snapshots. */
  ALWAYS,
  /** While the leader schedules. */
  SCHEDULING,
  /** While the leader only watches ({@code snapkeeper.scheduler=off}). */
  WATCHING
}
