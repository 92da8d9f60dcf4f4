package io.snapkeeper.history.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.history.Action;
import io.snapkeeper.history.History;
import io.snapkeeper.history.Operation;
import io.snapkeeper.history.Outcome;
import io.snapkeeper.history.Znode;
import io.snapkeeper.history.check.RandomHistories.Shape;
import io.snapkeeper.testset.TestSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The search says what trying every order says, and does so of long histories, too. */
class JustInTimeSearchTest {

  private static final int PERCENT_OF_EACH_MIN = 15;

  /** About every other one is still right. */
  private static final int SPOILED_MAX = 60;

  private final long seed = Long.getLong("snapkeeper.seed", System.nanoTime());

  @ParameterizedTest
  @CsvSource({
    "6, 1, 3,  0, false",
    "6, 1, 3, 40, false",
    "7, 2, 3, 30, false",
    "6, 1, 3, 20, true",
    "6, 2, 4, 40, true",
    "7, 1, 5, 70, false"
  })
  void saysWhatBruteForceSays(
      int operations, int keys, int overlap, int unknownPercent, boolean creates) {
    System.out.println("-Dsnapkeeper.seed=" + seed);
    Shape shape = new Shape(operations, keys, overlap, unknownPercent, creates);
    RandomHistories histories = new RandomHistories(new SplittableRandom(seed), shape);
    int count =
        TestSet.times(1_500, 30_000, 100_000, "small random histories of each of six shapes");
    int passes = 0;
    for (int i = 0; i < count; i++) {
      History history = histories.next();
      if (i % 4 == 0) {
        assertSame(history, true);
      }
      history = histories.spoiled(history);
      passes += assertSame(history, BruteForce.isLinearizable(history)) ? 1 : 0;
    }
    assertThat(passes * 100.0 / count)
        .as("percent that are linearizable of those that were spoiled")
        .isBetween((double) PERCENT_OF_EACH_MIN, 100.0 - PERCENT_OF_EACH_MIN);
  }

  private boolean assertSame(History history, boolean expected) {
    Verdict verdict = HistoryCheck.check(history);
    assertThat(verdict.isPass())
        .as("%s, -Dsnapkeeper.seed=%d, %s", verdict, seed, history)
        .isEqualTo(expected);
    assertThat(verdict).isNotInstanceOf(Verdict.Undecided.class);
    return verdict.isPass();
  }

  @ParameterizedTest
  @CsvSource({"1, 4, 0", "1, 8, 2", "3, 8, 2", "2, 16, 1"})
  void decidesLongHistories(int keys, int overlap, int unknownPercent) {
    Shape shape = new Shape(4_000, keys, overlap, unknownPercent, false);
    RandomHistories histories = new RandomHistories(new SplittableRandom(seed), shape);
    History history = histories.next();
    Verdict verdict = HistoryCheck.check(history);
    System.out.printf("-Dsnapkeeper.seed=%d, %s: %s%n", seed, shape, verdict);
    assertThat(verdict).isInstanceOf(Verdict.Linearizable.class);

    boolean rejected = false;
    for (int i = 0; i < SPOILED_MAX && !rejected; i++) {
      Verdict spoiled = HistoryCheck.check(histories.spoiled(history));
      assertThat(spoiled).isNotInstanceOf(Verdict.Undecided.class);
      rejected = !spoiled.isPass();
    }
    assertThat(rejected).as("one of many spoiled ones is rejected, seed %d", seed).isTrue();
  }

  @Test
  void manyOfUnknownOutcomeAreNoMoreWorkThanTheirNumber() {
    History history = LostConnections.history(500);
    Verdict verdict = HistoryCheck.check(history);
    assertThat(verdict).isInstanceOf(Verdict.Linearizable.class);
    assertThat(((Verdict.Linearizable) verdict).configurations()).isLessThan(10_000);
  }

  /** Writes of so many znodes, one each, can take effect in 13 factorial orders. */
  @Test
  void ordersThatLeadToTheSameAreFollowedOnce() {
    List<Operation> operations = new ArrayList<>();
    List<Action> together = new ArrayList<>();
    for (int key = 0; key < 13; key++) {
      Action.Write write = new Action.Write("/k" + key, "v", Action.ANY_VERSION, 1);
      together.add(write);
      operations.add(new Operation(key, 100, 200 + key, List.of(write.made(2)), Outcome.DONE));
    }
    operations.add(new Operation(13, 10, 20, together, Outcome.DONE));
    Map<String, Znode> start =
        together.stream().collect(Collectors.toMap(Action::key, each -> new Znode("start", 0)));
    Verdict verdict = HistoryCheck.check(new History(start, operations));
    assertThat(verdict).isInstanceOf(Verdict.Linearizable.class);
    assertThat(((Verdict.Linearizable) verdict).configurations()).isLessThan(20_000);
  }

  @Test
  void partsAreCheckedOnTheirOwn() {
    RandomHistories histories =
        new RandomHistories(new SplittableRandom(seed), new Shape(60, 4, 4, 10, false));
    History history = histories.next();
    List<Operation> parts =
        Parts.of(history.operations()).values().stream().flatMap(List::stream).toList();
    assertThat(parts).containsExactlyInAnyOrderElementsOf(history.operations());
  }
}
