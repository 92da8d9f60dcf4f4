package io.snapkeeper.core.overlap;

import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SnapshotPhase;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;

/**
 * When one member's snapshots ran, by the leader's clock. Reports come every half second; that a
 * snapshot says how long it has run, and a completed one how long it took, places both ends to a
 * few milliseconds. Not thread-safe.
 */
final class MemberSpans {

  private static final long NOT_RUNNING = Long.MIN_VALUE;

  /** More than one begins and ends between two sweeps only where each takes milliseconds. */
  private static final int CLOSED_MAX = 64;

  /** One snapshot, first byte to stable storage. */
  private record Span(long startMillis, long endMillis, boolean degraded) {

    Span {
      if (startMillis > endMillis) {
        throw new IllegalStateException(
            "a snapshot from " + startMillis + " ms ends before that, at " + endMillis + " ms");
      }
    }
  }

  /** Whether a snapshot ran, and whether in a degraded slot. */
  enum Running {
    NO,
    YES,
    DEGRADED
  }

  private final Deque<Span> closed = new ArrayDeque<>();
  private long openSinceMillis = NOT_RUNNING;
  private boolean openDegraded;
  private Report last;
  private long lastAtMillis;

  /**
   * A report.
   *
   * @param atMillis when it arrived
   * @param degraded whether the slot that it names is a degraded one
   */
  void reported(long atMillis, Report report, boolean degraded) {
    long at = last == null ? atMillis : Math.max(lastAtMillis, atMillis);
    boolean running = report.snapshot().phase() != SnapshotPhase.NONE;
    boolean completed = last != null && !report.counts().equals(last.counts());
    if (openSinceMillis != NOT_RUNNING) {
      if (completed) {
        close(within(openSinceMillis + report.last().durationMillis(), at));
      } else if (!running) {
        close(at); // given up since the last report
      }
    } else if (completed) {
      // Begun and ended since the last report, nobody knows when in between.
      add(new Span(within(at - report.last().durationMillis(), at), at, degraded));
    }
    if (running && openSinceMillis == NOT_RUNNING) {
      long began = at - report.snapshot().elapsedMillis();
      openSinceMillis = last == null ? began : within(began, at);
      openDegraded = degraded && report.snapshot().phase() == SnapshotPhase.SCHEDULED;
    }
    last = report;
    lastAtMillis = at;
  }

  /** The nearest time that is neither before the last report nor after this one. */
  private long within(long millis, long at) {
    return Math.max(lastAtMillis, Math.min(millis, at));
  }

  /** The connection ended; nothing is known of a snapshot that still runs. */
  void disconnected(long nowMillis) {
    if (openSinceMillis != NOT_RUNNING) {
      close(Math.max(openSinceMillis, nowMillis));
    }
    last = null;
  }

  private void close(long endMillis) {
    add(new Span(openSinceMillis, endMillis, openDegraded));
    openSinceMillis = NOT_RUNNING;
  }

  private void add(Span span) {
    if (closed.size() == CLOSED_MAX) {
      closed.removeFirst();
    }
    closed.addLast(span);
  }

  /** Adds the moments at which a snapshot begins or ends. */
  void cuts(Collection<Long> cuts) {
    for (Span span : closed) {
      cuts.add(span.startMillis());
      cuts.add(span.endMillis());
    }
    if (openSinceMillis != NOT_RUNNING) {
      cuts.add(openSinceMillis);
    }
  }

  /** Whether a snapshot ran at a time, which is none of the cuts. */
  Running at(double millis) {
    if (openSinceMillis != NOT_RUNNING && openSinceMillis < millis) {
      return openDegraded ? Running.DEGRADED : Running.YES;
    }
    for (Span span : closed) {
      if (span.startMillis() < millis && millis < span.endMillis()) {
        return span.degraded() ? Running.DEGRADED : Running.YES;
      }
    }
    return Running.NO;
  }

  /** Forgets what ended before a time. */
  void forgetBefore(long millis) {
    closed.removeIf(span -> span.endMillis() <= millis);
  }
}
