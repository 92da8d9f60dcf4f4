package io.snapkeeper.ensemble;

import static org.assertj.core.api.Assertions.assertThat;

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

  private static SortedMap<Long, Long> counts(long... each) {
    SortedMap<Long, Long> counts = new TreeMap<>();
    for (long count : each) {
      counts.put(counts.size() + 1L, count);
    }
    return counts;
  }
}
