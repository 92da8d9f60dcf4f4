package io.snapkeeper.wal.profile;

/**
 * A disk in the four numbers of Seastar's {@code io_properties.yaml}. A request for {@code b} bytes
 * keeps the disk busy for {@code 1 / iops + b / bandwidth} seconds, so that either number alone is
 * the limit of what it describes: {@code iops} that of very small requests, {@code bandwidth} that
 * of very large ones.
 *
 * @param readBytesPerSecond bandwidth of large sequential reads
 * @param readIops small reads per second
 * @param writeBytesPerSecond bandwidth of large sequential writes
 * @param writeIops small writes per second
 */
public record DiskModel(
    double readBytesPerSecond, double readIops, double writeBytesPerSecond, double writeIops) {

  /**
   * What is assumed of a disk nobody has measured: the slowest cloud volumes in common use give
   * about 60 MB/s and a few thousand requests per second. Whoever is given this model knows nothing
   * and has to learn, see {@link #isMeasured}.
   */
  public static final DiskModel SAFE = new DiskModel(60e6, 5_000, 60e6, 5_000);

  /**
   * Checks the four numbers.
   *
   * @throws IllegalArgumentException if one is not a positive finite number
   */
  public DiskModel {
    requirePositive("readBytesPerSecond", readBytesPerSecond);
    requirePositive("readIops", readIops);
    requirePositive("writeBytesPerSecond", writeBytesPerSecond);
    requirePositive("writeIops", writeIops);
  }

  /** Whether the numbers were measured, or are the assumption {@link #SAFE}. */
  public boolean isMeasured() {
    return !equals(SAFE);
  }

  /** For how many seconds a write of that many bytes keeps the disk busy. */
  public double writeCostSeconds(long bytes) {
    return 1 / writeIops + bytes / writeBytesPerSecond;
  }

  private static void requirePositive(String name, double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(
          name + " is " + value + "; it must be positive and finite");
    }
  }
}
