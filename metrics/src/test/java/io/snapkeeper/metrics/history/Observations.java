package io.snapkeeper.metrics.history;

import io.snapkeeper.metrics.histogram.DurationLayouts;
import io.snapkeeper.metrics.histogram.LatencyHistogram;
import io.snapkeeper.metrics.history.Observation.Completed;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Observations of a leader, server 1. */
public final class Observations {

  private static final LatencyHistogram.Counts NO_COMMITS =
      new LatencyHistogram(DurationLayouts.COMMIT).counts();

  private Observations() {}

  /** With these members. */
  public static Observation at(long nowMillis, Observation.Member... members) {
    return at(nowMillis, List.of(members), Optional.empty());
  }

  static Observation at(
      long nowMillis, List<Observation.Member> members, Optional<Observation.Overlap> overlap) {
    return new Observation(
        nowMillis,
        1_700_000_000_000L + nowMillis,
        new Observation.Server(1, "leader", 1, 7, Observation.Schedule.SCHEDULING, "scheduled", ""),
        members,
        OptionalInt.of(1),
        overlap,
        Optional.empty(),
        NO_COMMITS,
        Optional.empty());
  }

  static Observation.Member member(long sid, Activity activity) {
    return member(sid, activity, 0, Completed.NONE);
  }

  static Observation.Member member(
      long sid, Activity activity, long elapsedMillis, Completed completed) {
    return new Observation.Member(
        sid,
        true,
        sid == 1,
        activity,
        new Observation.Snapshot(elapsedMillis, 0.5),
        completed,
        Optional.of(new Observation.Report(0.25, 0.002, 0.01, 3)),
        0,
        "waits");
  }
}
