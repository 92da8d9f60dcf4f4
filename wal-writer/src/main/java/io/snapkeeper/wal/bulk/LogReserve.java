package io.snapkeeper.wal.bulk;

import java.io.File;

/** The space of a file system that bulk writes leave to the log beside them. */
public final class LogReserve {

  /** Two of the files of 64 MiB that ZooKeeper preallocates by default. */
  private static final long BYTES_MAX = 128L << 20;

  /** On a small file system, a fiftieth of it. */
  private static final long SHARE = 50;

  /** What is left where a bulk write may take nearly all: some minutes of a log's transactions. */
  private static final long LEAST_PART = 8;

  private LogReserve() {}

  /**
   * What a bulk write leaves.
   *
   * @param totalBytes size of the file system; 0 if unknown
   */
  public static long bytes(long totalBytes) {
    return totalBytes > 0 ? Math.min(BYTES_MAX, totalBytes / SHARE) : BYTES_MAX;
  }

  /** What is left by a bulk write without which the log would only grow. */
  public static long leastBytes(long totalBytes) {
    return bytes(totalBytes) / LEAST_PART;
  }

  /**
   * Refuses a bulk write of so many more bytes into a directory that has not even {@link
   * #leastBytes} besides. A file system that cannot be asked has room.
   *
   * @throws NoSpaceLeftException if there is no room
   */
  public static void requireLeast(File directory, long moreBytes) throws NoSpaceLeftException {
    long total = directory.getTotalSpace();
    long usable = directory.getUsableSpace();
    if (total > 0 && usable - moreBytes < leastBytes(total)) {
      throw new NoSpaceLeftException(usable, moreBytes, leastBytes(total));
    }
  }
}
