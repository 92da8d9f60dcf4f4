package io.snapkeeper.wal.bulk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The buffers of bulk writes, used again and again: direct memory is freed by the garbage collector
 * only, so buffers made for each write would pile up. Thread-safe.
 *
 * <p>There are at most {@value #PAIRS_MAX} pairs, {@value #PAIRS_MAX} times 640 KiB: one for the
 * write under way, one in case that a write was given up while the disk still holds its request.
 */
public final class BlockBuffers {

  /** No request is larger: 256 KiB keep a disk of 250 MB/s busy for a millisecond. */
  public static final int BLOCK_BYTES_MAX = 256 << 10;

  /** File systems with larger blocks are not written past the page cache. */
  static final int ALIGNMENT_BYTES_MAX = 64 << 10;

  private static final int PAIRS_MAX = 2;

  /** One is filled while the other one is written. Both begin at an aligned address. */
  record Pair(ByteBuffer first, ByteBuffer second) {}

  private final Deque<Pair> free = new ArrayDeque<>();
  private int made;

  /**
   * Takes a pair out; its positions are 0 and its limits the capacities.
   *
   * @throws IOException if all are taken, because the disk has not answered a request of each of
   *     the writes before
   */
  synchronized Pair take() throws IOException {
    Pair pair = free.poll();
    if (pair == null) {
      if (made == PAIRS_MAX) {
        throw new IOException(
            PAIRS_MAX
                + " earlier bulk writes still wait for the disk to answer their last request;"
                + " check the disk");
      }
      pair = new Pair(aligned(), aligned());
      made++;
    }
    pair.first().clear();
    pair.second().clear();
    return pair;
  }

  /** Gives a pair back that no request uses any more. */
  synchronized void giveBack(Pair pair) {
    free.push(pair);
  }

  /** Pairs that exist, taken or not. */
  synchronized int made() {
    return made;
  }

  /** Pairs that nobody uses. */
  synchronized int free() {
    return free.size();
  }

  private static ByteBuffer aligned() {
    return ByteBuffer.allocateDirect(BLOCK_BYTES_MAX + ALIGNMENT_BYTES_MAX)
        .alignedSlice(ALIGNMENT_BYTES_MAX)
        .slice(0, BLOCK_BYTES_MAX);
  }
}
