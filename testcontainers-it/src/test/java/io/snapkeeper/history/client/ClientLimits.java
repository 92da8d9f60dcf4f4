package io.snapkeeper.history.client;

import java.time.Duration;

/**
 * When a client has done enough.
 *
 * @param operations that it begins at most, 1..10,000,000
 * @param time for which it begins any
 * @param pause between the end of an operation and the next, drawn from half to one and a half of
 *     it
 */
public record ClientLimits(int operations, Duration time, Duration pause) {

  private static final int OPERATIONS_MAX = 10_000_000;

  public ClientLimits {
    if (operations < 1 || operations > OPERATIONS_MAX) {
      throw new IllegalArgumentException(
          "operations is %d; allowed: 1..%d".formatted(operations, OPERATIONS_MAX));
    }
    if (time.isNegative() || pause.isNegative()) {
      throw new IllegalArgumentException("time is %s, pause is %s".formatted(time, pause));
    }
  }
}
