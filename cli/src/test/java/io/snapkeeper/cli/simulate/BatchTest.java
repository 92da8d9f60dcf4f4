package io.snapkeeper.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snapkeeper.cli.ProgressLine;
import io.snapkeeper.simulation.run.PolicyName;
import io.snapkeeper.simulation.run.SimulationSpec;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BatchTest {

  private static final List<PolicyName> ALL = List.of(PolicyName.values());

  private static Batch batch(Engine engine, int atOnce) {
    ProgressLine progress =
        new ProgressLine(new PrintWriter(new StringWriter()), false, System::nanoTime);
    return new Batch(engine, progress, atOnce);
  }

  @Test
  void resultsComeInTheOrderOfTheSpecsWhicheverEndsFirst() throws Exception {
    List<SimulationSpec> specs =
        List.of(SampleRuns.spec(21, "1GB"), SampleRuns.spec(3, "1GB"), SampleRuns.spec(5, "1GB"));
    CountDownLatch othersDone = new CountDownLatch(8);
    List<Comparison> comparisons =
        batch(
                (spec, policy, progress) -> {
                  if (spec.voters() == 21 && policy == PolicyName.STOCK) {
                    await(othersDone);
                  } else {
                    othersDone.countDown();
                  }
                  return SampleRuns.result(policy, spec.voters(), 0, true);
                },
                2)
            .run(specs, ALL);
    assertThat(comparisons).extracting(c -> c.spec().voters()).containsExactly(21, 3, 5);
    for (Comparison comparison : comparisons) {
      assertThat(comparison.policies()).containsExactlyElementsOf(ALL);
      assertThat(comparison.results().values())
          .allMatch(result -> result.snapshots() == comparison.spec().voters());
    }
  }

  @Test
  void theFirstFailureBreaksOffTheOthers() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    AtomicBoolean brokenOff = new AtomicBoolean();
    Batch batch =
        batch(
            (spec, policy, progress) -> {
              if (policy == PolicyName.PR1191) {
                await(running);
                throw new IllegalStateException("the one that fails");
              }
              try {
                while (true) {
                  progress.accept(0.5);
                  running.countDown();
                  Thread.onSpinWait();
                }
              } catch (CancellationException e) {
                brokenOff.set(true);
                throw e;
              } finally {
                ended.countDown();
              }
            },
            2);
    assertThatThrownBy(() -> batch.run(List.of(SampleRuns.spec(5, "1GB")), ALL))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the one that fails");
    await(ended);
    assertThat(brokenOff).isTrue();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
