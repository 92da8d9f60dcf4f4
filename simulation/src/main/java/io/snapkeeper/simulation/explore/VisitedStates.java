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

  private long[] highs = new long[1 << 16];
  private long[] lows = new long[1 << 16];
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
    int mask = highs.length - 1;
    int slot = (int) (high ^ keyLow >>> 32) & mask;
    while (highs[slot] != 0 || lows[slot] != 0) {
      if (highs[slot] == high && lows[slot] == keyLow) {
        return false;
      }
      slot = slot + 1 & mask;
    }
    highs[slot] = high;
    lows[slot] = keyLow;
    remember(parent, action);
    if (count > highs.length / 3 * 2) {
      grow();
    }
    return true;
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
    long[] oldHighs = highs;
    long[] oldLows = lows;
    highs = new long[oldHighs.length * 2];
    lows = new long[oldHighs.length * 2];
    int mask = highs.length - 1;
    for (int i = 0; i < oldHighs.length; i++) {
      if (oldHighs[i] != 0 || oldLows[i] != 0) {
        int slot = (int) (oldHighs[i] ^ oldLows[i] >>> 32) & mask;
        while (highs[slot] != 0 || lows[slot] != 0) {
          slot = slot + 1 & mask;
        }
        highs[slot] = oldHighs[i];
        lows[slot] = oldLows[i];
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
