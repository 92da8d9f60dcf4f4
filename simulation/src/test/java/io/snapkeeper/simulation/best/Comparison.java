package io.snapkeeper.simulation.best;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.simulation.best.Cycle.Member;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Ours beside the best schedules of many cycles: those that run no more slots at once than the
 * rule's lanes, and all that are safe. Asserts what docs/scheduling.md proves or promises.
 */
final class Comparison {

  private static final double FACTOR = 1.2;
  private static final double TICK_SECONDS = 0.5;
  private static final double ROUNDING = 1e-6;

  static final String HEADER =
      """
      | cycles | number | our lanes: log | our lanes: wait | any lanes: log | any lanes: wait \
      | only bunching avoids |
      |---|---|---|---|---|---|---|
      """;

  private final String name;
  private final String seed;
  private int cycles;
  private final Map<Measure, List<Double>> onLanes = new EnumMap<>(Measure.class);
  private final Map<Measure, List<Double>> onAny = new EnumMap<>(Measure.class);
  private int bunchingAvoids;
  private int moreLanes;

  Comparison(String name, String seed) {
    this.name = name;
    this.seed = seed;
    for (Measure measure : Measure.values()) {
      onLanes.put(measure, new ArrayList<>());
      onAny.put(measure, new ArrayList<>());
    }
  }

  int cycles() {
    return cycles;
  }

  int waiting() {
    return onLanes.get(Measure.LONGEST_WAIT).size();
  }

  void add(Cycle cycle) {
    ScheduledCycle.Outcome ours = ScheduledCycle.run(cycle);
    cycles++;
    moreLanes += ours.mostAtOnce() > cycle.lanes() ? 1 : 0;
    assertThat(ours.mostAtOnce()).as("at once, %s", cycle).isLessThanOrEqualTo(cycle.safeAtOnce());
    for (Measure measure : Measure.values()) {
      double bestOnLanes = BestSchedule.of(cycle, cycle.lanes(), measure);
      double bestOnAny = BestSchedule.of(cycle, cycle.members().size(), measure);
      // Or it would not be the best.
      assertThat(ours.of(measure) + ROUNDING)
          .as("%s of ours, %s%s", measure, cycle, seed)
          .isGreaterThanOrEqualTo(bestOnAny);
      assertNearBest(cycle, measure, ours.of(measure), bestOnLanes);
      assertBounded(cycle, measure, ours, bestOnAny);
      ratio(measure, ours.of(measure), bestOnLanes, onLanes);
      ratio(measure, ours.of(measure), bestOnAny, onAny);
      if (measure == Measure.LONGEST_WAIT
          && bestOnAny <= TICK_SECONDS
          && ours.of(measure) > TICK_SECONDS
          && bestOnLanes > TICK_SECONDS) {
        bunchingAvoids++;
      }
    }
  }

  private static void ratio(
      Measure measure, double ours, double best, Map<Measure, List<Double>> ratios) {
    if (measure == Measure.MOST_LOG || best > TICK_SECONDS) {
      ratios.get(measure).add(ours / best);
    }
  }

  /**
   * Within a fifth and a tick of the best on the same lanes. The wait is not asserted where limits
   * fill at different rates, as no schedule has both. Where somebody is not ready at first, a slot
   * may be under way when it would be better not to have begun it: one slot more.
   */
  private void assertNearBest(Cycle cycle, Measure measure, double ours, double best) {
    boolean equalRates = equalRates(cycle);
    if (measure == Measure.LONGEST_WAIT && !equalRates) {
      return;
    }
    boolean foresight = !allReady(cycle) && (measure == Measure.LONGEST_WAIT || !equalRates);
    double slackSeconds = TICK_SECONDS + (foresight ? longestSlot(cycle) : 0);
    assertThat(ours)
        .as("%s, best on %d lanes %.3f, %s%s", measure, cycle.lanes(), best, cycle, seed)
        .isLessThanOrEqualTo(FACTOR * best + slackSeconds * measure.perSecond(cycle) + ROUNDING);
  }

  /** Whatever the lanes of the others: nobody waits for more than a cycle of slots. */
  private void assertBounded(
      Cycle cycle, Measure measure, ScheduledCycle.Outcome ours, double best) {
    if (!equalRates(cycle)) {
      return;
    }
    double sum = cycle.members().stream().mapToDouble(Member::slotSeconds).sum();
    double seconds = sum / Math.min(cycle.lanes(), cycle.surelyAtOnce());
    // Who has had its slot may be before another one that waits once more, and no oftener.
    seconds = (ours.again() ? 2 : 1) * seconds + TICK_SECONDS;
    seconds += allReady(cycle) ? 0 : longestSlot(cycle);
    assertThat(ours.of(measure))
        .as("%s, best %.3f, %s%s", measure, best, cycle, seed)
        .isLessThanOrEqualTo(best + seconds * measure.perSecond(cycle) + ROUNDING);
  }

  private static boolean equalRates(Cycle cycle) {
    return cycle.members().stream().mapToDouble(Member::fillSeconds).distinct().count() == 1;
  }

  private static boolean allReady(Cycle cycle) {
    return cycle.members().stream().allMatch(member -> member.readySeconds() == 0);
  }

  private static double longestSlot(Cycle cycle) {
    return cycle.members().stream().mapToDouble(Member::slotSeconds).max().orElseThrow();
  }

  /** A line of the table. */
  String line() {
    return String.format(
        Locale.ROOT,
        "| %s | %,d | %s | %s (%,d) | %s | %s | %,d |",
        name,
        cycles,
        text(onLanes.get(Measure.MOST_LOG)),
        text(onLanes.get(Measure.LONGEST_WAIT)),
        waiting(),
        text(onAny.get(Measure.MOST_LOG)),
        text(onAny.get(Measure.LONGEST_WAIT)),
        bunchingAvoids);
  }

  /** In how many cycles ours had more lanes than the reference, after slots had come late. */
  int moreLanes() {
    return moreLanes;
  }

  private static String text(List<Double> ratios) {
    if (ratios.isEmpty()) {
      return "-";
    }
    Collections.sort(ratios);
    return String.format(
        Locale.ROOT, "%.2f, %.2f", ratios.get(ratios.size() / 2), ratios.get(ratios.size() - 1));
  }
}
