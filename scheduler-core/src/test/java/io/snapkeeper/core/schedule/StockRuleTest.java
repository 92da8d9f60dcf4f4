package io.snapkeeper.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.snapkeeper.core.report.Report;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StockRuleTest {

  private static final Report.Limits BOTH = new Report.Limits(1_000, 1_000_000);

  @Test
  void oneLimitIsOnePerThreeQuarters() {
    Report.Limits limits = new Report.Limits(1_000, 0);
    assertThat(StockRule.snapshots(limits, 750, 1e12)).isCloseTo(1, within(1e-12));
    assertThat(StockRule.snapshots(limits, 3_000, 0)).isCloseTo(4, within(1e-12));
    assertThat(StockRule.snapshots(limits, 0, 0)).isZero();
    assertThat(StockRule.snapshots(BOTH, 0, 750_000)).isCloseTo(1, within(1e-12));
  }

  /** Against the rule itself, as SyncRequestProcessor has it. */
  @ParameterizedTest
  @CsvSource({
    "0", "300", "500", "501", "700", "900", "1000", "1100", "1500", "1999", "2500", "9000"
  })
  void bothLimitsAreAsMuchAsTheRuleDraws(long bytesPerTxn) {
    SplittableRandom random = new SplittableRandom(bytesPerTxn);
    long txns = 4_000_000;
    long snapshots = 0;
    long count = 0;
    long size = 0;
    long atCount = 500L + random.nextInt(500);
    long atSize = 500_000L + random.nextInt(500_000);
    for (long txn = 0; txn < txns; txn++) {
      count++;
      size += bytesPerTxn;
      if (count > atCount || size > atSize) {
        snapshots++;
        count = 0;
        size = 0;
        atCount = 500L + random.nextInt(500);
        atSize = 500_000L + random.nextInt(500_000);
      }
    }
    double given = StockRule.snapshots(BOTH, (double) txns, (double) txns * bytesPerTxn);
    assertThat(snapshots / given).isBetween(0.99, 1.01);
  }
}
