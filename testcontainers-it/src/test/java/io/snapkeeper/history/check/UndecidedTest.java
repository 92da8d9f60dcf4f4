package io.snapkeeper.history.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.history.History;
import io.snapkeeper.history.check.RandomHistories.Shape;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A search that ends at a limit says so, and that is no pass. */
class UndecidedTest {

  private static final Shape MUCH_IN_FLIGHT = new Shape(3_000, 1, 16, 5, true);

  @ParameterizedTest
  @CsvSource({
    "50, 1000000, 60, 50 configurations",
    "1000000, 5, 60, configurations at once",
    "100000000, 100000000, 0, 0 s"
  })
  void endsAtEachLimit(long configurations, int atOnce, int seconds, String named) {
    History history = new RandomHistories(new SplittableRandom(1), MUCH_IN_FLIGHT).next();
    SearchLimits limits = new SearchLimits(configurations, atOnce, Duration.ofSeconds(seconds));
    Verdict verdict = HistoryCheck.check(history, limits);
    assertThat(verdict.isPass()).isFalse();
    assertThat(verdict).isInstanceOf(Verdict.Undecided.class);
    assertThat(((Verdict.Undecided) verdict).why()).contains(named).contains("[/k0]");
    assertThat(CheckHistory.text(verdict)).startsWith("UNDECIDED, which is no pass");
  }
}
