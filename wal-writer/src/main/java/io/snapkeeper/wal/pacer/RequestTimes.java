package io.snapkeeper.wal.pacer;

import io.snapkeeper.wal.profile.DiskModel;
import java.util.Arrays;

/**
 * T(b): how long a request of b bytes keeps the disk busy, learned for each size in use. A low
 * quantile of the latest requests: those that met the log's writes or a stall took longer and do
 * not count, while a disk that slows down for good slows all of them. Pure; not thread-safe.
 */
final class RequestTimes {

  /** 16, 32, 64, 128 and 256 KiB: stripes and erase blocks are powers of two. */
  static final int SIZES = 5;

  /** Requests of one size that must have completed before anything is concluded. */
  static final int KNOWN_MIN = 8;

  /** Thirty requests of half a millisecond: a disk of half the speed is known in some 50 ms. */
  private static final int REQUESTS = 32;

  private static final double QUANTILE = 0.25;

  /** Waits behind the log's writes keep the mean within this multiple of the quartile. */
  private static final double RATIONED = 2;

  private final DiskModel model;
  private final double[][] seconds = new double[SIZES][REQUESTS];
  private final double[] sorted = new double[REQUESTS];
  private final long[] counts = new long[SIZES];
  private final double[] learned = new double[SIZES];
  private final double[] means = new double[SIZES];

  RequestTimes(DiskModel model) {
    this.model = model;
  }

  static int bytes(int size) {
    return Pacer.BLOCK_BYTES_MIN << size;
  }

  /** The smallest size that holds so many bytes; the last block of a stream may be a short one. */
  static int sizeOf(int bytes) {
    int size = 0;
    while (size < SIZES - 1 && bytes(size) < bytes) {
      size++;
    }
    return size;
  }

  /** A request of that size took so long. */
  void completed(int size, double requestSeconds) {
    seconds[size][(int) (counts[size] % REQUESTS)] = requestSeconds;
    counts[size]++;
    int held = (int) Math.min(counts[size], REQUESTS);
    System.arraycopy(seconds[size], 0, sorted, 0, held);
    Arrays.sort(sorted, 0, held);
    learned[size] = sorted[(int) Math.ceil(QUANTILE * held) - 1];
    means[size] = Arrays.stream(sorted, 0, held).average().orElseThrow();
  }

  boolean isKnown(int size) {
    return counts[size] >= KNOWN_MIN;
  }

  /** What was learned of a size is to be learned anew. */
  void forget(int size) {
    counts[size] = 0;
  }

  /**
   * T of that size. While it is not known, the model, in proportion to what is known of the nearest
   * size. Never below what a measured disk's model says: that is the ceiling of the rate.
   */
  double of(int size) {
    double modelled = model.writeCostSeconds(bytes(size));
    double time = modelled;
    if (isKnown(size)) {
      time = learned[size];
    } else {
      int near = nearestKnown(size);
      if (near >= 0) {
        time = modelled * learned[near] / model.writeCostSeconds(bytes(near));
      }
    }
    return model.isMeasured() ? Math.max(modelled, time) : Math.max(1e-6, time);
  }

  /**
   * What a request of that size costs in the long run. A volume that allows so many requests a
   * second answers most of them at once and then lets one wait for all: the mean is many times the
   * quartile, and hardly longer for a larger request. On any other disk it is T, because waits
   * behind the log's writes are none of the request's own.
   */
  double priceOf(int size) {
    boolean rationed = isKnown(size) && means[size] > RATIONED * learned[size];
    return rationed ? Math.max(of(size), means[size]) : of(size);
  }

  private int nearestKnown(int size) {
    for (int distance = 1; distance < SIZES; distance++) {
      if (size - distance >= 0 && isKnown(size - distance)) {
        return size - distance;
      }
      if (size + distance < SIZES && isKnown(size + distance)) {
        return size + distance;
      }
    }
    return -1;
  }
}
