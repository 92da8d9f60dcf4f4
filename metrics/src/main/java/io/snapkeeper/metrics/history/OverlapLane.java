package io.snapkeeper.metrics.history;

import io.snapkeeper.metrics.history.Observation.Overlap;
import java.util.List;

/**
 * When a quorum snapshotted at once, as spans made of totals that grow. Inside the time between two
 * observations a span is as long as the totals say, but may be shifted. Not thread-safe.
 */
final class OverlapLane {

  /** Two observations' clocks and the totals' steps differ by this much at most. */
  private static final long SAME_MILLIS = 300;

  private final Spans spans = new Spans();
  private Overlap before;

  /** The totals at this time. */
  void observe(long nowMillis, Overlap overlap) {
    if (before != null) {
      long to = nowMillis - overlap.agoMillis();
      add(Activity.OVERLAP, overlap.quorumMillis() - before.quorumMillis(), to);
      add(Activity.OVERLAP_DEGRADED, overlap.degradedMillis() - before.degradedMillis(), to);
    }
    before = overlap;
  }

  /** This server leads no more. */
  void unwatched() {
    before = null;
  }

  private void add(Activity activity, long millis, long toMillis) {
    if (millis <= 0) {
      return;
    }
    long from = toMillis - millis;
    boolean goesOn = spans.lastEndMillis() >= from - SAME_MILLIS && lastIs(activity);
    if (goesOn) {
      spans.prolong(toMillis);
    } else {
      spans.open(activity, from);
      spans.close(toMillis);
    }
  }

  private boolean lastIs(Activity activity) {
    return spans.lastEndMillis() != Long.MIN_VALUE && spans.lastActivity() == activity;
  }

  List<Spans.Span> since(long sinceMillis) {
    return spans.since(sinceMillis);
  }
}
