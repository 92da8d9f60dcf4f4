package io.snapkeeper.metrics.history;

import java.util.ArrayList;
import java.util.List;

/**
 * The last spans of one lane, in the order of time; the newest may be open. A ring in arrays of a
 * fixed size: what is pushed out is forgotten. Not thread-safe.
 */
final class Spans {

  /** A snapshot and a wait for it every fourteen seconds. */
  static final int MAX = 512;

  private static final long OPEN = Long.MAX_VALUE;

  /**
   * One span.
   *
   * @param id grows by one with each span of a lane
   * @param toMillis where it ends; {@link Long#MAX_VALUE} while it is open
   */
  record Span(long id, Activity activity, long fromMillis, long toMillis) {

    boolean isOpen() {
      return toMillis == OPEN;
    }
  }

  private final long[] fromMillis = new long[MAX];
  private final long[] toMillis = new long[MAX];
  private final Activity[] activities = new Activity[MAX];
  private long count;

  /** Whether the newest span is open. */
  boolean isOpen() {
    return count > 0 && toMillis[slot(count - 1)] == OPEN;
  }

  /** The newest span's; there must be one. */
  Activity lastActivity() {
    return activities[slot(count - 1)];
  }

  /** Where the newest span began; there must be one. */
  long lastFromMillis() {
    return fromMillis[slot(count - 1)];
  }

  /** Opens a span. The one before must be over; it is not overlapped. */
  void open(Activity activity, long atMillis) {
    int slot = slot(count);
    fromMillis[slot] = count == 0 ? atMillis : Math.max(atMillis, toMillis[slot(count - 1)]);
    toMillis[slot] = OPEN;
    activities[slot] = activity;
    count++;
  }

  /** The open span began earlier than was thought, but not before the end of the last one. */
  void openSince(long atMillis) {
    int slot = slot(count - 1);
    long earliest = count == 1 ? Long.MIN_VALUE : toMillis[slot(count - 2)];
    fromMillis[slot] = Math.min(fromMillis[slot], Math.max(atMillis, earliest));
  }

  /** Ends the open span, not before it began. */
  void close(long atMillis) {
    int slot = slot(count - 1);
    toMillis[slot] = Math.max(atMillis, fromMillis[slot]);
  }

  /** Prolongs the newest span, which is over. */
  void prolong(long toMillis) {
    this.toMillis[slot(count - 1)] = toMillis;
  }

  /** Where the newest span ended; {@link Long#MIN_VALUE} if there is none. */
  long lastEndMillis() {
    return count == 0 ? Long.MIN_VALUE : toMillis[slot(count - 1)];
  }

  /** The spans that reach beyond this time, oldest first. */
  List<Span> since(long sinceMillis) {
    List<Span> found = new ArrayList<>();
    for (long id = Math.max(0, count - MAX); id < count; id++) {
      int slot = slot(id);
      if (toMillis[slot] > sinceMillis) {
        found.add(new Span(id, activities[slot], fromMillis[slot], toMillis[slot]));
      }
    }
    return found;
  }

  private static int slot(long id) {
    return (int) (id % MAX);
  }
}
