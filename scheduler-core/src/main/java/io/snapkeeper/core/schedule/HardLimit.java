package io.snapkeeper.core.schedule;

/**
 * The backlog at which a member snapshots by itself, so that logs never grow without bound.
 *
 * @param txns transactions, at least 1
 * @param logBytes bytes of log, at least 1
 */
public record HardLimit(long txns, long logBytes) {

  /**
   * No advice: the leader does not know the member's limits yet. A member goes by three times its
   * own limits where that is more transactions, and caps the bytes by its own configuration.
   */
  public static final HardLimit UNKNOWN = new HardLimit(1, Long.MAX_VALUE);

  public HardLimit {
    if (txns < 1 || logBytes < 1) {
      throw new IllegalArgumentException(
          "hard limit of " + txns + " transactions, " + logBytes + " bytes; both must be positive");
    }
  }

  /** In each part the larger of two advices; where one says nothing, the other one counts. */
  public HardLimit larger(HardLimit other) {
    long bytes =
        logBytes == Long.MAX_VALUE || other.logBytes == Long.MAX_VALUE
            ? Math.min(logBytes, other.logBytes)
            : Math.max(logBytes, other.logBytes);
    return new HardLimit(Math.max(txns, other.txns), bytes);
  }
}
