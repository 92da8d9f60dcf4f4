package io.snapkeeper.simulation.explore;

/**
 * How many rounds without faults lie ahead of a state, for all states that fair continuations have
 * come through. A continuation is deterministic, so one that comes to a known state need not go on.
 * States are compared by their 128-bit hashes. About 34 bytes a state. Not thread-safe.
 */
final class ContinuedStates {

  private static final int UNKNOWN = -1;

  private long[] highs = new long[1 << 12];
  private long[] lows = new long[1 << 12];
  private byte[] rounds = new byte[1 << 12];
  private int count;

  /** The rounds ahead of this state, -1 if it is not known. */
  int roundsAhead(long high, long low) {
    int slot = slotOf(high, keyLow(high, low));
    return isFree(slot) ? UNKNOWN : rounds[slot];
  }

  /**
   * Remembers a state that is not known yet.
   *
   * @param roundsAhead 0 to 127
   */
  void put(long high, long low, int roundsAhead) {
    int slot = slotOf(high, keyLow(high, low));
    highs[slot] = high;
    lows[slot] = keyLow(high, low);
    rounds[slot] = (byte) roundsAhead;
    if (++count > highs.length / 3 * 2) {
      grow();
    }
  }

  int count() {
    return count;
  }

  private static long keyLow(long high, long low) {
    return low == 0 && high == 0 ? 1 : low; // two zeros mark a free place
  }

  private boolean isFree(int slot) {
    return highs[slot] == 0 && lows[slot] == 0;
  }

  private int slotOf(long high, long low) {
    int mask = highs.length - 1;
    int slot = (int) high & mask;
    while (!isFree(slot) && (highs[slot] != high || lows[slot] != low)) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  private void grow() {
    long[] oldHighs = highs;
    long[] oldLows = lows;
    byte[] oldRounds = rounds;
    highs = new long[oldHighs.length * 2];
    lows = new long[oldHighs.length * 2];
    rounds = new byte[oldHighs.length * 2];
    for (int i = 0; i < oldHighs.length; i++) {
      if (oldHighs[i] != 0 || oldLows[i] != 0) {
        int slot = slotOf(oldHighs[i], oldLows[i]);
        highs[slot] = oldHighs[i];
        lows[slot] = oldLows[i];
        rounds[slot] = oldRounds[i];
      }
    }
  }
}
