package io.snapkeeper.wal.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.wal.ring.CompiledDriver;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The writer process plans its zeros as the plugin does inside the server: of one history both make
 * the same plans, to the last bit.
 */
@Timeout(120)
class PlansAgreeTest {

  private static final int HISTORIES = 200;
  private static final int STEPS_MAX = 300;

  @Test
  void ofOneHistoryBothMakeTheSamePlans() throws Exception {
    CompiledDriver driver = CompiledDriver.of("zeroing_plan_driver.c", "zeroing_plan.c");
    for (int seed = 1; seed <= HISTORIES; seed++) {
      List<String> history = new ArrayList<>();
      List<String> plans = new ArrayList<>();
      SplittableRandom random = new SplittableRandom(seed);
      boolean worthwhile = random.nextInt(4) > 0;
      makeUp(random, worthwhile, history, plans);
      byte[] input = String.join("\n", history).getBytes(StandardCharsets.US_ASCII);
      assertThat(driver.run(input, worthwhile ? "worthwhile" : "none"))
          .as("seed %d", seed)
          .isEqualTo(plans);
    }
  }

  private static void makeUp(
      SplittableRandom random, boolean worthwhile, List<String> history, List<String> plans) {
    ZeroingPlan plan = new ZeroingPlan(worthwhile);
    double seconds = random.nextDouble(1e6);
    long tail = random.nextLong(1 << 20);
    long commits = random.nextLong(1_000);
    double commitBytes = Math.exp(random.nextDouble(12));
    for (int step = random.nextInt(2, STEPS_MAX); step > 0; step--) {
      plan.tailAt(seconds, tail, commits);
      history.add("%s %d %d".formatted(Double.toHexString(seconds), tail, commits));
      plans.add(
          "%d %d %016x %d"
              .formatted(
                  plan.zeroes() ? 1 : 0,
                  plan.aheadBytes(),
                  Double.doubleToRawLongBits(plan.bytesPerSecond()),
                  plan.nextBytes(tail)));
      seconds += elapsed(random);
      if (random.nextInt(20) == 0) {
        commitBytes = Math.exp(random.nextDouble(12));
      }
      long more = random.nextInt(3) == 0 ? 0 : random.nextInt(2_000);
      commits += more;
      tail += (long) (more * commitBytes * random.nextDouble(0.5, 1.5));
    }
  }

  /** Mostly what the thread sleeps at most; also less, much more, and a clock that stands still. */
  private static double elapsed(SplittableRandom random) {
    return switch (random.nextInt(8)) {
      case 0 -> 0;
      case 1 -> -random.nextDouble();
      case 2 -> random.nextDouble(1e-6);
      case 3 -> random.nextDouble(0.9, 1.1);
      case 4 -> random.nextDouble(1_000);
      default -> random.nextDouble(0.1);
    };
  }
}
