package io.snapkeeper.zk.member;

import io.snapkeeper.core.report.Report;
import io.snapkeeper.metrics.histogram.DurationLayouts;
import io.snapkeeper.metrics.histogram.LatencyHistogram;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * Latency of log commits: cumulative for the reports, and a sliding window of five seconds for the
 * 99th percentile. {@link #record} is wait-free; {@link #rotate} belongs to one thread.
 */
public final class FsyncMeter {

  private static final long MAX_MICROS = TimeUnit.HOURS.toMicros(1);

  /** Two digits keep a histogram of an hour's range under 30 KiB; 1% is finer than any decision. */
  private static final int DIGITS = 2;

  private static final int WINDOW_SECONDS = 5;
  private static final long SECOND_MILLIS = 1_000;

  private final LatencyHistogram durations = new LatencyHistogram(DurationLayouts.COMMIT);
  private final AtomicLong count = new AtomicLong();
  private final AtomicLong totalMicros = new AtomicLong();
  private final Recorder recorder = new Recorder(MAX_MICROS, DIGITS);
  private final Deque<Histogram> window = new ArrayDeque<>();
  private long rotatedAtMillis = Long.MIN_VALUE;
  private volatile long recentMeanMicros;
  private volatile long recentP99Micros;

  /** A commit took this long. */
  public void record(long nanos) {
    long micros = Math.max(0, Math.min(MAX_MICROS, TimeUnit.NANOSECONDS.toMicros(nanos)));
    count.incrementAndGet();
    totalMicros.addAndGet(micros);
    recorder.recordValue(micros);
    durations.record(nanos);
  }

  /** Moves the window on once a second. */
  void rotate(long nowMillis) {
    if (rotatedAtMillis != Long.MIN_VALUE && nowMillis - rotatedAtMillis < SECOND_MILLIS) {
      return;
    }
    rotatedAtMillis = nowMillis;
    Histogram oldest = window.size() == WINDOW_SECONDS ? window.removeFirst() : null;
    window.addLast(recorder.getIntervalHistogram(oldest));
    Histogram all = new Histogram(MAX_MICROS, DIGITS);
    window.forEach(all::add);
    recentMeanMicros = all.getTotalCount() == 0 ? 0 : Math.round(all.getMean());
    recentP99Micros = all.getTotalCount() == 0 ? 0 : all.getValueAtPercentile(99);
  }

  /** All commits since the start, by duration. */
  LatencyHistogram durations() {
    return durations;
  }

  /** Commits since the start. */
  public long count() {
    return count.get();
  }

  /** Mean over the window in microseconds; 0 without commits. */
  public long recentMeanMicros() {
    return recentMeanMicros;
  }

  /** 99th percentile over the window in microseconds; 0 without commits. */
  public long recentP99Micros() {
    return recentP99Micros;
  }

  Report.Fsync figures(int queueLength) {
    return new Report.Fsync(count.get(), totalMicros.get(), recentP99Micros, queueLength);
  }
}
