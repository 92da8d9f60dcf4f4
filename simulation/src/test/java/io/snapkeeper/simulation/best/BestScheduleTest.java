package io.snapkeeper.simulation.best;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.snapkeeper.simulation.Draws;
import io.snapkeeper.simulation.best.Cycle.Member;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BestScheduleTest {

  /** A report and a slot's end are each heard of with the next ping. */
  private static final double PINGS_SECONDS = 1.0;

  @Test
  void twoAtATimeOfFiveFullOnes() {
    Member full = new Member(1, 10);
    assertThat(wait(100, 2, full, full, full, full, full)).isCloseTo(20, within(1e-9));
    assertThat(wait(100, 1, full, full, full, full, full)).isCloseTo(40, within(1e-9));
  }

  @Test
  void whoIsNotFullDoesNotWait() {
    assertThat(wait(100, 1, new Member(0.6, 10), new Member(0.7, 10), new Member(0.8, 10)))
        .isZero();
  }

  @Test
  void theLongSlotComesLastIfOthersWaitForIt() {
    // Short ones first: 0 and 10; the long one first would make the others wait 50 and 60.
    assertThat(wait(1_000, 1, new Member(1, 50), new Member(1, 10), new Member(1, 10)))
        .isCloseTo(20, within(1e-9));
  }

  /**
   * Loads that allow one slot at a time or two, backlogs as after a pause or an outage. The
   * schedule never runs more slots at once than the load needs, so neither may the best one.
   */
  @Test
  void waitsAreWithinAFifthOfTheBest() {
    long seed = Long.getLong("seed", 20_261_121);
    System.out.println("waits against the best schedule: -Dseed=" + seed);
    Draws draws = new Draws(seed);
    double worst = 0;
    int waiting = 0;
    for (int run = 0; run < 2_000; run++) {
      int voters = 3 + draws.below(3);
      double fillSeconds = draws.logUniform(60, 1_000);
      double longest = fillSeconds * draws.between(0.02, 0.7 * lanesMax(voters) / voters);
      List<Member> members = new ArrayList<>();
      double sum = 0;
      double fullest = draws.between(0.5, 1.3);
      for (int i = 0; i < voters; i++) {
        double seconds = longest * draws.between(0.7, 1);
        sum += seconds;
        members.add(new Member(fullest * draws.between(0.8, 1), seconds));
      }
      int lanes = (int) Math.ceil(sum / (0.75 * fillSeconds));
      Cycle cycle = new Cycle(fillSeconds, Math.min(lanes, lanesMax(voters)), members);
      double best = BestSchedule.longestWaitSeconds(cycle);
      ScheduledCycle.Outcome ours = ScheduledCycle.run(cycle);
      assertThat(ours.mostAtOnce())
          .as("slots at once in %s, seed %d", cycle, seed)
          .isLessThanOrEqualTo(lanesMax(voters));
      double slack = PINGS_SECONDS * voters;
      if (best > slack) {
        waiting++;
        worst = Math.max(worst, ours.longestWaitSeconds() / best);
      }
      assertThat(ours.longestWaitSeconds())
          .as("longest wait, best %.1f s, in %s, seed %d", best, cycle, seed)
          .isLessThanOrEqualTo(1.2 * best + slack);
    }
    System.out.printf(
        "longest wait / best possible: at most %.2f in %d cycles in which somebody waits%n",
        worst, waiting);
    assertThat(waiting).isGreaterThan(200);
  }

  private static int lanesMax(int voters) {
    return voters - (voters / 2 + 1);
  }

  private static double wait(double fillSeconds, int atOnce, Member... members) {
    return BestSchedule.longestWaitSeconds(new Cycle(fillSeconds, atOnce, List.of(members)));
  }
}
