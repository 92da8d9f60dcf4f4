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
 * @param reduced what the quick set did less often than the full one, each once
 * @param reducedInCi what CI's set did less often than the full one, each once
 */
record Tally(
    int ran,
    int failed,
    int notRun,
    double seconds,
    List<String> reasons,
    List<String> reduced,
    List<String> reducedInCi) {

  /** How the reason begins for which the quick set skips a test. */
  static final String LEFT_OUT = "only with -Pfull: ";

  /** How the reason begins for which CI's set skips a test. */
  static final String NOT_IN_CI = "not in CI: ";

  static final Tally NONE = new Tally(0, 0, 0, 0, List.of());

  Tally {
    if (ran < 0 || failed < 0 || failed > ran || notRun < 0 || seconds < 0) {
      throw new IllegalArgumentException(
          "ran " + ran + ", failed " + failed + ", not run " + notRun + ", seconds " + seconds);
    }
    reasons = List.copyOf(reasons);
    reduced = List.copyOf(reduced);
    reducedInCi = List.copyOf(reducedInCi);
  }

  /** Where nothing was reduced. */
  Tally(int ran, int failed, int notRun, double seconds, List<String> reasons) {
    this(ran, failed, notRun, seconds, reasons, List.of(), List.of());
  }

  /** A part that should have run and of which this build has no report. */
  static Tally missing(String reason) {
    return new Tally(0, 0, 1, 0, List.of(reason));
  }

  /** Reasons other than that a smaller set leaves something out. */
  List<String> reasonsOfThisMachine() {
    return reasonsBesidesCi().stream().filter(reason -> !reason.startsWith(LEFT_OUT)).toList();
  }

  /** Reasons other than that CI's set leaves something out. */
  List<String> reasonsBesidesCi() {
    return reasons.stream().filter(reason -> !reason.startsWith(NOT_IN_CI)).toList();
  }

  /** What the quick set leaves out or does less often. */
  List<String> onlyInFullSet() {
    return Stream.concat(after(LEFT_OUT), reduced.stream()).toList();
  }

  /** What CI's set leaves out or does less often. */
  List<String> notInCi() {
    return Stream.concat(after(NOT_IN_CI), reducedInCi.stream()).toList();
  }

  private Stream<String> after(String beginning) {
    return reasons.stream()
        .filter(reason -> reason.startsWith(beginning))
        .map(reason -> reason.substring(beginning.length()));
  }

  Tally plus(Tally other) {
    return new Tally(
        ran + other.ran,
        failed + other.failed,
        notRun + other.notRun,
        seconds + other.seconds,
        joined(reasons, other.reasons),
        joined(reduced, other.reduced),
        joined(reducedInCi, other.reducedInCi));
  }

  private static List<String> joined(List<String> some, List<String> others) {
    return Stream.concat(some.stream(), others.stream()).distinct().toList();
  }
}
