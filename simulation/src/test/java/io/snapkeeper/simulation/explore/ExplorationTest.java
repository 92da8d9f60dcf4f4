package io.snapkeeper.simulation.explore;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.testset.TestSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every state of the small configurations, with the production core as it is. */
class ExplorationTest {

  private static final long STATES_MAX = 5_000_000;

  /** Most of the time that all small configurations take. */
  private static final Set<String> LARGEST =
      Set.of(
          "three voters, one observer",
          "three voters, orders",
          "three voters, requests",
          "three voters, unscheduled",
          "three voters, idle",
          "reconfiguration",
          "four voters",
          "five voters",
          "five voters, a crash");

  private static final String SMALLEST = "three voters, draining";

  /** In the full set {@link FullExplorationIT} explores all of them, by the same rules. */
  static List<Configuration> small() {
    List<Configuration> small = Configurations.small();
    return TestSet.isFull() ? List.of(Configurations.named(SMALLEST)) : small;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("small")
  void noStateBreaksARule(Configuration configuration) {
    TestSet.assume(
        !LARGEST.contains(configuration.name()), "all states of " + configuration.name());
    Exploration result = new Explorer(configuration, STATES_MAX, System.out::println).run();
    System.out.println(ExplorationTable.line(result));
    assertSound(result);
  }

  @Test
  void aConfigurationContainsItselfWithNarrowerBoundsAndNoOtherEnsemble() {
    Configuration small = Configuration.of("small", 3, 1, Map.of(Budget.SLOTS, 2));
    Configuration large = small.with(Budget.SLOTS, 3).with(Budget.LOSSES, 1);
    assertThat(large.contains(small)).isTrue();
    assertThat(small.contains(large)).isFalse();
    assertThat(large.contains(small.with(Budget.TICKS, 1))).isFalse();
    assertThat(large.contains(small.silent(3L))).isFalse();
    assertThat(large.contains(small.leaderTick(12_000))).isFalse();
    assertThat(large.contains(Configuration.of("", 3, 0, small.bounds()))).isFalse();
    // where members use idle time, a slot that waits for an append is no state
    assertThat(large.with(Budget.IDLES, 1).contains(small)).isFalse();
  }

  /** Nothing is left out but what is contained in one that is explored. */
  @Test
  void theLargestContainAllOthers() {
    List<Configuration> largest = Configurations.largest();
    assertThat(Configurations.all())
        .allMatch(one -> largest.stream().anyMatch(l -> l.contains(one)))
        .hasSizeGreaterThan(largest.size());
  }

  /** Every state was visited and continued without faults, and no rule is broken. */
  static void assertSound(Exploration result) {
    assertThat(result.violation().map(ExplorationTable::describe)).as("a broken rule").isEmpty();
    assertThat(result.complete()).as("all states were visited").isTrue();
    assertThat(result.continuations()).as("continued without faults").isEqualTo(result.states());
    // Where nothing happens no rule breaks: slots go round, as many at once as a quorum allows.
    assertThat(result.mostInSlots()).isEqualTo(normalSlotsAtOnce(result.configuration()));
  }

  private static int normalSlotsAtOnce(Configuration configuration) {
    Membership membership = configuration.memberships().get(0);
    int voters = membership.majorities().get(0).size();
    int fastAtMost = voters - configuration.silent().size();
    int ofVoters = fastAtMost - (voters / 2 + 1);
    return ofVoters + membership.observers().size();
  }
}
