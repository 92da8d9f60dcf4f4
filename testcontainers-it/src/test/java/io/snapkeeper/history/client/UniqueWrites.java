package io.snapkeeper.history.client;

import java.time.Duration;
import java.util.List;

/**
 * Many small writes, each of which is a znode of its own: the name says which write it is, and the
 * server appends a number that it gives out once only. So a list of names tells of each
 * acknowledged write whether it is there, there twice, or lost.
 */
public final class UniqueWrites implements AutoCloseable {

  /**
   * What to write.
   *
   * @param addresses "host:port" of each server that clients may use
   * @param root the znode below which everything is written; must not exist
   * @param clients sessions at the same time, 1..64
   * @param inFlight writes of a client in flight at most, 1..1,000
   * @param writes that are begun in all at most, 1..10,000,000
   * @param perSecond writes begun in a second at most, by all clients together
   * @param time for which any is begun
   */
  public record Plan(
      List<String> addresses,
      String root,
      int clients,
      int inFlight,
      int writes,
      int perSecond,
      Duration time) {}

  private UniqueWrites() {}

  /** Makes the parents and starts writing. */
  public static UniqueWrites start(Plan plan) throws Exception {
    throw new UnsupportedOperationException("follows");
  }

  /** Writes acknowledged so far. */
  public long acknowledged() {
    throw new UnsupportedOperationException("follows");
  }

  /** Waits until so many writes are acknowledged in all. */
  public void awaitAcknowledged(long writes, Duration patience) {
    throw new UnsupportedOperationException("follows");
  }

  /** Ends writing, waits for what is in flight, and says what was acknowledged. Idempotent. */
  public WriteLedger stop() throws InterruptedException {
    throw new UnsupportedOperationException("follows");
  }

  @Override
  public void close() throws InterruptedException {}
}
