package io.snapkeeper.cli.simulate;

import io.snapkeeper.cli.TextTable;
import io.snapkeeper.simulation.run.FaultLevel;
import io.snapkeeper.simulation.run.PolicyName;
import io.snapkeeper.simulation.run.SimulationResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The policies beside each other, for one ensemble. */
final class ComparisonTable {

  static final String SCHEDULE_EXISTS =
      "A schedule of as many snapshots as stock takes, without overlap, exists for this load.";
  static final String NO_SCHEDULE =
      "No schedule of as many snapshots as stock takes is without overlap for this load: the disks are"
          + " too slow for it.";

  static final String EVERY_SNAPSHOT_COUNTS =
      "With fewer than three voters no schedule is without overlap: a quorum needs them all.";

  private ComparisonTable() {}

  static List<String> lines(Comparison comparison) {
    List<String> lines = new ArrayList<>();
    lines.add(SpecText.ensemble(comparison.spec()));
    lines.add(SpecText.load(comparison.spec()));
    lines.add("");
    lines.addAll(table(comparison).lines());
    lines.add("");
    lines.add(schedule(comparison));
    comparison.unequalSnapshots().ifPresent(lines::add);
    return lines;
  }

  /** Whether any schedule without overlap exists, and why not. */
  static String schedule(Comparison comparison) {
    if (comparison.spec().voters() < 3) {
      return EVERY_SNAPSHOT_COUNTS;
    }
    return comparison.scheduleExists() ? SCHEDULE_EXISTS : NO_SCHEDULE;
  }

  private static TextTable table(Comparison comparison) {
    Rows rows = new Rows(comparison, new TextTable());
    rows.policies("", PolicyName::key);
    rows.results("seconds simulated", r -> Figures.plain(Math.rint(r.seconds())));
    rows.results("snapshots", r -> Figures.count(r.snapshots()));
    rows.policies("  per server", p -> Figures.average(comparison.snapshotsPerServer(p)));
    rows.results("  skipped, too busy to snap", r -> Figures.count(r.skippedSnapshots()));
    rows.results("seconds with a quorum snapshotting", r -> Figures.seconds(r.overlapSeconds()));
    rows.results("seconds in degraded slots", r -> Figures.seconds(r.degradedSeconds()));
    rows.results("longest wait for a slot, s", r -> Figures.seconds(r.longestWaitSeconds()));
    rows.results("hard-limit snapshots", r -> Figures.count(r.hardLimitSnapshots()));
    rows.results("most log a restart replays, MB", r -> Figures.megabytes(r.maxLogBytes()));
    rows.results("quorum write latency p50, ms", r -> Figures.millis(r.writeLatency().p50Millis()));
    rows.results("  p99", r -> Figures.millis(r.writeLatency().p99Millis()));
    rows.results("  p99.9", r -> Figures.millis(r.writeLatency().p999Millis()));
    rows.results("  max", r -> Figures.millis(r.writeLatency().maxMillis()));
    if (comparison.spec().faults() != FaultLevel.NONE) {
      rows.results("leader changes", r -> Figures.count(r.leaderChanges()));
    }
    return rows.table();
  }

  private record Rows(Comparison comparison, TextTable table) {

    void policies(String name, Function<PolicyName, String> figure) {
      List<String> cells = new ArrayList<>(List.of(name));
      comparison.policies().forEach(policy -> cells.add(figure.apply(policy)));
      table.row(cells.toArray(String[]::new));
    }

    void results(String name, Function<SimulationResult, String> figure) {
      policies(name, policy -> figure.apply(comparison.of(policy)));
    }
  }
}
