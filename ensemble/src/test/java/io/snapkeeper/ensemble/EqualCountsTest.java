package io.snapkeeper.ensemble;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class EqualCountsTest {

  @Test
  void countsAreHeldAgainstTheRule() {
    // 2,600 writes at a snapCount of 867: four each.
    EqualCounts rule = EqualCounts.of(2_600, 867);
    assertThat(rule.objection(counts(4, 4, 4, 4, 4))).isEmpty();
    assertThat(rule.objection(counts(5, 4, 4, 4, 4))).isEmpty();
    assertThat(rule.objection(counts(5, 3, 4, 4, 4))).isEmpty();
    assertThat(rule.objection(counts(6, 4, 4, 3, 3)).orElseThrow())
        .isEqualTo("server 1 took 6 snapshots where 4.0 are to be expected");
    assertThat(rule.objection(counts(5, 5, 4, 4, 4)).orElseThrow())
        .isEqualTo("the servers took 22 snapshots where 20.0 are to be expected");
    // Of many, one may be more than one from the mean.
    EqualCounts many = EqualCounts.of(26_000, 867);
    assertThat(many.objection(counts(40, 43, 38, 40, 40))).isEmpty();
    assertThat(many.objection(counts(40, 46, 38, 40, 40))).isPresent();
  }

  @Test
  void sidesAreHeldAgainstEachOther() {
    assertThat(EqualCounts.objection(counts(4, 4, 4, 4, 3), counts(4, 4, 4, 4, 5))).isEmpty();
    assertThat(EqualCounts.objection(counts(4, 4, 4, 3, 3), counts(4, 4, 4, 4, 5)).orElseThrow())
        .isEqualTo("the servers took 18 snapshots, the other side's 21");
  }

  @Test
  void windowsAddUpAndTheirEndsGoBothWays() {
    EqualCounts four = new EqualCounts(4, 1);
    EqualCounts rule = four.plus(four).plus(four).plus(four);
    assertThat(rule).isEqualTo(new EqualCounts(16, 4));
    assertThat(rule.objection(counts(18, 14, 16, 16, 16))).isEmpty();
    assertThat(rule.objection(counts(19, 14, 16, 16, 16)).orElseThrow())
        .startsWith("server 1 took 19");
    assertThat(rule.objection(counts(18, 18, 17, 16, 16)).orElseThrow())
        .isEqualTo("the servers took 85 snapshots where 80.0 are to be expected");
  }

  /**
   * Five servers of stock's rule, five windows of one and a half cycles, as a benchmark has them.
   */
  @Test
  void zooKeepersDrawsAloneAreNoDifference() {
    Random random = new Random(1);
    int objections = 0;
    for (int run = 0; run < 2_000; run++) {
      long[] counts = new long[5];
      EqualCounts rule = null;
      for (int window = 0; window < 5; window++) {
        EqualCounts one = EqualCounts.of(18_000, 16_000);
        rule = rule == null ? one : rule.plus(one);
        for (int server = 0; server < counts.length; server++) {
          counts[server] += stockSnapshots(random, 18_000, 16_000);
        }
      }
      objections += rule.objectionBeyondChance(counts(counts)).isPresent() ? 1 : 0;
    }
    // Six comparisons, each of which chance fails in one of a thousand cases.
    assertThat(objections).isLessThan(30);
  }

  @Test
  void aTenthMoreOverALongTimeIsADifference() {
    EqualCounts many = new EqualCounts(200, 5);
    assertThat(many.objectionBeyondChance(counts(205, 195, 200, 203, 197))).isEmpty();
    assertThat(many.objectionBeyondChance(counts(221, 195, 200, 203, 197)).orElseThrow())
        .startsWith("server 1 took 221");
    assertThat(many.objectionBeyondChance(counts(211, 211, 211, 211, 211)).orElseThrow())
        .isEqualTo("the servers took 1055 snapshots where 1000.0 are to be expected");
  }

  /** Snapshots of a server after a long run, in a window of so many writes. */
  private static long stockSnapshots(Random random, int writes, int snapCount) {
    long position = -50L * snapCount - random.nextInt(snapCount);
    long snapshots = 0;
    while (position < writes) {
      position += snapCount / 2 + random.nextInt(snapCount / 2);
      snapshots += position >= 0 && position < writes ? 1 : 0;
    }
    return snapshots;
  }

  private static SortedMap<Long, Long> counts(long... each) {
    SortedMap<Long, Long> counts = new TreeMap<>();
    for (long count : each) {
      counts.put(counts.size() + 1L, count);
    }
    return counts;
  }
}
