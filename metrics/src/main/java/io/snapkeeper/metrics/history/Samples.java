package io.snapkeeper.metrics.history;

import io.snapkeeper.metrics.figures.PacingFigures;
import io.snapkeeper.metrics.histogram.LatencyHistogram;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/** This server's own figures at the last samples. Not thread-safe. */
final class Samples {

  private final long[] atMillis = new long[Series.LENGTH];
  final Series commitP50 = new Series();
  final Series commitP99 = new Series();
  final Series commitsPerSecond = new Series();
  final Series quorumMargin = new Series();
  final Series paceBytesPerSecond = new Series();

  private final PacingFigures.Limit[] limits = new PacingFigures.Limit[Series.LENGTH];
  private long count;
  private LatencyHistogram.Counts commitsBefore;

  /** How many there have been. */
  long count() {
    return count;
  }

  /** Whether the next sample is due. */
  boolean isDue(long nowMillis, long intervalMillis) {
    // Observations come a little early or late; a sample does not wait another one for that.
    return count == 0 || nowMillis - atMillis(count - 1) >= intervalMillis - intervalMillis / 8;
  }

  /** Takes one; returns its number. */
  long add(Observation seen) {
    long sample = count++;
    atMillis[(int) (sample % Series.LENGTH)] = seen.atMillis();
    addCommits(sample, seen);
    quorumMargin.set(
        sample, seen.quorumMargin().isPresent() ? seen.quorumMargin().getAsInt() : Double.NaN);
    paceBytesPerSecond.set(
        sample, seen.pacing().map(PacingFigures::bytesPerSecond).orElse(Double.NaN));
    limits[(int) (sample % Series.LENGTH)] =
        seen.pacing().map(PacingFigures::limit).orElse(PacingFigures.Limit.NONE);
    return sample;
  }

  private void addCommits(long sample, Observation seen) {
    if (commitsBefore == null) {
      commitsBefore = seen.commits(); // what was before does not belong to an interval
    }
    CommitInterval commits = CommitInterval.between(commitsBefore, seen.commits());
    commitsBefore = seen.commits();
    commitP50.set(sample, commits.p50Seconds());
    commitP99.set(sample, commits.p99Seconds());
    double seconds = sample == 0 ? 0 : (seen.atMillis() - atMillis(sample - 1)) / 1e3;
    commitsPerSecond.set(sample, seconds <= 0 ? Double.NaN : commits.count() / seconds);
  }

  /** One value for each sample after this time, oldest first. */
  <T> List<T> since(long sinceMillis, LongFunction<T> valueOfSample) {
    List<T> values = new ArrayList<>();
    for (long sample = Math.max(0, count - Series.LENGTH); sample < count; sample++) {
      if (atMillis(sample) > sinceMillis) {
        values.add(valueOfSample.apply(sample));
      }
    }
    return values;
  }

  /** When a sample was taken. */
  long atMillis(long sample) {
    return atMillis[(int) (sample % Series.LENGTH)];
  }

  /** What limited the pace at a sample. */
  PacingFigures.Limit limit(long sample) {
    return limits[(int) (sample % Series.LENGTH)];
  }
}
