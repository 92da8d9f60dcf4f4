package io.snapkeeper.zk.snapshot;

/** Why a snapshot was taken. The labels are part of the log lines and of the status document. */
public enum SnapshotCause {
  /** A slot of the leader's schedule. */
  SLOT("slot"),
  /** The backlog reached the hard limit. */
  HARD_LIMIT("hard-limit"),
  /** ZooKeeper's own rule. */
  STOCK_RULE("stock-rule"),
  /** A leader begins with a snapshot. */
  LEADER_START("leader-start"),
  /** A learner was brought up to date by its leader. */
  SYNC("sync"),
  /** The AdminServer's snapshot command. */
  ADMIN("admin"),
  /** Anything else, such as the first snapshot of an empty database. */
  OTHER("other");

  private final String label;

  SnapshotCause(String label) {
    this.label = label;
  }

  /** The name in logs and status. */
  public String label() {
    return label;
  }

  /** Whether the schedule asked for it; everything else is unscheduled. */
  public boolean scheduled() {
    return this == SLOT;
  }

  /** {@code scheduled} or {@code unscheduled}. */
  public String kind() {
    return scheduled() ? "scheduled" : "unscheduled";
  }

  /** The cause of a snapshot that ZooKeeper takes by itself, from the current thread's stack. */
  public static SnapshotCause ofCurrentThread() {
    if (SnapshotWriter.onSnapshotThread()) {
      return STOCK_RULE;
    }
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .map(frame -> fromFrame(frame.getClassName(), frame.getMethodName()))
                    .filter(cause -> cause != OTHER)
                    .findFirst()
                    .orElse(OTHER));
  }

  private static SnapshotCause fromFrame(String className, String method) {
    if (className.startsWith("org.apache.zookeeper.server.admin.")) {
      return ADMIN;
    }
    if (className.equals("org.apache.zookeeper.server.quorum.Learner")) {
      return SYNC;
    }
    if (className.equals("org.apache.zookeeper.server.quorum.Leader") && method.equals("lead")) {
      return LEADER_START;
    }
    return OTHER;
  }
}
