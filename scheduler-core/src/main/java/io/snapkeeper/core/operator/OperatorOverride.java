package io.snapkeeper.core.operator;

import java.util.Objects;

/**
 * What an operator ordered for the whole ensemble. It travels with grants to every member and back
 * with reports to the next leader, so it outlives a leader change; and it always expires.
 *
 * @param version grows with every order; the highest version an ensemble knows is in force
 * @param mode what was ordered
 * @param remainingMillis time until the order lapses and mode is {@link Mode#NORMAL} again; 0 for
 *     NORMAL. A duration, not a point in time, so that no two clocks are compared
 */
public record OperatorOverride(long version, Mode mode, long remainingMillis) {

  /**
   * The longest an order may last, 24 hours in milliseconds. Whoever receives an order cuts it to
   * this, so that no damaged or mistaken message stops snapshots for good.
   */
  public static final long REMAINING_MILLIS_MAX = 86_400_000;

  /** Nobody ordered anything. */
  public static final OperatorOverride NONE = new OperatorOverride(0, Mode.NORMAL, 0);

  public OperatorOverride {
    Objects.requireNonNull(mode, "mode");
    if (version < 0 || remainingMillis < 0) {
      throw new IllegalArgumentException(
          "version "
              + version
              + " and remainingMillis "
              + remainingMillis
              + " must not be negative");
    }
  }

  /** Codes go over the wire and never change. */
  public enum Mode {
    /** Slots are granted. */
    NORMAL(0),
    /** No slots; members hold their snapshots back up to the hard limit. */
    PAUSED(1),
    /** No slots; members follow the stock rule. */
    OFF(2);

    private final int code;

    Mode(int code) {
      this.code = code;
    }

    /** The wire code, 0 to 15. */
    public int code() {
      return code;
    }
  }
}
