package io.snapkeeper.core.schedule;

import io.snapkeeper.core.operator.OperatorOverride;

/** The operator's order in force. The highest version known wins, and every order lapses. */
final class OperatorOrders {

  /** A request for one member's snapshot lapses after this time, in milliseconds. */
  static final long REQUEST_MILLIS = 600_000;

  private long version;
  private OperatorOverride.Mode mode = OperatorOverride.Mode.NORMAL;
  private long lapsesAtMillis;

  /** An operator ordered it here. */
  void order(long nowMillis, OperatorOverride.Mode ordered, long durationMillis) {
    // A version that cannot grow is kept: the order then stands here and until the leader changes.
    version = version == Long.MAX_VALUE ? version : version + 1;
    set(nowMillis, ordered, durationMillis);
  }

  /** A member knows of this order. */
  void learn(long nowMillis, OperatorOverride known) {
    if (known.version() > version) {
      version = known.version();
      set(nowMillis, known.mode(), known.remainingMillis());
    }
  }

  private void set(long nowMillis, OperatorOverride.Mode newMode, long durationMillis) {
    mode = newMode;
    lapsesAtMillis =
        nowMillis + Math.min(durationMillis, SchedulerEvent.OverrideOrdered.DURATION_MILLIS_MAX);
  }

  OperatorOverride at(long nowMillis) {
    boolean lapsed = mode == OperatorOverride.Mode.NORMAL || nowMillis >= lapsesAtMillis;
    return lapsed
        ? new OperatorOverride(version, OperatorOverride.Mode.NORMAL, 0)
        : new OperatorOverride(version, mode, lapsesAtMillis - nowMillis);
  }

  void assertInvariants() {
    Invariant.check(version >= 0, "an order's version is not negative");
  }
}
