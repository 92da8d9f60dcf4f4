package io.snapkeeper.wal.bulk;

import java.util.function.BooleanSupplier;

/**
 * Says how large the requests of a bulk write are and when each may go. {@link #awaitTurn} and
 * {@link #completed} are called by the writing thread, the others by the filling thread.
 */
public interface Pace {

  /** Every request as soon as the one before it is on the disk, and as large as may be. */
  Pace UNPACED =
      new Pace() {
        @Override
        public int blockBytes() {
          return BlockBuffers.BLOCK_BYTES_MAX;
        }

        @Override
        public void blockFilled() {}

        @Override
        public boolean awaitTurn(int bytes, BooleanSupplier givenUp) {
          return !givenUp.getAsBoolean();
        }

        @Override
        public void completed(int bytes) {}
      };

  /**
   * Size of the next request. What lies outside 1 byte to {@link BlockBuffers#BLOCK_BYTES_MAX}, or
   * is no multiple of the disk's block, is brought to the nearest size that can be written.
   */
  int blockBytes();

  /** The filling thread has computed a whole block; here it may give the CPU up for a while. */
  void blockFilled();

  /**
   * Waits until a request may go to the disk; in the page cache, until that many bytes may be
   * written and forced.
   *
   * @param givenUp asked at least every 20 ms; once true, this returns
   * @return false if given up: nothing may be written
   */
  boolean awaitTurn(int bytes, BooleanSupplier givenUp);

  /** What had its turn is on the disk. */
  void completed(int bytes);
}
