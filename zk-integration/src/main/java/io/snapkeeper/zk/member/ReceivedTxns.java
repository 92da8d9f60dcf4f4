package io.snapkeeper.zk.member;

import java.util.concurrent.atomic.AtomicLong;

/** The transactions that have reached this server, logged or not. Thread-safe. */
final class ReceivedTxns {

  private static final int COUNTER_BITS = 32;

  private static final long COUNTER = 0xFFFF_FFFFL;

  private final AtomicLong zxid = new AtomicLong();

  /** All up to this one have. */
  void upTo(long newest) {
    zxid.set(newest);
  }

  /**
   * How many of them come after the last one that is logged, 0 or more. Zxids count within an
   * epoch: while the log is still in an earlier one, all of the newer epoch are waiting.
   */
  int beyond(long loggedZxid) {
    long received = zxid.get();
    long waiting =
        received >>> COUNTER_BITS == loggedZxid >>> COUNTER_BITS
            ? (received & COUNTER) - (loggedZxid & COUNTER)
            : received & COUNTER;
    return (int) Math.max(0, Math.min(Integer.MAX_VALUE, waiting));
  }
}
