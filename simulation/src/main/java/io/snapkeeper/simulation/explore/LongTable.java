package io.snapkeeper.simulation.explore;

/** From positive numbers to objects, without boxing. Grows; never shrinks. Not thread-safe. */
final class LongTable<V> {

  private long[] keys = new long[1 << 10];
  private Object[] values = new Object[1 << 10];
  private int size;

  /** The value, or null. */
  @SuppressWarnings("unchecked")
  V get(long key) {
    return (V) values[slotOf(key)];
  }

  void put(long key, V value) {
    int slot = slotOf(key);
    if (values[slot] == null && ++size > keys.length / 2) {
      grow();
      slot = slotOf(key);
    }
    keys[slot] = key;
    values[slot] = value;
  }

  private int slotOf(long key) {
    int mask = keys.length - 1;
    int slot = spread(key, keys.length);
    while (values[slot] != null && keys[slot] != key) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  /** Where to look first in a table with so many places, a power of two: all are as likely. */
  static int spread(long key, int places) {
    return (int) ((key * 0x9E37_79B9_7F4A_7C15L) >>> Long.numberOfLeadingZeros(places - 1L));
  }

  private void grow() {
    long[] oldKeys = keys;
    Object[] oldValues = values;
    keys = new long[oldKeys.length * 2];
    values = new Object[oldKeys.length * 2];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldValues[i] != null) {
        int slot = slotOf(oldKeys[i]);
        keys[slot] = oldKeys[i];
        values[slot] = oldValues[i];
      }
    }
  }
}
