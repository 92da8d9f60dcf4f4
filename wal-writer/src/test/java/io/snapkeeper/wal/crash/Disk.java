package io.snapkeeper.wal.crash;

import java.util.Map;

/**
 * What a power failure has left of a directory.
 *
 * @param files by their names
 * @param promises what was acknowledged, by the names of the logs
 */
public record Disk(Map<String, File> files, Map<String, Promise> promises) {

  /** A disk writes so much or nothing. */
  public static final int SECTOR_BYTES = 512;

  /**
   * A file that is left.
   *
   * @param number in the history
   * @param content its beginning, not to be changed; what follows up to its size are zeros
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares two
  public record File(long number, long sizeBytes, byte[] content) {}

  /**
   * What was acknowledged of a log.
   *
   * @param file its number in the history
   * @param bytes that are on stable storage
   */
  public record Promise(long file, long bytes) {}
}
