package io.snapkeeper.simulation.best;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.snapkeeper.core.quorum.QuorumRule;
import io.snapkeeper.simulation.Draws;
import io.snapkeeper.simulation.best.Cycle.Member;
import io.snapkeeper.simulation.best.CycleFamilies.Shape;
import io.snapkeeper.testset.TestSet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Slots beside the best schedules that there are; the table of docs/scheduling.md. {@code
 * -Dbest.loads=0.3,0.6,0.9} takes all small cycles with each of these loads.
 */
class BestScheduleTest {

  private static final double EXACT = 1e-9;

  @Test
  void twoAtATimeOfFiveFullOnes() {
    Member full = new Member(1, 100, 10);
    Cycle five = majority(full, full, full, full, full);
    assertThat(five.lanes()).isEqualTo(1);
    assertThat(wait(five, 1)).isCloseTo(40, within(EXACT));
    assertThat(wait(five, five.members().size())).isCloseTo(20, within(EXACT));
    assertThat(ScheduledCycle.run(five).of(Measure.LONGEST_WAIT)).isCloseTo(40, within(EXACT));
  }

  @Test
  void whoIsNotFullDoesNotWait() {
    Cycle three =
        majority(new Member(0.6, 100, 10), new Member(0.7, 100, 10), new Member(0.8, 100, 10));
    assertThat(wait(three, 1)).isZero();
    assertThat(BestSchedule.of(three, 1, Measure.MOST_LOG)).isEqualTo(1);
  }

  @Test
  void theLongSlotComesLastIfOthersWaitForIt() {
    // Short ones first: 0 and 10; the long one first would make the others wait 50 and 60.
    Cycle three =
        majority(new Member(1, 1_000, 50), new Member(1, 1_000, 10), new Member(1, 1_000, 10));
    assertThat(wait(three, 1)).isCloseTo(20, within(EXACT));
  }

  @Test
  void idlingForOneThatIsNotReadyYetCanBeBest() {
    // At once: the third waits 60 - 55 s for the long slot. After it: the long one waits 12 s.
    Cycle three =
        majority(new Member(0.8, 100, 60), new Member(0.9, 1_000, 2), new Member(0.45, 100, 10));
    assertThat(wait(three, 1)).isCloseTo(0, within(EXACT));
    Cycle urgent =
        majority(new Member(1, 100, 60), new Member(0.1, 1_000, 2), new Member(0.49, 50, 1));
    // The third is full at 25.5 s. It is ready at 0.5 s, and the full one begins after it.
    assertThat(wait(urgent, 1)).isCloseTo(1.5, within(EXACT));
  }

  /** The heavy one alone, the light ones up to three at a time. */
  @Test
  void safetyIsOfSetsAndNotOfNumbers() {
    Member full = new Member(1, 1_000, 10);
    Cycle five = new Cycle(CycleFamilies.heavyVoter(), List.of(full, full, full, full, full));
    assertThat(five.safeAtOnce()).isEqualTo(3);
    assertThat(five.surelyAtOnce()).isEqualTo(1);
    // The heavy one, three, one; or any other order of these.
    assertThat(wait(five, 5)).isCloseTo(20, within(EXACT));
  }

  /** The search against one that tries every second for every slot. */
  @Test
  void theBestIsTheBestOfEverySchedule() {
    long seed = Long.getLong("seed", 20_261_121);
    Draws draws = new Draws(seed);
    int idling = 0;
    int tiny = TestSet.times(100, 300, 4_000, "tiny cycles, every schedule");
    for (int run = 0; run < tiny; run++) {
      int voters = 3 + draws.below(2);
      QuorumRule rule =
          draws.oneIn(2) ? CycleFamilies.majority(voters) : CycleFamilies.randomWeights(draws);
      voters = rule.voters().size();
      if (voters > 4) {
        continue;
      }
      List<Member> members = new ArrayList<>();
      for (int i = 0; i < voters; i++) {
        // Limits fill in whole seconds to their halves, and backlogs are whole seconds.
        int fill = 2 + 2 * draws.below(5);
        double backlog = (double) draws.below(fill + 2) / fill;
        members.add(new Member(backlog, fill, 1 + draws.below(voters == 3 ? 6 : 3)));
      }
      if (draws.oneIn(2)) {
        // One with a long slot is full, and one whose log grows fast is nearly ready.
        members.set(0, new Member(1, 10, 6));
        members.set(1, new Member(0.25, 4, 1));
      }
      Cycle cycle = new Cycle(rule, members);
      for (int atOnce = 1; atOnce <= 2; atOnce++) {
        for (Measure measure : Measure.values()) {
          double best = BestSchedule.of(cycle, atOnce, measure);
          assertThat(best)
              .as("%s of %s, %d at once, seed %d", measure, cycle, atOnce, seed)
              .isCloseTo(EverySchedule.best(cycle, atOnce, measure), within(EXACT));
        }
        idling += EverySchedule.idlingPays(cycle, atOnce) ? 1 : 0;
      }
    }
    System.out.printf("every schedule of %d tiny cycles: idling is better in %d%n", tiny, idling);
    assertThat(idling).as("cycles in which the best schedule idles").isGreaterThan(10);
  }

