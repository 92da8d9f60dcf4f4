package io.snapkeeper.core.schedule;

import io.snapkeeper.core.report.Report;

/**
 * A member's recent mean commit latency, from its cumulative counters. The window is the last one
 * to two seconds: long enough to hold several reports, short enough that a disk that recovers
 * counts as fast again soon.
 */
final class CommitLatency {

  /** The shortest window whose mean counts. */
  static final long WINDOW_MILLIS = 1_000;

  private record Anchor(long atMillis, long count, long totalMicros) {}

  private Anchor windowStart;
  private Anchor nextStart;
  private long meanMicros;
  private int queueLength;
  private long stalledMillis;

  /** Takes the counters of a new report. */
  void accept(long nowMillis, Report.Fsync fsync) {
    Anchor now = new Anchor(nowMillis, fsync.count(), fsync.totalMicros());
    if (nextStart == null
        || fsync.count() < nextStart.count
        || fsync.totalMicros() < nextStart.totalMicros) {
      windowStart = now;
      nextStart = now;
      meanMicros = 0;
    }
    if (nowMillis - nextStart.atMillis >= WINDOW_MILLIS) {
      windowStart = nextStart;
      nextStart = now;
    }
    long commits = now.count - windowStart.count;
    boolean wholeWindow = nowMillis - windowStart.atMillis >= WINDOW_MILLIS;
    if (wholeWindow) {
      meanMicros = commits == 0 ? 0 : (now.totalMicros - windowStart.totalMicros) / commits;
    }
    // One report with a queue may have caught a request on its way; two in a row did not.
    boolean waiting = queueLength > 0 && fsync.queueLength() > 0;
    stalledMillis = wholeWindow && commits == 0 && waiting ? nowMillis - windowStart.atMillis : 0;
    queueLength = fsync.queueLength();
  }

  /** Mean over the window in microseconds; 0 if unknown or if nothing was committed. */
  long meanMicros() {
    return meanMicros;
  }

  int queueLength() {
    return queueLength;
  }

  /** For at least how long requests waited and none was committed; 0 if that is not so. */
  long stalledMillis() {
    return stalledMillis;
  }

  boolean isDraining(SchedulerLimits limits) {
    return meanMicros > limits.drainFsyncMicros()
        || queueLength > limits.drainQueueLength()
        || stalledMillis > 0;
  }

  void assertInvariants() {
    Invariant.check(
        (windowStart == null) == (nextStart == null), "a latency window has both ends or none");
    Invariant.check(
        windowStart == null || windowStart.atMillis <= nextStart.atMillis,
        "a latency window starts before the next one");
    Invariant.check(meanMicros >= 0, "a mean latency is not negative");
  }
}
