package io.snapkeeper.core.member;

import io.snapkeeper.core.report.Report;
import java.util.Objects;

/**
 * A member's own settings.
 *
 * @param sid this server
 * @param limits ZooKeeper's {@code snapCount} (at least 2, as ZooKeeper enforces) and size limit
 * @param hardLimitLogBytes log bytes beyond which this server snapshots whatever is scheduled, at
 *     least 1
 * @param graceMillis how long after it began to serve the member waits for a scheduler; half of it
 *     also bounds the random delay before the stock rule counts
 * @param startTimeoutMillis how long after it fired a slot's snapshot may take to begin, at least
 *     1; ZooKeeper skips a snapshot without a word to us when its snapshot thread is busy
 */
public record MemberConfig(
    long sid,
    Report.Limits limits,
    long hardLimitLogBytes,
    long graceMillis,
    long startTimeoutMillis) {

  public MemberConfig {
    Objects.requireNonNull(limits, "limits");
    requireAtLeast(2, "limits.snapCount", limits.snapCount());
    requireAtLeast(1, "hardLimitLogBytes", hardLimitLogBytes);
    requireAtLeast(0, "graceMillis", graceMillis);
    requireAtLeast(1, "startTimeoutMillis", startTimeoutMillis);
  }

  private static void requireAtLeast(long least, String name, long value) {
    if (value < least) {
      throw new IllegalArgumentException(name + " is " + value + "; it must be at least " + least);
    }
  }
}
