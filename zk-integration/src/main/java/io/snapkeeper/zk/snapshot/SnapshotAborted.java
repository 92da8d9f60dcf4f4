package io.snapkeeper.zk.snapshot;

/**
 * A snapshot was given up. Unchecked on purpose: ZooKeeper's snapshot thread catches it, frees its
 * mutex and ends, whereas an IOException would end the server. Carries no stack trace; its message
 * says why.
 */
public final class SnapshotAborted extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Says why in its message. */
  public SnapshotAborted(String reason) {
    super("snapkeeper gave this snapshot up: " + reason, null, false, false);
  }
}
