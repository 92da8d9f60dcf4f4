package io.snapkeeper.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snapkeeper.simulation.run.PolicyName;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ComparisonTest {

  @Test
  void observersTakeSnapshotsToo() {
    // 5 voters and 1 observer.
    assertThat(SampleRuns.withSnapshots(600, 600, 600).snapshotsPerServer(PolicyName.STOCK))
        .isEqualTo(100);
  }

  @Test
  void overlapIsPerSimulatedHour() {
    assertThat(SampleRuns.withSnapshots(1, 1, 1).overlapSecondsPerHour(PolicyName.STOCK))
        .isEqualTo(2.5);
  }

  @Test
  void tenPercentMoreSnapshotsAreStillEqual() {
    assertThat(SampleRuns.withSnapshots(600, 600, 660).unequalSnapshots()).isEmpty();
    assertThat(SampleRuns.withSnapshots(600, 600, 661).unequalSnapshots())
        .contains("not at equal snapshots: stock 100.0, pr1191 100.0, snapkeeper 110.2 per server");
  }

  @Test
  void noSnapshotsAtAllAreEqual() {
    assertThat(SampleRuns.withSnapshots(0, 0, 0).unequalSnapshots()).isEmpty();
    assertThat(SampleRuns.withSnapshots(0, 1, 0).unequalSnapshots()).isPresent();
  }

  @Test
  void oneThatComparesNothingIsRefused() {
    assertThatThrownBy(() -> new Comparison(SampleRuns.spec(5, "1GB"), Map.of()))
        .isInstanceOf(IllegalArgumentException.class);
    Comparison one =
        new Comparison(
            SampleRuns.spec(5, "1GB"),
            Map.of(PolicyName.STOCK, SampleRuns.result(PolicyName.STOCK, 1, 0, true)));
    assertThatThrownBy(() -> one.of(PolicyName.PR1191))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
