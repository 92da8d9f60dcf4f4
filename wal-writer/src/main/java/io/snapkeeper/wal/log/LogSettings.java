package io.snapkeeper.wal.log;

/**
 * @param sizeStepBytes a log file's size grows in such steps, as ZooKeeper's {@code preAllocSize}
 *     does, but by whole requests of zeros: at least {@link LogWriter#ZERO_BYTES_MAX}, and a
 *     multiple of it
 */
public record LogSettings(long sizeStepBytes) {

  /** ZooKeeper's default, so that a directory looks as it always did. */
  public static final LogSettings DEFAULT = new LogSettings(64L << 20);

  public LogSettings {
    if (sizeStepBytes < 0) {
      throw new IllegalArgumentException("sizeStepBytes is " + sizeStepBytes + "; 0 or more");
    }
  }

  /** Size of a file with content up to here; a multiple of every file system's block. */
  long sizeBytes(long contentBytes) {
    long whole = roundedUp(Math.max(1, sizeStepBytes), LogWriter.ZERO_BYTES_MAX);
    return roundedUp(contentBytes, whole);
  }

  private static long roundedUp(long bytes, long step) {
    return -Math.floorDiv(-bytes, step) * step;
  }
}
