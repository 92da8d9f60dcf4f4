package io.snapkeeper.metrics.history;

import io.snapkeeper.metrics.history.Observation.Completed;
import java.util.List;

/**
 * What one member has done, as spans. Snapshots get the times that the member tells of, which are
 * finer than the interval of the observations. Not thread-safe.
 */
final class Lane {

  private final Spans spans = new Spans();
  private long seenAtMillis = Long.MIN_VALUE;
  private long elapsedMillis;
  private Completed completed = Completed.NONE;

  /** The member as it was at this time. */
  void observe(long nowMillis, Observation.Member member) {
    Activity activity = member.activity();
    boolean completedOne = seenAtMillis != Long.MIN_VALUE && grew(member.completed());
    if (completedOne && !snapshotIsOpen()) {
      addMissed(nowMillis, member.completed());
    }
    if (!runsOn(member)) {
      close(nowMillis, completedOne ? member.completed().lastDurationMillis() : 0);
      if (activity.isSnapshot()) {
        spans.open(activity, nowMillis - member.snapshot().elapsedMillis());
      } else if (activity != Activity.FAST) {
        spans.open(activity, nowMillis);
      }
    } else if (activity.isSnapshot()) {
      // The freshest report tells best when it began.
      spans.openSince(nowMillis - member.snapshot().elapsedMillis());
    }
    elapsedMillis = member.snapshot().elapsedMillis();
    completed = member.completed();
    seenAtMillis = nowMillis;
  }

  /** This server cannot see the member any more: what it did last ended when it was last seen. */
  void unwatched() {
    if (spans.isOpen() && spans.lastActivity() == Activity.UNWATCHED) {
      return;
    }
    if (spans.isOpen()) {
      spans.close(seenAtMillis);
    }
    spans.open(Activity.UNWATCHED, seenAtMillis);
    completed = Completed.NONE;
    seenAtMillis = Long.MIN_VALUE;
  }

  /** Whether the open span goes on. A snapshot younger than the one seen last is another one. */
  private boolean runsOn(Observation.Member member) {
    Activity activity = member.activity();
    if (!spans.isOpen() || spans.lastActivity() != activity) {
      return !spans.isOpen() && activity == Activity.FAST;
    }
    return !activity.isSnapshot() || member.snapshot().elapsedMillis() >= elapsedMillis;
  }

  private boolean snapshotIsOpen() {
    return spans.isOpen() && spans.lastActivity().isSnapshot();
  }

  private boolean grew(Completed now) {
    return now.scheduled() > completed.scheduled() || now.unscheduled() > completed.unscheduled();
  }

  private void close(long nowMillis, long lastDurationMillis) {
    if (!spans.isOpen()) {
      return;
    }
    long end = nowMillis;
    if (snapshotIsOpen() && lastDurationMillis > 0) {
      end =
          Math.max(seenAtMillis, Math.min(nowMillis, spans.lastFromMillis() + lastDurationMillis));
    }
    spans.close(end);
  }

  /** One that began and ended between two observations. */
  private void addMissed(long nowMillis, Completed now) {
    if (spans.isOpen()) {
      spans.close(seenAtMillis);
    }
    spans.open(
        now.scheduled() > completed.scheduled()
            ? Activity.SNAPSHOT_SLOT
            : Activity.SNAPSHOT_UNSCHEDULED,
        Math.max(seenAtMillis, nowMillis - now.lastDurationMillis()));
    spans.close(nowMillis);
  }

  List<Spans.Span> since(long sinceMillis) {
    return spans.since(sinceMillis);
  }
}
