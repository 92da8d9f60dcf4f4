package io.snapkeeper.wal.pacer;

/** What sets the pacer's rate at the moment. */
public enum Limit {
  /** No bulk write runs. */
  IDLE,
  /** The latency of the log's commits. */
  FEEDBACK,
  /** The deadline: less would end too late. */
  FLOOR,
  /** The disk itself. */
  CEILING,
  /** Nothing: after an error inside the pacer, until the bulk write ends. */
  UNPACED
}
