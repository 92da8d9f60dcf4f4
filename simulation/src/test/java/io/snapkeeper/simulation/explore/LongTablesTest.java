package io.snapkeeper.simulation.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LongTablesTest {

  private static final int KEYS = 20_000;

  @Test
  void whatWasPutIsFoundAndNothingElse() {
    Random random = new Random(1);
    Map<Long, Integer> expected = new HashMap<>();
    LongIntTable numbers = new LongIntTable();
    LongTable<Integer> objects = new LongTable<>();
    for (int i = 0; i < KEYS; i++) {
      long key = random.nextLong(1L << 60);
      int value = random.nextBoolean() ? -1 : i + 1;
      if (expected.putIfAbsent(key, value) == null) {
        numbers.put(key, value);
        objects.put(key, value);
      }
    }
    expected.forEach(
        (key, value) -> {
          assertThat(numbers.get(key)).isEqualTo(value);
          assertThat(objects.get(key)).isEqualTo(value);
        });
    random
        .longs(KEYS, 0, 1L << 60)
        .filter(key -> !expected.containsKey(key))
        .forEach(
            key -> {
              assertThat(numbers.get(key)).isZero();
              assertThat(objects.get(key)).isNull();
            });
  }

  /** Where all keys begin in one part of a table, it is searched from end to end. */
  @Test
  void keysSpreadOverTheWholeOfALargeTable() {
    int places = 1 << 28;
    long[] quarters = new long[4];
    LongStream.range(1, KEYS).forEach(key -> quarters[LongTable.spread(key, places) >>> 26]++);
    for (long inQuarter : quarters) {
      assertThat(inQuarter).isGreaterThan(KEYS / 5);
    }
  }
}
