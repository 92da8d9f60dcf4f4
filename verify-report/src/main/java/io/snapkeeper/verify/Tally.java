package io.snapkeeper.verify;

import java.util.List;
import java.util.stream.Stream;

/**
 * What one or several reports say. A skipped test is not among those that ran.
 *
 * @param ran tests that ran, failed ones included
 * @param failed tests that failed, or could not be read
 * @param notRun tests that were skipped, aborted by an assumption, or whose reports are missing
 * @param seconds time the tests took, as the reports say
 * @param reasons why tests did not run, each once, in order of appearance
 */
record Tally(int ran, int failed, int notRun, double seconds, List<String> reasons) {

  static final Tally NONE = new Tally(0, 0, 0, 0, List.of());

  Tally {
    if (ran < 0 || failed < 0 || failed > ran || notRun < 0 || seconds < 0) {
      throw new IllegalArgumentException(
          "ran " + ran + ", failed " + failed + ", not run " + notRun + ", seconds " + seconds);
    }
    reasons = List.copyOf(reasons);
  }

  /** A part that should have run and of which this build has no report. */
  static Tally missing(String reason) {
    return new Tally(0, 0, 1, 0, List.of(reason));
  }

  Tally plus(Tally other) {
    return new Tally(
        ran + other.ran,
        failed + other.failed,
        notRun + other.notRun,
        seconds + other.seconds,
        Stream.concat(reasons.stream(), other.reasons.stream()).distinct().toList());
  }
}
