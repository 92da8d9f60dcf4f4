package io.snapkeeper.benchmarks.ensemble;

import io.snapkeeper.ensemble.EqualCounts;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The snapshots of each server in the measured windows of all repetitions of one variant, held
 * against what ZooKeeper's rule means for their writes. Variants that took more or fewer snapshots
 * than the others do not compare.
 *
 * @param rule what is to be expected in all windows
 * @param counts snapshots by server, in all windows
 */
public record CountedWindows(EqualCounts rule, SortedMap<Long, Long> counts) {

  /** What a benchmark ends with if the variants did not take as many snapshots. */
  public static final int UNEQUAL = 4;

  /**
   * One window.
   *
   * @param counts snapshots by server that began in it
   * @param writes of it
   */
  public static CountedWindows of(SortedMap<Long, Long> counts, long writes, int snapCount) {
    return new CountedWindows(EqualCounts.of(writes, snapCount), new TreeMap<>(counts));
  }

  /** This and the windows of another repetition. */
  public CountedWindows plus(CountedWindows other) {
    SortedMap<Long, Long> sum = new TreeMap<>(counts);
    other.counts.forEach((sid, count) -> sum.merge(sid, count, Long::sum));
    return new CountedWindows(rule.plus(other.rule), sum);
  }

  public long snapshots() {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  /** What differs, in one line that names the variant; empty if nothing does. */
  public Optional<String> objection(String variant) {
    return rule.objectionBeyondChance(Map.copyOf(counts))
        .map(
            what ->
                "unequal snapshots, so this variant does not compare: "
                    + variant
                    + ": "
                    + what
                    + "; measure longer, or more often");
  }
}
