package io.snapkeeper.wal.log;

/**
 * @param sizeStepBytes a log file's size grows in such steps, as ZooKeeper's {@code preAllocSize}
 *     does, but by whole requests of zeros: at least {@link LogWriter#ZERO_BYTES_MAX}, and a
 *     multiple of it
 * @param zerosAhead whether zeros are written ahead of the tail: where they save no writes of the
 *     disk ({@link io.snapkeeper.wal.filesystem.LogFileSystem#zerosAhead}) they only cost some
 */
public record LogSettings(long sizeStepBytes, boolean zerosAhead) {

  /** ZooKeeper's default, so that a directory looks as it always did. */
  public static final LogSettings DEFAULT = new LogSettings(64L << 20);

  public LogSettings {
    if (sizeStepBytes < 0) {
      throw new IllegalArgumentException("sizeStepBytes is " + sizeStepBytes + "; 0 or more");
    }
  }

  /** For a file system on which zeros save writes. */
  public LogSettings(long sizeStepBytes) {
    this(sizeStepBytes, true);
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
