package io.snapkeeper.metrics.catalogue;

/** What a figure is about: a section of the reference page, and a binder of meters. */
public enum Concept {
  BACKLOG("Backlog and mode"),
  SNAPSHOTS("Snapshots"),
  PACER("Pacer"),
  LOG("Transaction log"),
  SCHEDULE("Schedule, on the leader"),
  OVERLAP("Overlap, on the leader"),
  PLUGIN("Plugin");

  private final String title;

  Concept(String title) {
    this.title = title;
  }

  /** As a heading. */
  public String title() {
    return title;
  }
}