  /** Why the wait is not asserted where limits fill at different rates. */
  @Test
  void noScheduleHasBothTheShortestWaitAndTheLeastLog() {
    // The first one first: the second waits for 8 s and has 1.8 limits. The second one first: the
    // first waits for 40 s and has 1.4. The third has time.
    Cycle three = majority(new Member(1, 100, 8), new Member(1, 10, 40), new Member(0.5, 100, 1));
    double bestWait = EverySchedule.best(three, 1, Measure.LONGEST_WAIT);
    double bestLog = EverySchedule.best(three, 1, Measure.MOST_LOG);
    double[] nearest = {Double.POSITIVE_INFINITY};
    EverySchedule.forEach(
        three,
        1,
        (wait, log) -> nearest[0] = Math.min(nearest[0], Math.max(wait / bestWait, log / bestLog)));
    assertThat(nearest[0]).isGreaterThan(1.2);
  }

  /** All of a grid: the counts in the table are those of all cases there are. */
  @Test
  void allSmallCycles() {
    TestSet.assumeInFull(false, "all cycles of three to five voters");
    double[] loads =
        Stream.of(System.getProperty("best.loads", "0.6").split(",", -1))
            .mapToDouble(Double::parseDouble)
            .toArray();
    List<Comparison> table = new ArrayList<>();
    for (int voters = 3; voters <= 5; voters++) {
      Comparison comparison = new Comparison("all of %d voters".formatted(voters), "");
      for (double load : loads) {
        CycleFamilies.alike(voters, load, false, comparison::add);
      }
      table.add(comparison);
    }
    for (int voters = 3; voters <= 4; voters++) {
      Comparison comparison = new Comparison("all of %d, rates 1 and 10".formatted(voters), "");
      for (double load : loads) {
        CycleFamilies.alike(voters, load, true, comparison::add);
      }
      table.add(comparison);
    }
    Comparison heavy = new Comparison("all of 5, weights 3 1 1 1 1", "");
    Comparison groups = new Comparison("all of 5 in groups of 2, 1, 2", "");
    for (double load : loads) {
      CycleFamilies.unlike(CycleFamilies.heavyVoter(), load, heavy::add);
      CycleFamilies.unlike(CycleFamilies.groups(), load, groups::add);
    }
    table.add(heavy);
    table.add(groups);
    print(table);
    assertThat(table.get(0).cycles()).isEqualTo(165 * loads.length);
    assertThat(table.get(1).cycles()).isEqualTo(495 * loads.length);
    assertThat(table.get(2).cycles()).isEqualTo(1_287 * loads.length);
    assertThat(heavy.cycles()).isEqualTo(1_024 * loads.length);
  }

  @Test
  void randomCycles() {
    long seed = Long.getLong("seed", 20_261_121);
    int runs = TestSet.times(40, 120, 2_000, "random cycles of each kind");
    List<Comparison> table = new ArrayList<>();
    table.add(random("alike", seed, runs, d -> new Shape(majority(d, 3, 7), false, false)));
    table.add(
        random("durations 1 to 10", seed, runs, d -> new Shape(majority(d, 3, 7), true, false)));
    table.add(random("rates 1 to 10", seed, runs, d -> new Shape(majority(d, 3, 6), false, true)));
    table.add(random("both", seed, runs, d -> new Shape(majority(d, 3, 6), true, true)));
    table.add(
        random(
            "weights 0 to 3, durations",
            seed,
            runs,
            d -> new Shape(CycleFamilies.randomWeights(d), true, false)));
    table.add(
        random(
            "groups, durations", seed, runs, d -> new Shape(CycleFamilies.groups(), true, false)));
    print(table);
    assertThat(table).allMatch(comparison -> comparison.waiting() > runs / 10);
  }

  private static Comparison random(String name, long seed, int runs, Function<Draws, Shape> shape) {
    Draws draws = new Draws(seed);
    Comparison comparison = new Comparison("random, " + name, ", -Dseed=" + seed);
    for (int run = 0; run < runs; run++) {
      comparison.add(CycleFamilies.random(shape.apply(draws), draws));
    }
    return comparison;
  }

  private static void print(List<Comparison> table) {
    System.out.print(Comparison.HEADER);
    table.forEach(comparison -> System.out.println(comparison.line()));
    System.out.printf(
        "more lanes than the reference, as slots came late: %d cycles%n",
        table.stream().mapToInt(Comparison::moreLanes).sum());
  }

  private static QuorumRule majority(Draws draws, int from, int to) {
    return CycleFamilies.majority((int) draws.between((long) from, to));
  }

  private static Cycle majority(Member... members) {
    return new Cycle(CycleFamilies.majority(members.length), List.of(members));
  }

  private static double wait(Cycle cycle, int atOnce) {
    return BestSchedule.of(cycle, atOnce, Measure.LONGEST_WAIT);
  }
}
