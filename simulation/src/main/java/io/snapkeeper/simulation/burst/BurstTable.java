package io.snapkeeper.simulation.burst;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Prints the table of bursts, and ends with 1 if a hard-limit snapshot could have been avoided. */
public final class BurstTable {

  private static final int[] BURST_SECONDS = {1, 5, 20, 60};
  private static final int[] GAP_SECONDS = {1, 10, 60, 600};
  private static final int[] VOTERS = {3, 4, 5, 6, 7};
  private static final long SEED = 1;

  private BurstTable() {}

  /** All cases of a load. */
  static List<BurstCase> cases(BurstLoad load) {
    List<BurstCase> cases = new ArrayList<>();
    for (int voters : VOTERS) {
      for (int burst : BURST_SECONDS) {
        for (int gap : GAP_SECONDS) {
          cases.add(new BurstCase(load, voters, burst, gap));
        }
      }
    }
    return cases;
  }

  /** Takes no arguments. */
  public static void main(String[] arguments) {
    int avoidable = 0;
    for (BurstLoad load : new BurstLoad[] {BurstLoad.LARGE, BurstLoad.SMALL}) {
      System.out.printf(
          Locale.ROOT,
          "%n%s: %.1f limits a second in a burst, snapshots of %.1f s%n%n",
          load.name(),
          load.limitsPerSecond(),
          new BurstCase(load, 3, 1, 1).snapshotSeconds());
      System.out.println(
          "| voters | burst, s | gap, s | avoidable | hard-limit snapshots: append only | snapkeeper"
              + " | overlap, s: stock | pr1191 | snapkeeper | longest commit, ms: stock | pr1191"
              + " | snapkeeper | snapshots per limit: stock | pr1191 | snapkeeper"
              + " | most log, limits: stock | append only | snapkeeper |");
      System.out.println("|" + "---:|".repeat(18));
      for (BurstCase pattern : cases(load)) {
        Map<BurstPolicy, BurstRun.Result> results = new EnumMap<>(BurstPolicy.class);
        for (BurstPolicy policy : BurstPolicy.values()) {
          results.put(policy, BurstRun.of(pattern, policy, SEED));
        }
        System.out.println(row(pattern, results));
        if (pattern.isAvoidable()) {
          avoidable += (int) results.get(BurstPolicy.SNAPKEEPER).hardLimitSnapshots();
        }
      }
    }
    System.out.printf("%n%d hard-limit snapshots that could have been avoided%n", avoidable);
    System.exit(avoidable == 0 ? 0 : 1);
  }

  private static String row(BurstCase pattern, Map<BurstPolicy, BurstRun.Result> results) {
    BurstRun.Result stock = results.get(BurstPolicy.STOCK);
    BurstRun.Result pr1191 = results.get(BurstPolicy.PR1191);
    BurstRun.Result append = results.get(BurstPolicy.NEEDS_APPEND);
    BurstRun.Result ours = results.get(BurstPolicy.SNAPKEEPER);
    return String.format(
        Locale.ROOT,
        "| %d | %d | %d | %s | %d | %d | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f"
            + " | %.2f | %.2f | %.2f | %.1f | %.1f | %.1f |",
        pattern.voters(),
        pattern.burstSeconds(),
        pattern.gapSeconds(),
        pattern.isAvoidable() ? "yes" : "no",
        append.hardLimitSnapshots(),
        ours.hardLimitSnapshots(),
        stock.overlapSeconds(),
        pr1191.overlapSeconds(),
        ours.overlapSeconds(),
        stock.stallMillis(),
        pr1191.stallMillis(),
        ours.stallMillis(),
        stock.snapshots(),
        pr1191.snapshots(),
        ours.snapshots(),
        stock.logLimits(),
        append.logLimits(),
        ours.logLimits());
  }
}
