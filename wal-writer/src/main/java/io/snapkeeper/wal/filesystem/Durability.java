package io.snapkeeper.wal.filesystem;

/** Whether a commit survives a power failure. The labels are part of the status document. */
public enum Durability {
  /** Yes. */
  PROMISED("promised"),
  /** If something else keeps its promise that cannot be seen from here. */
  CONDITIONAL("conditional"),
  /** No. */
  NONE("none");

  private final String label;

  Durability(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }
}
