package io.snapkeeper.cli.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Whether the demo showed what it is to show.
 *
 * @param problems what was not as it should be; empty if all was
 * @param remarks what the reader should know when comparing the two
 */
record Verdict(List<String> problems, List<String> remarks) {

  /** Comparisons of latency are made at equal numbers of snapshots, within this. */
  private static final double EQUAL_WITHIN = 0.10;

  private static final int FEWEST_PER_SERVER = 2;

  static Verdict of(DemoPlan plan, SideResult stock, SideResult plugin) {
    List<String> problems = new ArrayList<>();
    String quorum = plan.quorum() + " of " + plan.servers();
    if (stock.quorumSnapshottingSeconds() <= 0) {
      problems.add(
          "no overlap came about: the stock servers never had "
              + quorum
              + " snapshotting at once, so there was nothing to compare; run the demo again"
              + (plan.windowSeconds() < 30 ? ", or without --quick" : ""));
    }
    if (plugin.quorumSnapshottingSeconds() > 0) {
      problems.add(
          String.format(
              Locale.ROOT,
              "with the plugin %s snapshotted at once for %.3f s; it must be 0",
              quorum,
              plugin.quorumSnapshottingSeconds()));
    }
    plugin
        .snapshotsByServer()
        .forEach(
            (sid, count) -> {
              if (count < FEWEST_PER_SERVER) {
                problems.add(
                    "server %d with the plugin took %d snapshots in the window; at least %d are needed"
                        .formatted(sid, count, FEWEST_PER_SERVER));
              }
            });
    if (plugin.unscheduledSnapshots() > 0) {
      problems.add(
          "with the plugin "
              + plugin.unscheduledSnapshots()
              + " snapshots were taken without a slot; it must be 0");
    }
    requireNoErrors(problems, Side.STOCK, stock);
    requireNoErrors(problems, Side.SNAPKEEPER, plugin);
    return new Verdict(List.copyOf(problems), remarks(stock, plugin));
  }

  private static void requireNoErrors(List<String> problems, Side side, SideResult result) {
    if (result.load().errors() > 0) {
      problems.add(
          "%s: %d writes failed for good, the first with: %s"
              .formatted(side.title(), result.load().errors(), result.load().firstError()));
    }
    if (result.load().outstanding() > 0) {
      problems.add(
          "%s: %d writes had no outcome long after the window"
              .formatted(side.title(), result.load().outstanding()));
    }
  }

  private static List<String> remarks(SideResult stock, SideResult plugin) {
    List<String> remarks = new ArrayList<>();
    double ratio = plugin.snapshots() / (double) Math.max(1, stock.snapshots());
    if (Math.abs(ratio - 1) > EQUAL_WITHIN) {
      remarks.add(
          String.format(
              Locale.ROOT,
              "The numbers of snapshots differ by %.0f%% (%d and %d): latencies compare only roughly.",
              100 * Math.abs(ratio - 1),
              stock.snapshots(),
              plugin.snapshots()));
    }
    return List.copyOf(remarks);
  }

  boolean good() {
    return problems.isEmpty();
  }
}
