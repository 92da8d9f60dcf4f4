package io.snapkeeper.cli.simulate;

import io.snapkeeper.cli.ExitCode;
import io.snapkeeper.cli.Failure;
import io.snapkeeper.simulation.ensemble.Bursts;
import io.snapkeeper.simulation.ensemble.Votes;
import io.snapkeeper.simulation.run.Conditions;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Options for what makes an ensemble other than one of equal servers under a steady load. */
final class ConditionOptions {

  @Option(
      names = "--disk-spread",
      paramLabel = "FACTOR",
      defaultValue = "1",
      description =
          "How many times slower the slowest disk is than --disk, 1..1000; the other servers' lie"
              + " between; default ${DEFAULT-VALUE}.")
  private double diskSpread;

  @Option(
      names = "--failing-disk",
      paramLabel = "FACTOR",
      defaultValue = "1",
      description =
          "How many times slower the disk of server 1 is from the middle of the run on, 1..1000;"
              + " default ${DEFAULT-VALUE}.")
  private double failingDisk;

  @Option(
      names = "--bursts",
      paramLabel = "SECONDS,SECONDS",
      split = ",",
      description =
          "Writes come at --rate for so long, and then none for so long, such as 20,60; default a"
              + " steady load.")
  private List<Double> bursts;

  @Option(
      names = "--weights",
      paramLabel = "N",
      split = ",",
      description =
          "What the vote of each voter counts, such as 3,1,1,1,1 (weight.N in zoo.cfg); default 1.")
  private List<Long> weights = List.of();

  @Option(
      names = "--groups",
      paramLabel = "N:N",
      split = ",",
      description =
          "Voters of each group of a hierarchical quorum, such as 1:2:3,4:5:6,7:8:9 (group.N in"
              + " zoo.cfg); default one group.")
  private List<String> groups = List.of();

  /** What the options say. */
  Conditions conditions() {
    return new Conditions(diskSpread, failingDisk, burstsInMillis(), votes());
  }

  private Bursts burstsInMillis() {
    if (bursts == null) {
      return Bursts.STEADY;
    }
    // Milliseconds are the grain of the simulation; a year is beyond every run.
    boolean possible =
        bursts.size() == 2
            && bursts.get(0) >= 0.001
            && bursts.get(1) >= 0
            && bursts.stream().allMatch(seconds -> seconds < 31_536_000);
    if (!possible) {
      throw new Failure(
          "--bursts is "
              + bursts
              + "; allowed: two numbers of seconds, the first 0.001 or more, the second 0 or more",
          ExitCode.WRONG_USAGE);
    }
    return new Bursts(Math.round(1e3 * bursts.get(0)), Math.round(1e3 * bursts.get(1)));
  }

  private Votes votes() {
    List<List<Long>> sidsByGroup = new ArrayList<>();
    for (String group : groups) {
      List<Long> sids = new ArrayList<>();
      for (String sid : group.split(":", -1)) {
        try {
          sids.add(Long.parseLong(sid));
        } catch (NumberFormatException e) {
          throw new Failure(
              "--groups: '" + group + "' is not a list of servers such as 1:2:3",
              ExitCode.WRONG_USAGE,
              e);
        }
      }
      sidsByGroup.add(sids);
    }
    return new Votes(weights, sidsByGroup);
  }
}
