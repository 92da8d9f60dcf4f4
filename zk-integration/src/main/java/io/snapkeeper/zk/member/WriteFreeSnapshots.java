package io.snapkeeper.zk.member;

import java.io.IOException;

/**
 * What a slot needs that is used although nothing is logged: ZooKeeper's snapshot on a thread of
 * its own, and the roll of the log that ZooKeeper otherwise makes before it.
 */
public interface WriteFreeSnapshots {

  /**
   * Starts the snapshot thread; does not wait for it.
   *
   * @throws RuntimeException or an Error if it cannot be started
   */
  void start();

  /**
   * Rolls the log and resets ZooKeeper's own counts, as before each of its snapshots. Called by the
   * thread that appends, between two appends.
   *
   * @throws IOException as ZooKeeper's roll
   */
  void rollLog() throws IOException;
}
