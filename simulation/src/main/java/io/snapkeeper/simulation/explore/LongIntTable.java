package io.snapkeeper.simulation.explore;

/**
 * From positive numbers to numbers other than 0, key and value side by side so that a look-up goes
 * to memory once. Grows; never shrinks. Not thread-safe.
 */
final class LongIntTable {

  private long[] entries = new long[2 << 10];
  private int size;

  /** The value, 0 if there is none. */
  int get(long key) {
    return (int) entries[slotOf(key) + 1];
  }

  /** Adds a key that has no value yet. */
  void put(long key, int value) {
    int slot = slotOf(key);
    entries[slot] = key;
    entries[slot + 1] = value;
    if (++size > entries.length / 4) {
      grow();
    }
  }

  private int slotOf(long key) {
    int mask = entries.length - 2;
    int slot = LongTable.spread(key, entries.length / 2) * 2;
    while (entries[slot + 1] != 0 && entries[slot] != key) {
      slot = slot + 2 & mask;
    }
    return slot;
  }

  private void grow() {
    long[] old = entries;
    entries = new long[old.length * 2];
    for (int i = 0; i < old.length; i += 2) {
      if (old[i + 1] != 0) {
        int slot = slotOf(old[i]);
        entries[slot] = old[i];
        entries[slot + 1] = old[i + 1];
      }
    }
  }
}
