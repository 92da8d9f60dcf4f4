package io.snapkeeper.monitoring.dashboard;

/** In which state of an ensemble a panel has something to show. */
public enum Condition {
  /** Whenever the servers have the plugin and have taken snapshots. */
  ALWAYS(""),
  /** While the leader schedules. */
  SCHEDULING("No leader scheduled in this time: snapkeeper.scheduler=off, or no leader"),
  /** While the leader only watches ({@code snapkeeper.scheduler=off}). */
  WATCHING("Only with snapkeeper.scheduler=off: no leader only watched in this time"),
  /** While the plugin writes the snapshots. */
  PACING("No snapshot was paced: snapkeeper.scheduler=off, or snapkeeper.snapshots=stock");

  private final String otherwise;

  Condition(String otherwise) {
    this.otherwise = otherwise;
  }

  /** What to show in place of "No data"; may be empty. */
  public String otherwise() {
    return otherwise;
  }
}
