package io.snapkeeper.core.member;

import io.snapkeeper.core.operator.OperatorOverride;

/**
 * The operator's order that this member knows of, counted down by its own clock. The highest
 * version wins; a repetition of the same order never prolongs it. Not thread-safe.
 */
final class OverrideInForce {

  private long version;
  private OperatorOverride.Mode mode = OperatorOverride.Mode.NORMAL;
  private long untilMillis;

  /** Takes an order from a leader; whether it is new. */
  boolean accept(long nowMillis, OperatorOverride order) {
    if (order.version() < version) {
      return false;
    }
    long remainingMillis = Math.min(order.remainingMillis(), OperatorOverride.REMAINING_MILLIS_MAX);
    if (order.version() == version) {
      if (order.mode() == mode) {
        untilMillis = Math.min(untilMillis, nowMillis + remainingMillis);
      }
      return false;
    }
    version = order.version();
    mode = order.mode();
    untilMillis = nowMillis + remainingMillis;
    return true;
  }

  /** What was ordered if it still counts, else NORMAL. */
  OperatorOverride.Mode mode(long nowMillis) {
    return nowMillis < untilMillis ? mode : OperatorOverride.Mode.NORMAL;
  }

  long version() {
    return version;
  }

  /** When the order lapses; meaningless in mode NORMAL. */
  long untilMillis() {
    return untilMillis;
  }

  /** The order as it is handed on. */
  OperatorOverride at(long nowMillis) {
    OperatorOverride.Mode current = mode(nowMillis);
    return new OperatorOverride(
        version, current, current == OperatorOverride.Mode.NORMAL ? 0 : untilMillis - nowMillis);
  }
}
