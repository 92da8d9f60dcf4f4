package io.snapkeeper.wal.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The writer's plan of zeros, with times by hand; {@code ZeroingPlanTest} has the Java one's. */
@Timeout(60)
class WriterZeroingPlanTest {

  private static final double MEBIBYTE = 1 << 20;

  private CompiledDriver driver;
  private final List<String> steps = new ArrayList<>();
  private double seconds;
  private double tail;
  private double writes;

  @BeforeEach
  void compile() throws Exception {
    driver = CompiledDriver.of("zeroing_plan_driver.c", "zeroing_plan.c");
    steps.add("0 0 0");
  }

  private record Plan(boolean wanted, double aheadBytes, double bytesPerSecond, double nextBytes) {}

  private Plan plan() throws Exception {
    return plan("worthwhile");
  }

  private Plan plan(String worth) throws Exception {
    byte[] input = String.join("\n", steps).getBytes(StandardCharsets.US_ASCII);
    List<String> lines = driver.run(input, worth);
    return new Plan(
        lines.get(0).equals("1"),
        Double.parseDouble(lines.get(1)),
        Double.parseDouble(lines.get(2)),
        Double.parseDouble(lines.get(3)));
  }

  private void grow(double bytesPerSecond, double writesPerSecond, double forSeconds) {
    for (double end = seconds + forSeconds; seconds < end; ) {
      seconds += 0.1;
      tail += bytesPerSecond / 10;
      writes += writesPerSecond / 10;
      steps.add(seconds + " " + (long) tail + " " + (long) writes);
    }
  }

  @Test
  void aLogAtRestHasTheLeastAhead() throws Exception {
    grow(0, 0, 10);
    assertThat(plan()).isEqualTo(new Plan(true, MEBIBYTE, 4 * MEBIBYTE, MEBIBYTE));
  }

  @Test
  void whereTheySaveNothingThereAreNone() throws Exception {
    grow(5e6, 1_000, 10);
    Plan plan = plan("none");
    assertThat(plan.wanted()).isFalse();
    assertThat(plan.nextBytes()).isZero();
    assertThat(plan.aheadBytes())
        .as("the file is made longer all the same")
        .isCloseTo(10e6, Percentage.withPercentage(1));
  }

  @Test
  void aheadAndPaceFollowTheGrowth() throws Exception {
    grow(5e6, 1_000, 10);
    Plan plan = plan();
    assertThat(plan.wanted()).isTrue();
    assertThat(plan.aheadBytes()).isCloseTo(10e6, Percentage.withPercentage(1));
    assertThat(plan.bytesPerSecond()).isCloseTo(10e6, Percentage.withPercentage(1));
  }

  @Test
  void aheadIsBounded() throws Exception {
    grow(500e6, 50_000, 10);
    assertThat(plan().aheadBytes()).isEqualTo(32 * MEBIBYTE);
  }

  @Test
  void largeWritesGetNoZerosAndSmallOnesDo() throws Exception {
    grow(1_000 * (32_768 - 512), 1_000, 10);
    assertThat(plan().wanted()).isTrue();
    grow(1_000 * (32_768 + 512), 1_000, 10);
    assertThat(plan().wanted()).isFalse();
    grow(4e6, 1_000, 10);
    assertThat(plan().wanted()).isTrue();
  }

  @Test
  void theNextFileHasAsManyZerosAsThisOneHasContent() throws Exception {
    grow(1e6, 1_000, 10);
    assertThat(plan().nextBytes()).isCloseTo(MEBIBYTE + 10e6, Percentage.withPercentage(2));
    grow(10e6, 1_000, 10);
    assertThat(plan().nextBytes()).isEqualTo(64 * MEBIBYTE);
  }

  @Test
  void afterLargeWritesTheNextFileHasFew() throws Exception {
    grow(100e6, 1_000, 10);
    assertThat(plan().nextBytes()).isEqualTo(MEBIBYTE);
  }

  @Test
  void aClockThatStandsStillChangesNothing() throws Exception {
    grow(5e6, 1_000, 10);
    Plan before = plan();
    steps.add((seconds - 0.5) + " 100000000 20000");
    Plan after = plan();
    assertThat(after.aheadBytes()).isEqualTo(before.aheadBytes());
    assertThat(after.bytesPerSecond()).isEqualTo(before.bytesPerSecond());
    assertThat(after.wanted()).isEqualTo(before.wanted());
  }
}
