package io.snapkeeper.wal.pacer;

/**
 * How long a thread that computes for seconds gives the CPU up, so that threads that serve requests
 * find one free. A token bucket of CPU time: it fills with wall time at the thread's share, holds
 * one slice at most, and the thread's CPU time is taken out; a thread that waits for its disk
 * anyway is not held back further. Not thread-safe.
 */
public final class CpuShare {

  /**
   * 2 ms of computing at a stretch: the least a Linux scheduler lets a thread run before another
   * takes over, so a request waits no longer than it would behind any thread.
   */
  public static final long SLICE_NANOS = 2_000_000;

  private final double share;
  private final long sliceNanos;
  private double tokensNanos;
  private long lastNanos;
  private long lastCpuNanos;
  private boolean started;

  /**
   * A thread's share of one CPU.
   *
   * @param share above 0, at most 1; 1 never holds back
   * @param sliceNanos CPU time that may be used at a stretch; positive
   * @throws IllegalArgumentException if one is out of its range
   */
  public CpuShare(double share, long sliceNanos) {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("share is " + share + "; it must lie above 0, up to 1");
    }
    if (sliceNanos <= 0) {
      throw new IllegalArgumentException("sliceNanos is " + sliceNanos + "; it must be positive");
    }
    this.share = share;
    this.sliceNanos = sliceNanos;
    this.tokensNanos = sliceNanos;
  }

  /**
   * The share for a process that may use so many CPUs. Of one or less it is half of them, of two
   * three quarters of one; with three or more a computing thread leaves enough. A quota is used up
   * by whoever computes, and then all threads of the process stand still until its next period, the
   * log's among them.
   *
   * @param cpus of the machine or of the process's quota, whichever is less; above 0
   */
  public static CpuShare ofCpus(double cpus) {
    double share = cpus <= 1 ? cpus / 2 : Math.min(1, 0.5 + (cpus - 1) / 4);
    return new CpuShare(share, SLICE_NANOS);
  }

  /**
   * For how long the thread should now sleep.
   *
   * @param nowNanos a monotonic clock
   * @param cpuNanos CPU time the thread has used since it started
   * @return 0 to go on
   */
  public long pauseNanos(long nowNanos, long cpuNanos) {
    if (started) {
      double refill = (double) Math.max(0, nowNanos - lastNanos) * share;
      double used = (double) Math.max(0, cpuNanos - lastCpuNanos);
      // What was used was used while the bucket filled: only the rest can be saved up.
      tokensNanos = Math.min((double) sliceNanos, tokensNanos + refill - used);
    }
    started = true;
    lastNanos = nowNanos;
    lastCpuNanos = cpuNanos;
    if (share >= 1 || tokensNanos >= 0) {
      return 0;
    }
    // Until a whole slice is there again: one sleep a slice instead of many short ones.
    return (long) Math.ceil((sliceNanos - tokensNanos) / share);
  }
}
