package io.snapkeeper.simulation.disk;

import io.snapkeeper.simulation.Draws;

/**
 * One server's only disk. The log takes the bandwidth it needs, a snapshot the rest; and while a
 * snapshot is being written, a log write waits for what the device has been given before it.
 *
 * <p>A buffered snapshot keeps the device's queue filled with up to {@link #QUEUE_BYTES_MAX}. A
 * commit that arrives at a random moment finds between nothing and all of it, so it waits for
 * {@code U(0,1) * queue / bandwidth}. Not thread-safe.
 */
public final class Disk {

  /**
   * Measured beside a buffered snapshot on a device of 300 MB/s with block scheduler "none": 65 ms
   * at the 99th percentile, which is what 20 MB of queue before a write make.
   */
  static final double QUEUE_BYTES_MAX = 20e6;

  /** A commit alone: a synchronous write of 4 KiB to flash. */
  static final double COMMIT_ALONE_MILLIS = 0.3;

  /** The log's appends are sequential; a snapshot is never starved below this share. */
  private static final double SNAPSHOT_SHARE_MIN = 0.1;

  private final double bytesPerSecond;
  private final double logBytesPerSecond;
  private double slowdown = 1;
  private double wear = 1;

  /**
   * @param bytesPerSecond bandwidth, more than 0
   * @param logBytesPerSecond what the log writes while the ensemble works, 0 or more
   */
  public Disk(double bytesPerSecond, double logBytesPerSecond) {
    if (!(bytesPerSecond > 0) || !(logBytesPerSecond >= 0)) {
      throw new IllegalArgumentException(
          "bandwidth is "
              + bytesPerSecond
              + " B/s and the log takes "
              + logBytesPerSecond
              + "; they must be more than 0, and 0 or more");
    }
    this.bytesPerSecond = bytesPerSecond;
    this.logBytesPerSecond = logBytesPerSecond;
  }

  /**
   * A fault slows the disk down, or ends.
   *
   * @param factor 1 for a healthy disk
   */
  public void slowDown(double factor) {
    slowdown = Math.max(1, factor);
  }

  /**
   * It is slower from now on, whatever faults come and go.
   *
   * @param factor 1 for a disk as it was
   */
  public void wearOut(double factor) {
    wear = Math.max(1, factor);
  }

  private double slowerBy() {
    return slowdown * wear;
  }

  /** What a snapshot gets, in bytes per millisecond. */
  public double snapshotBytesPerMilli() {
    double bandwidth = bytesPerSecond / slowerBy();
    return Math.max(bandwidth - logBytesPerSecond, bandwidth * SNAPSHOT_SHARE_MIN) / 1e3;
  }

  /** What a commit takes at this moment, in milliseconds, drawn. */
  public double commitMillis(boolean besideSnapshot, Draws draws) {
    // Alone its latency is spread too: a tenth of the commits takes more than twice the median.
    double alone =
        COMMIT_ALONE_MILLIS * slowerBy() * (0.7 - 0.45 * StrictMath.log(1 - draws.fraction()));
    return besideSnapshot ? alone + draws.fraction() * queueMillisMax() : alone;
  }

  /** What commits take on average at this moment, in microseconds. */
  public double meanCommitMicros(boolean besideSnapshot) {
    double alone = COMMIT_ALONE_MILLIS * slowerBy() * (0.7 + 0.45);
    return 1e3 * (besideSnapshot ? alone + queueMillisMax() / 2 : alone);
  }

  private double queueMillisMax() {
    return 1e3 * QUEUE_BYTES_MAX * slowerBy() / bytesPerSecond;
  }
}
