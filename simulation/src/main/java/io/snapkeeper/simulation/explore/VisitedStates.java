package io.snapkeeper.simulation.explore;

import java.util.Arrays;

/**
 * Which states have been reached, by their 128-bit hashes, and by which action from which state
 * first. States are numbered from 0 in the order of their discovery. About 40 bytes a state. Not
 * thread-safe.
 */
final class VisitedStates {

  private static final int CHUNK_BITS = 20;
  private static final int CHUNK = 1 << CHUNK_BITS;

  /** High and low of one state side by side, as a look-up goes to memory that no cache holds. */
  private long[] hashes = new long[2 << 16];

  private int[][] parents = new int[0][];
  private int[][] actions = new int[0][];
  private int count;

  /**
   * Adds a state unless it is known.
   *
   * @param parent the state it was reached from, -1 for the first one
   * @param action by which
   * @return whether it is new
   */
  boolean add(long high, long low, int parent, int action) {
    long keyLow = low == 0 && high == 0 ? 1 : low; // two zeros mark a free place
    int slot = slotOf(high, keyLow);
    if (!isFree(slot)) {
      return false;
    }
    hashes[slot] = high;
    hashes[slot + 1] = keyLow;
    remember(parent, action);
    if (count > hashes.length / 3) {
      grow();
    }
    return true;
  }

  private boolean isFree(int slot) {
    return hashes[slot] == 0 && hashes[slot + 1] == 0;
  }

  /** Where this state stands, or the free place for it. */
  private int slotOf(long high, long keyLow) {
    int mask = hashes.length - 2;
    int slot = (int) (high ^ keyLow >>> 32) << 1 & mask;
    while (!isFree(slot) && (hashes[slot] != high || hashes[slot + 1] != keyLow)) {
      slot = slot + 2 & mask;
    }
    return slot;
  }

  private void remember(int parent, int action) {
    int chunk = count >>> CHUNK_BITS;
    if (chunk == parents.length) {
      parents = Arrays.copyOf(parents, chunk + 1);
      actions = Arrays.copyOf(actions, chunk + 1);
      parents[chunk] = new int[CHUNK];
      actions[chunk] = new int[CHUNK];
    }
    parents[chunk][count & CHUNK - 1] = parent;
    actions[chunk][count & CHUNK - 1] = action;
    count++;
  }

  private void grow() {
    long[] old = hashes;
    hashes = new long[old.length * 2];
    for (int i = 0; i < old.length; i += 2) {
      if (old[i] != 0 || old[i + 1] != 0) {
        int slot = slotOf(old[i], old[i + 1]);
        hashes[slot] = old[i];
        hashes[slot + 1] = old[i + 1];
      }
    }
  }

  int count() {
    return count;
  }

  int parent(int state) {
    return parents[state >>> CHUNK_BITS][state & CHUNK - 1];
  }

  int action(int state) {
    return actions[state >>> CHUNK_BITS][state & CHUNK - 1];
  }
}
