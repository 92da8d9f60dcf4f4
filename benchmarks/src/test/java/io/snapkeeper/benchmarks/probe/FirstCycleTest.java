package io.snapkeeper.benchmarks.probe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FirstCycleTest {

  /** What the plugin's counter looks like from outside. */
  public static final class Counter {
    private long txns = 7;
    private int seeds;

    public void seed(long seedTxns, long logBytes) {
      txns = seedTxns;
      seeds++;
    }
  }

  @Test
  void onlyTheFirstRollIsAnotherOne() {
    FirstCycle.ofStock(100);
    // ZooKeeper snapshots after snapCount / 2 + roll transactions.
    assertThat(1_000 / 2 + FirstCycle.roll(321, 1_000)).isEqualTo(100);
    assertThat(FirstCycle.roll(321, 1_000)).isEqualTo(321);
  }

  @Test
  void thePluginsCountIsSeededOnce() throws Exception {
    Counter counter = new Counter();
    FirstCycle.seed(counter);
    assertThat(counter.txns).isEqualTo(7);
    FirstCycle.ofPlugin(5_000);
    FirstCycle.seed(counter);
    FirstCycle.seed(counter);
    assertThat(counter.txns).isEqualTo(5_000);
    assertThat(counter.seeds).isEqualTo(1);
  }
}
