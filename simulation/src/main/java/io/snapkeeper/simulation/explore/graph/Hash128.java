package io.snapkeeper.simulation.explore.graph;

/**
 * 128 bits that stand for a value. Two lanes of 64 bits with different multipliers, each finished
 * as MurmurHash3 does (Austin Appleby, public domain). With a billion states the chance that any
 * two of them share a hash is about 10^-21. Not thread-safe.
 */
public final class Hash128 {

  private static final long HIGH_STEP = 0x9E37_79B9_7F4A_7C15L;
  private static final long LOW_STEP = 0xC2B2_AE3D_27D4_EB4FL;

  long high;
  long low;

  /** The upper 64 bits. */
  public long high() {
    return high;
  }

  /** The lower 64 bits. */
  public long low() {
    return low;
  }

  /** The next part of the value; the order of parts counts. */
  public void add(long part) {
    high = finish((high ^ part) * HIGH_STEP + 1);
    low = finish((low + part) * LOW_STEP + 3);
  }

  /** The next part is a value of which only the hash is known. */
  public void add(long partHigh, long partLow) {
    high = finish((high ^ partHigh) * HIGH_STEP + 1);
    low = finish((low + partLow) * LOW_STEP + 3);
  }

  /** One of several parts whose order does not count. */
  void addUnordered(Hash128 part) {
    addUnordered(part.high, part.low);
  }

  /** One of several parts whose order does not count. */
  public void addUnordered(long partHigh, long partLow) {
    high += finish(partHigh * LOW_STEP + 5);
    low += finish(partLow * HIGH_STEP + 7);
  }

  /** Goes on from what was hashed before. */
  public void set(long hashedHigh, long hashedLow) {
    high = hashedHigh;
    low = hashedLow;
  }

  /** Starts again with nothing. */
  public void clear() {
    high = 0;
    low = 0;
  }

  private static long finish(long bits) {
    long mixed = (bits ^ bits >>> 33) * 0xFF51_AFD7_ED55_8CCDL;
    mixed = (mixed ^ mixed >>> 33) * 0xC4CE_B9FE_1A85_EC53L;
    return mixed ^ mixed >>> 33;
  }
}
