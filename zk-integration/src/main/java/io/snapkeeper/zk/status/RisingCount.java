package io.snapkeeper.zk.status;

/**
 * Makes one counter of many that follow one another and each begin at 0, as those of a log that is
 * opened anew. What the last one counted after it was last read is lost. Thread-safe.
 */
final class RisingCount {

  private long earlier;
  private long last;

  /** The sum of all counters, of which the present one has this value. */
  synchronized long sum(long value) {
    if (value < last) {
      earlier += last;
    }
    last = value;
    return earlier + value;
  }
}
