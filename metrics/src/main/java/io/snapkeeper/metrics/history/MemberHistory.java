package io.snapkeeper.metrics.history;

/** One member's lane, its commits at each sample, and how it was seen last. Not thread-safe. */
final class MemberHistory {

  final Lane lane = new Lane();
  final Series commitMean = new Series();
  private Observation.Member last;
  private long seenAtMillis;
  private boolean watched;

  void observe(long nowMillis, Observation.Member member) {
    lane.observe(nowMillis, member);
    last = member;
    seenAtMillis = nowMillis;
    watched = true;
  }

  /** The member is not among those that are seen now. */
  void unwatched() {
    lane.unwatched();
    watched = false;
  }

  void sample(long sample) {
    double mean =
        watched
            ? last.report().map(Observation.Report::commitMeanSeconds).orElse(Double.NaN)
            : Double.NaN;
    commitMean.set(sample, mean > 0 ? mean : Double.NaN);
  }

  /** As it was seen last. */
  Observation.Member last() {
    return last;
  }

  /** Whether it is seen now. */
  boolean isWatched() {
    return watched;
  }

  /** Whether nothing is known of it since this time. */
  boolean isForgotten(long sinceMillis) {
    return !watched && seenAtMillis < sinceMillis;
  }
}
