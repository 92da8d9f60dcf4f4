package io.snapkeeper.zk.member;

import io.snapkeeper.zk.snapshot.SnapshotCause;

/** Counters of snapshots with the values that a test gives. */
public final class CountedSnapshots {

  private CountedSnapshots() {}

  /**
   * Completed snapshots in slots, at the hard limit, by ZooKeeper's rule and at the admin's
   * command.
   *
   * @param bytes in the files of all of them
   */
  public static SnapshotCounters of(
      int slot, int hardLimit, int stockRule, int admin, long bytes, int aborted, int failed) {
    SnapshotCounters counters = new SnapshotCounters();
    complete(counters, SnapshotCause.SLOT, slot);
    complete(counters, SnapshotCause.HARD_LIMIT, hardLimit);
    complete(counters, SnapshotCause.STOCK_RULE, stockRule);
    complete(counters, SnapshotCause.ADMIN, admin - 1);
    counters.completed(SnapshotCause.ADMIN, bytes, 1);
    for (int i = 0; i < aborted; i++) {
      counters.countAborted();
    }
    for (int i = 0; i < failed; i++) {
      counters.countFailed();
    }
    return counters;
  }

  private static void complete(SnapshotCounters counters, SnapshotCause cause, int times) {
    for (int i = 0; i < times; i++) {
      counters.completed(cause, 0, 1);
    }
  }
}
