package io.snapkeeper.core.report;

import java.util.OptionalLong;

/**
 * The leader's clock on a message, which the member's next reports send back. From it the leader
 * knows how old a report is at most: it was written after the message arrived. Without it a report
 * that waited in a network buffer, or for the leader to wake up, would count as fresh on arrival.
 *
 * <p>A stamp counts the leader's monotonic milliseconds up to 24 bits, 4.6 hours; a connection that
 * stays silent for longer than its syncLimit is closed long before. The clock of the member is not
 * used. Stateless.
 */
public final class PingStamp {

  /** On a message of a leader, or in a report of a member, that does not stamp. */
  public static final int NONE = 0;

  /** The largest stamp. */
  public static final int MAX = 0xFF_FFFF;

  private PingStamp() {}

  /** The stamp for this moment of the leader's clock, 1 to {@link #MAX}. */
  public static int of(long nowMillis) {
    return 1 + (int) Math.floorMod(nowMillis, (long) MAX);
  }

  /**
   * How long ago a stamp was made, by the clock that made it; at least 0 and below {@link #MAX}.
   * Empty for {@link #NONE}.
   */
  public static OptionalLong ageMillis(int stamp, long nowMillis) {
    return stamp == NONE
        ? OptionalLong.empty()
        : OptionalLong.of(Math.floorMod(nowMillis - (stamp - 1), (long) MAX));
  }
}
