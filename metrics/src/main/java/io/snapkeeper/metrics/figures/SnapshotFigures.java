package io.snapkeeper.metrics.figures;

/**
 * A server's snapshots. Counters run since the start of the server.
 *
 * @param running whether a snapshot is being written
 * @param progressRatio estimated progress of that snapshot, 0 to 1; 0 if none runs
 * @param completed snapshots
 * @param aborted because the server left its role, truncated its log, restored or closed
 * @param failed with an I/O error
 * @param writtenBytes size of the files of the completed snapshots
 * @param way of the scheduled snapshot in progress, or of the last one
 * @param fallenBack scheduled snapshots that could not use direct I/O
 */
public record SnapshotFigures(
    boolean running,
    double progressRatio,
    Completed completed,
    long aborted,
    long failed,
    long writtenBytes,
    Way way,
    FallenBack fallenBack) {

  /**
   * Completed snapshots by cause.
   *
   * @param slot in a slot of the schedule
   * @param hardLimit the backlog reached the hard limit
   * @param stockRule by ZooKeeper's own rule
   * @param other leader start, sync with a leader, admin command
   */
  public record Completed(long slot, long hardLimit, long stockRule, long other) {}

  /**
   * Scheduled snapshots that could not use direct I/O.
   *
   * @param buffered because the file system refuses direct I/O
   * @param stream written by ZooKeeper's own stream after failures with direct I/O
   */
  public record FallenBack(long buffered, long stream) {}

  /** How scheduled snapshots are written. The names in lower case are label values. */
  public enum Way {
    /** None was written yet. */
    NONE,
    DIRECT,
    /** Through the page cache. */
    BUFFERED,
    /** ZooKeeper's own stream. */
    STREAM
  }
}
