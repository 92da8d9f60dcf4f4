package io.snapkeeper.zk.member;

import io.snapkeeper.metrics.histogram.DurationLayouts;
import io.snapkeeper.metrics.histogram.LatencyHistogram;
import io.snapkeeper.zk.snapshot.SnapshotCause;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Snapshots since the start of the server, by what came of them. Thread-safe. */
public final class SnapshotCounters {

  private final Map<SnapshotCause, AtomicLong> completed = completedByCause();
  private final LatencyHistogram durations = new LatencyHistogram(DurationLayouts.SNAPSHOT);
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong aborted = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();

  private static Map<SnapshotCause, AtomicLong> completedByCause() {
    Map<SnapshotCause, AtomicLong> counts = new EnumMap<>(SnapshotCause.class);
    for (SnapshotCause cause : SnapshotCause.values()) {
      counts.put(cause, new AtomicLong());
    }
    return Collections.unmodifiableMap(counts);
  }

  void completed(SnapshotCause cause, long fileBytes, long durationMillis) {
    completed.get(cause).incrementAndGet();
    durations.record(TimeUnit.MILLISECONDS.toNanos(durationMillis));
    bytes.addAndGet(fileBytes);
  }

  void countAborted() {
    aborted.incrementAndGet();
  }

  void countFailed() {
    failed.incrementAndGet();
  }

  /** Completed in a slot. */
  public long scheduled() {
    return completed.get(SnapshotCause.SLOT).get();
  }

  /** Completed outside any slot. */
  public long unscheduled() {
    return hardLimit() + stockRule() + other();
  }

  /** Those of the unscheduled that the hard limit started. */
  public long hardLimit() {
    return completed.get(SnapshotCause.HARD_LIMIT).get();
  }

  /** Those of the unscheduled that ZooKeeper's own rule started. */
  public long stockRule() {
    return completed.get(SnapshotCause.STOCK_RULE).get();
  }

  /** Those of the unscheduled that something else started. */
  public long other() {
    long count = 0;
    for (Map.Entry<SnapshotCause, AtomicLong> entry : completed.entrySet()) {
      count +=
          switch (entry.getKey()) {
            case SLOT, HARD_LIMIT, STOCK_RULE -> 0;
            case LEADER_START, SYNC, ADMIN, OTHER -> entry.getValue().get();
          };
    }
    return count;
  }

  /** How long those that completed took. */
  public LatencyHistogram durations() {
    return durations;
  }

  /** Size of the files of those that completed. */
  public long bytes() {
    return bytes.get();
  }

  /** Given up. */
  public long aborted() {
    return aborted.get();
  }

  /** Ended by an error. */
  public long failed() {
    return failed.get();
  }
}
