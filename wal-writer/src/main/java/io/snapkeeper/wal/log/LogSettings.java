package io.snapkeeper.wal.log;

/**
 * @param sizeStepBytes a log file's size grows in such steps, as ZooKeeper's {@code preAllocSize}
 *     does; 0: as it is written
 */
public record LogSettings(long sizeStepBytes) {

  /** ZooKeeper's default, so that a directory looks as it always did. */
  public static final LogSettings DEFAULT = new LogSettings(64L << 20);

  public LogSettings {
    if (sizeStepBytes < 0) {
      throw new IllegalArgumentException("sizeStepBytes is " + sizeStepBytes + "; 0 or more");
    }
  }

  /** Size of a file with content up to here. */
  long sizeBytes(long contentBytes) {
    if (sizeStepBytes == 0) {
      return contentBytes;
    }
    return -Math.floorDiv(-contentBytes, sizeStepBytes) * sizeStepBytes;
  }
}
