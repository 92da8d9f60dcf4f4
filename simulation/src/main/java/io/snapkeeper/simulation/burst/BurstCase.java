package io.snapkeeper.simulation.burst;

import io.snapkeeper.simulation.disk.Disk;

/**
 * One pattern of writes for one ensemble, without faults.
 *
 * @param voters 3 or more
 * @param burstSeconds how long writes come
 * @param gapSeconds how long none come after that
 */
public record BurstCase(BurstLoad load, int voters, int burstSeconds, int gapSeconds) {

  /** At this backlog, in limits, a server helps itself. */
  private static final double HARD_LIMIT = 3;

  /** Each server fills its limit so often, at least; and there are so many bursts. */
  private static final double LIMITS_MIN = 40;

  private static final int BURSTS_MIN = 40;

  /** How long it is simulated, in milliseconds. */
  long millis() {
    double burstsForLimits = LIMITS_MIN / (load.limitsPerSecond() * burstSeconds);
    long bursts = (long) Math.max(BURSTS_MIN, Math.ceil(burstsForLimits));
    return 1_000 * bursts * (burstSeconds + gapSeconds);
  }

  /**
   * Whether who knows all bursts in advance needs no hard limit. Sure that it does not where
   * servers that take turns without a pause, as many at once as leave a quorum, log no more than
   * the hard limit between two of their snapshots, wherever the bursts lie.
   */
  boolean isAvoidable() {
    int atOnce = voters - (voters / 2 + 1);
    double turnSeconds = Math.ceil((double) voters / atOnce) * snapshotSeconds();
    return logged(turnSeconds) <= HARD_LIMIT;
  }

  /** The most that is logged in so many seconds, in limits. */
  double logged(double seconds) {
    double period = burstSeconds + gapSeconds;
    double whole = Math.floor(seconds / period);
    double rest = Math.min(seconds - whole * period, burstSeconds);
    return load.limitsPerSecond() * (whole * burstSeconds + rest);
  }

  double snapshotSeconds() {
    Disk disk = new Disk(load.diskBytesPerSecond(), load.writesPerSecond() * BurstLoad.TXN_BYTES);
    return load.treeBytes() / disk.snapshotBytesPerMilli() / 1e3;
  }
}
