package io.snapkeeper.simulation.run;

import io.snapkeeper.simulation.ensemble.Bursts;
import io.snapkeeper.simulation.ensemble.Votes;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * In what an ensemble differs from one of equal servers under a steady load. Immutable.
 *
 * @param diskSpread how many times slower the slowest disk is than the fastest, 1 or more; the
 *     others lie between, each by the same factor slower than the one before
 * @param failingDisk how many times slower the disk of server 1 is from the middle of the run on, 1
 *     or more
 */
public record Conditions(double diskSpread, double failingDisk, Bursts bursts, Votes votes) {

  /** Equal servers, a steady load, and a majority of voters. */
  public static final Conditions PLAIN = new Conditions(1, 1, Bursts.STEADY, Votes.MAJORITY);

  /** By which factor the disk of the n-th of so many servers is slower than the fastest. */
  double slowerBy(int nth, int servers) {
    return servers < 2 ? 1 : StrictMath.pow(diskSpread, (nth - 1.0) / (servers - 1));
  }

  /** Share of the time in which writes come. */
  double busyShare() {
    return bursts.gapMillis() == 0
        ? 1
        : (double) bursts.burstMillis() / (bursts.burstMillis() + bursts.gapMillis());
  }

  /** As options of a command; empty for {@link #PLAIN}, else with a space before each. */
  public String options() {
    StringBuilder options = new StringBuilder();
    if (diskSpread != 1) {
      options.append(" --disk-spread ").append(diskSpread);
    }
    if (failingDisk != 1) {
      options.append(" --failing-disk ").append(failingDisk);
    }
    if (!bursts.equals(Bursts.STEADY)) {
      options.append(
          String.format(
              Locale.ROOT,
              " --bursts %s,%s",
              bursts.burstMillis() / 1e3,
              bursts.gapMillis() / 1e3));
    }
    if (!votes.weights().isEmpty()) {
      options.append(" --weights ").append(joined(votes.weights(), ","));
    }
    if (!votes.groups().isEmpty()) {
      options.append(
          votes.groups().stream()
              .map(group -> joined(group, ":"))
              .collect(Collectors.joining(",", " --groups ", "")));
    }
    return options.toString();
  }

  private static String joined(List<Long> numbers, String between) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(between));
  }
}
