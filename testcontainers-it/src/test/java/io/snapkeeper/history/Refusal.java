package io.snapkeeper.history;

/** Why ZooKeeper refused an action. The refusal goes through its log like a write. */
public enum Refusal {
  BAD_VERSION,
  NO_NODE,
  NODE_EXISTS
}
