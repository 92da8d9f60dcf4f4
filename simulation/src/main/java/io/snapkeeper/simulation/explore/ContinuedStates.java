package io.snapkeeper.simulation.explore;

/**
 * How many rounds without faults lie ahead of a state, for all states that fair continuations have
 * come through. A continuation is deterministic, so one that comes to a known state need not go on.
 * States are compared by their 128-bit hashes. About 34 bytes a state. Not thread-safe.
 */
final class ContinuedStates {

  private static final int UNKNOWN = -1;

  /** High and low of one state side by side, as a look-up goes to memory that no cache holds. */
  private long[] hashes = new long[2 << 12];

  private byte[] rounds = new byte[1 << 12];
  private int count;

  /** The rounds ahead of this state, -1 if it is not known. */
  int roundsAhead(long high, long low) {
    int slot = slotOf(high, keyLow(high, low));
    return isFree(slot) ? UNKNOWN : rounds[slot / 2];
  }

  /**
   * Remembers a state that is not known yet.
   *
   * @param roundsAhead 0 to 127
   */
  void put(long high, long low, int roundsAhead) {
    int slot = slotOf(high, keyLow(high, low));
    hashes[slot] = high;
    hashes[slot + 1] = keyLow(high, low);
    rounds[slot / 2] = (byte) roundsAhead;
    if (++count > hashes.length / 3) {
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
    return hashes[slot] == 0 && hashes[slot + 1] == 0;
  }

  private int slotOf(long high, long low) {
    int mask = hashes.length - 2;
    int slot = (int) high << 1 & mask;
    while (!isFree(slot) && (hashes[slot] != high || hashes[slot + 1] != low)) {
      slot = slot + 2 & mask;
    }
    return slot;
  }

  private void grow() {
    long[] oldHashes = hashes;
    byte[] oldRounds = rounds;
    hashes = new long[oldHashes.length * 2];
    rounds = new byte[oldRounds.length * 2];
    for (int i = 0; i < oldHashes.length; i += 2) {
      if (oldHashes[i] != 0 || oldHashes[i + 1] != 0) {
        int slot = slotOf(oldHashes[i], oldHashes[i + 1]);
        hashes[slot] = oldHashes[i];
        hashes[slot + 1] = oldHashes[i + 1];
        rounds[slot / 2] = oldRounds[i / 2];
      }
    }
  }
}
