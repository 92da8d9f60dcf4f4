package io.snapkeeper.cli.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Whether the demo showed what it is to show.
 *
 * @param problems what was not as it should be; empty if all was
 * @param remarks what the reader should know when comparing the two
 */
record Verdict(List<String> problems, List<String> remarks) {

  /** Of a single one it would not be clear whether the server's turn comes again. */
  private static final int FEWEST_PER_SERVER = 2;

  static Verdict of(DemoPlan plan, SideResult stock, SideResult plugin) {
    List<String> problems = new ArrayList<>();
    List<String> remarks = new ArrayList<>();
    if (!plan.withoutSlack() && stock.overlapSeconds() <= 0) {
      problems.add(
          "no overlap came about: the stock servers never had "
              + plan.tooManySnapshotting()
              + " at once, so there was nothing to compare; run the demo again"
              + (plan.quick() ? ", or without --quick" : ""));
    }
    if (plan.has(Layer.SCHEDULER)) {
      requireSlots(problems, plan, plugin);
    }
    requireCounts(problems, Side.STOCK, stock);
    requireCounts(problems, Side.SNAPKEEPER, plugin);
    lostWrites(Side.SNAPKEEPER, plugin).forEach(problems::add);
    lostWrites(Side.STOCK, stock).forEach(remarks::add);
    boolean compared = Comparison.objection(plan, stock, plugin).isEmpty();
    boolean whole = plan.layers().size() == Layer.values().length;
    if (compared && whole && plugin.load().p999Millis() >= stock.load().p999Millis()) {
      problems.add(
          String.format(
              Locale.ROOT,
              "one write in a thousand took %.0f ms or more with the plugin, %.0f without",
              plugin.load().p999Millis(),
              stock.load().p999Millis()));
    }
    rejections(remarks, Side.STOCK, stock);
    rejections(remarks, Side.SNAPKEEPER, plugin);
    return new Verdict(List.copyOf(problems), List.copyOf(remarks));
  }

  /**
   * Why the stock servers begin anew, where none of their windows can be compared. They snapshot at
   * random times, so that it happens, rarely, on disks with room for one window that is moved on.
   * Empty if any writes were lost, which another run must not hide.
   */
  static Optional<String> reasonToBeginStockAnew(DemoPlan plan, SideResult stock) {
    return plan.ownDisks() && lostWrites(Side.STOCK, stock).isEmpty()
        ? stock.objection()
        : Optional.empty();
  }

  /**
   * The same at half the pace, where the plugin took too few snapshots because each took long;
   * empty if anything else was wrong, too, which another run must not hide.
   */
  static Optional<DemoPlan> planToRunInstead(DemoPlan plan, SideResult plugin) {
    List<String> broken = lostWrites(Side.SNAPKEEPER, plugin);
    if (plan.has(Layer.SCHEDULER)) {
      requireSlots(broken, plan, plugin);
    }
    return plugin
        .objection()
        .filter(counts -> broken.isEmpty())
        .flatMap(counts -> plan.atHalfThePace(plugin.snapshotMeanSeconds()));
  }

  private static void requireSlots(List<String> problems, DemoPlan plan, SideResult plugin) {
    if (plugin.overlapSeconds() > 0) {
      problems.add(
          String.format(
              Locale.ROOT,
              "with the plugin there were %s at once for %.3f s; it must be 0",
              plan.tooManySnapshotting(),
              plugin.overlapSeconds()));
    }
    if (plugin.unscheduledSnapshots() > 0) {
      problems.add(
          "with the plugin "
              + plugin.unscheduledSnapshots()
              + " snapshots were taken without a slot; it must be 0");
    }
  }

  private static void requireCounts(List<String> problems, Side side, SideResult result) {
    result
        .objection()
        .ifPresent(
            why -> problems.add("the numbers of snapshots differ: " + side.title() + ": " + why));
    tooFew(result.snapshotsByServer()).ifPresent(why -> problems.add(side.title() + ": " + why));
  }

  /** Why these counts of a window are too low to show anything; empty if they are not. */
  static Optional<String> tooFew(Map<Long, Long> snapshotsByServer) {
    return snapshotsByServer.entrySet().stream()
        .filter(server -> server.getValue() < FEWEST_PER_SERVER)
        .map(
            server ->
                "server %d took %d snapshots in the window; at least %d are needed"
                    .formatted(server.getKey(), server.getValue(), FEWEST_PER_SERVER))
        .findFirst();
  }

  private static List<String> lostWrites(Side side, SideResult result) {
    List<String> lost = new ArrayList<>();
    if (result.load().errors() > 0) {
      lost.add(
          "%s: %d writes failed for good, the first with: %s"
              .formatted(side.title(), result.load().errors(), result.load().firstError()));
    }
    if (result.load().outstanding() > 0) {
      lost.add(
          "%s: %d writes had no outcome long after the window"
              .formatted(side.title(), result.load().outstanding()));
    }
    return lost;
  }

  private static void rejections(List<String> remarks, Side side, SideResult result) {
    if (!result.rejected().isEmpty()) {
      Rejected first = result.rejected().get(0);
      remarks.add(
          "%s: %d window%s thrown away before this one, the first because %s."
              .formatted(
                  side.title(),
                  result.rejected().size(),
                  result.rejected().size() == 1 ? "" : "s",
                  first.why()));
    }
  }

  boolean good() {
    return problems.isEmpty();
  }
}
