package io.snapkeeper.simulation.burst;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.snapkeeper.testset.TestSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Writes in bursts: what idle time is worth, and that it costs no more snapshots. */
class BurstTest {

  /** In the mean a snapshot for three quarters of a limit. */
  private static final double STOCK_SNAPSHOTS = 1 / 0.75;

  private static final long SEED = 1;

  @Test
  void whatAClairvoyantAvoidsIsAvoided() {
    int casesMax = TestSet.times(1, 3, 8, "patterns of bursts of each load");
    for (BurstLoad load : List.of(BurstLoad.LARGE, BurstLoad.SMALL)) {
      List<BurstCase> cases = BurstTable.cases(load);
      int step = cases.size() / casesMax;
      for (int i = step / 2; i < cases.size(); i += step) {
        BurstCase pattern = cases.get(i);
        BurstRun.Result ours = BurstRun.of(pattern, BurstPolicy.SNAPKEEPER, SEED);
        assertThat(ours.overlapSeconds()).as("%s", pattern).isZero();
        assertThat(ours.snapshots()).as("%s", pattern).isLessThan(1.05 * STOCK_SNAPSHOTS);
        if (pattern.isAvoidable()) {
          assertThat(ours.hardLimitSnapshots()).as("%s", pattern).isZero();
        }
      }
    }
  }

  /** Each burst is over before a slot is granted in it. */
  @Test
  void slotsThatWaitForAnAppendMissShortBursts() {
    BurstCase pattern = new BurstCase(BurstLoad.SMALL, 7, 1, 60);
    assertThat(pattern.isAvoidable()).isTrue();
    assertThat(BurstRun.of(pattern, BurstPolicy.NEEDS_APPEND, SEED).hardLimitSnapshots())
        .isPositive();
    assertThat(BurstRun.of(pattern, BurstPolicy.SNAPKEEPER, SEED).hardLimitSnapshots()).isZero();
  }

  /** Idle time moves slots and adds none. */
  @Test
  void inIdleTimeAServerHasAsManySnapshotsAsByStocksRule() {
    BurstCase pattern = new BurstCase(BurstLoad.LARGE, 5, 1, 60);
    BurstRun.Result ours = BurstRun.of(pattern, BurstPolicy.SNAPKEEPER, SEED);
    assertThat(ours.snapshots()).isCloseTo(STOCK_SNAPSHOTS, within(0.05 * STOCK_SNAPSHOTS));
    assertThat(ours.logLimits()).isLessThan(1.2);
  }

  @Test
  void whatIsLoggedInATimeIsTheMostWhereverItLies() {
    BurstCase pattern = new BurstCase(BurstLoad.LARGE, 3, 5, 10);
    assertThat(pattern.logged(3)).isEqualTo(0.3, within(1e-9));
    assertThat(pattern.logged(12)).isEqualTo(0.5, within(1e-9));
    assertThat(pattern.logged(17)).isEqualTo(0.7, within(1e-9));
  }
}
