package io.snapkeeper.wal.pacer;

/** Who waits for the commits of the log beside a bulk write. */
public enum LogRole {
  /** Nobody has to: a quorum commits without this log. */
  SPARE,
  /** Every write has to, or nobody knows. */
  NEEDED
}
