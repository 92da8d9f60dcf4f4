package io.snapkeeper.cli.profile.measure;

/**
 * How a disk is measured.
 *
 * @param fileBytes size of the temporary file, at least {@link #LEAST_FILE_BYTES}
 * @param maxSeconds how long the whole measurement may take, at least {@link #LEAST_SECONDS}
 * @param walWritesPerSecond the rate of log-like writes, more than 0; a disk that cannot keep up
 *     gets fewer
 */
public record ProfileSettings(long fileBytes, double maxSeconds, double walWritesPerSecond) {

  /** Room for four bulk writers, each with some MiB of its own. */
  public static final long LEAST_FILE_BYTES = 16L << 20;

  /** In less the nine points of the coarsest map would have a quarter of a second each. */
  public static final double LEAST_SECONDS = 5;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if a value is out of its range
   */
  public ProfileSettings {
    if (fileBytes < LEAST_FILE_BYTES) {
      throw new IllegalArgumentException(
          "fileBytes is " + fileBytes + "; allowed: " + LEAST_FILE_BYTES + " or more");
    }
    if (!(maxSeconds >= LEAST_SECONDS) || maxSeconds > 1e6) {
      throw new IllegalArgumentException(
          "maxSeconds is " + maxSeconds + "; allowed: " + LEAST_SECONDS + " to 1000000");
    }
    if (!(walWritesPerSecond > 0) || walWritesPerSecond > 1e6) {
      throw new IllegalArgumentException(
          "walWritesPerSecond is " + walWritesPerSecond + "; allowed: more than 0, to 1000000");
    }
  }
}
