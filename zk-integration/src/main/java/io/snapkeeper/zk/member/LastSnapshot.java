package io.snapkeeper.zk.member;

import io.snapkeeper.zk.snapshot.SnapshotCause;
import java.util.Optional;

/**
 * The last completed snapshot of this run of the server.
 *
 * @param durationMillis first byte to the end: stable storage, or ZooKeeper's own "taken"
 * @param bytes size of its file
 */
public record LastSnapshot(long zxid, SnapshotCause cause, long durationMillis, long bytes) {

  /** A place for it that every thread may read. */
  static final class Holder {
    private volatile LastSnapshot value;

    void set(LastSnapshot last) {
      value = last;
    }

    Optional<LastSnapshot> get() {
      return Optional.ofNullable(value);
    }
  }
}
