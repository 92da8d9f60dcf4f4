package io.snapkeeper.wal.pacer;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The latest commits, from the log's thread to whoever feeds the pacer. One thread adds at a time,
 * one drains at a time, neither waits; when the reader falls a whole ring behind, the oldest are
 * dropped and counted.
 *
 * <pre>
 *   slot i:  [ time, latency ]     i = n mod CAPACITY for the n-th commit
 *   written: commits whose slot is complete
 * </pre>
 */
final class CommitRing {

  /** Eight seconds of 1,000 commits a second; a stalled disk commits nothing. */
  static final int CAPACITY = 8_192;

  /** Takes one commit out. */
  interface Sink {
    void accept(long atNanos, long latencyNanos);
  }

  private final AtomicLongArray times = new AtomicLongArray(CAPACITY);
  private final AtomicLongArray latencies = new AtomicLongArray(CAPACITY);
  private final AtomicLong written = new AtomicLong();
  private final AtomicLong missed = new AtomicLong();
  private long read;

  /** Adds one; returns how many there have been. */
  long add(long atNanos, long latencyNanos) {
    long n = written.get();
    int slot = (int) (n % CAPACITY);
    times.setOpaque(slot, atNanos);
    latencies.setOpaque(slot, latencyNanos);
    written.setRelease(n + 1);
    return n + 1;
  }

  /** Hands over what was added since the last call, oldest first. */
  void drain(Sink sink) {
    long end = written.getAcquire();
    while (read < end) {
      // One slot less than the ring: the next one may be half written.
      long oldest = written.getAcquire() - CAPACITY + 1;
      if (read < oldest) {
        missed.addAndGet(oldest - read);
        read = oldest;
        continue;
      }
      int slot = (int) (read % CAPACITY);
      long at = times.getAcquire(slot);
      long latency = latencies.getAcquire(slot);
      if (written.getAcquire() - CAPACITY + 1 > read) {
        continue;
      }
      read++;
      sink.accept(at, latency);
    }
  }

  long missed() {
    return missed.get();
  }
}
