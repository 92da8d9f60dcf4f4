package io.snapkeeper.metrics.figures;

import java.util.OptionalDouble;

/**
 * What the pacer of scheduled snapshots does.
 *
 * @param limit what sets its rate
 * @param bytesPerSecond the rate allowed to the running snapshot; 0 if none is paced
 * @param diskBytesPerSecond estimated write rate of the disk with requests of the present size
 * @param baselineSeconds median commit without a snapshot; empty while unknown
 * @param targetSeconds what that median may be during one; empty while unknown
 * @param besideSnapshotSeconds median commit during the running snapshot, or at the end of the last
 *     one; empty while unknown
 * @param waitedSeconds for which requests were held back, since the start of the server
 * @param faults inside the pacer, since the start of the server
 */
public record PacingFigures(
    Limit limit,
    double bytesPerSecond,
    double diskBytesPerSecond,
    OptionalDouble baselineSeconds,
    OptionalDouble targetSeconds,
    OptionalDouble besideSnapshotSeconds,
    double waitedSeconds,
    long faults) {

  /** What sets the rate. The names in lower case are label values. */
  public enum Limit {
    /** No snapshot is paced. */
    NONE,
    /** The latency of log commits. */
    COMMIT_LATENCY,
    /** The snapshot's deadline. */
    DEADLINE,
    DISK,
    /** Nothing, after an error inside the pacer. */
    UNPACED
  }
}
