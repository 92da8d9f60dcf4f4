package io.snapkeeper.zk.member;

import java.io.IOException;
import java.util.Optional;

/**
 * How this server uses a slot while nothing is logged, and the roll of the log that is due
 * afterwards. Thread-safe.
 */
final class WriteFreeSlots {

  private final Faults faults;

  /** Of the present role; null while this server cannot. */
  private volatile WriteFreeSnapshots snapshots;

  /** Once a snapshot without an append went wrong, slots wait for appends a while. */
  private volatile boolean failed;

  private final Restarts restarts = new Restarts(Restarts.FIRST_PAUSE_MILLIS); // of the ticks

  /** A snapshot was started without an append: the log is rolled before the next one. */
  private volatile boolean rollDue;

  WriteFreeSlots(Faults faults) {
    this.faults = faults;
  }

  /** A role begins; if empty, its slots wait for an append. */
  void serve(Optional<WriteFreeSnapshots> ofTheRole) {
    snapshots = ofTheRole.orElse(null);
  }

  /** Asked with each tick. */
  boolean usable(long nowMillis) {
    if (failed && restarts.isDue(nowMillis)) {
      failed = false;
    }
    return snapshots != null && !failed;
  }

  /**
   * Starts a snapshot. ZooKeeper rolls its log and then snapshots. A log that is rolled is a new
   * file from the next append on, so that doing it then leaves the same files.
   *
   * @return false if it could not be started
   */
  boolean start() {
    rollDue = true;
    try {
      snapshots.start();
      return true;
    } catch (Throwable t) {
      failed(t);
      return false;
    }
  }

  /** A snapshot that was started went wrong. */
  void failed(Throwable cause) {
    failed = true;
    faults.record("a snapshot without an append", cause);
  }

  /**
   * Rolls the log if a snapshot was started. Called before each append, by the thread that appends.
   *
   * @throws IOException as ZooKeeper's own roll, with the same consequences
   */
  void rollIfDue() throws IOException {
    WriteFreeSnapshots present = snapshots;
    if (rollDue && present != null) {
      rollDue = false;
      present.rollLog();
    }
  }
}
