package io.snapkeeper.core.wire;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.report.PingStamp;
import io.snapkeeper.core.schedule.HardLimit;
import java.util.Objects;
import java.util.Optional;

/**
 * What a leader with the plugin tells a member in a ping. The first one on a connection is the
 * hello: from then on the member reports.
 *
 * @param epoch of the leader
 * @param schedulingTtlMillis for this long from receipt, by its own clock, the member leaves the
 *     stock rule aside and waits for slots; 0 says that this leader does not schedule
 * @param hardLimit backlog at which the member snapshots all the same
 * @param grant a slot; again with the same id where the leader has judged a slot anew that is held
 *     and not used yet
 * @param override the operator's order in force
 * @param pingStamp a {@link PingStamp} for the member to send back, or {@link PingStamp#NONE}
 */
public record LeaderMessage(
    long epoch,
    long schedulingTtlMillis,
    HardLimit hardLimit,
    Optional<SlotGrant> grant,
    OperatorOverride override,
    int pingStamp) {

  public LeaderMessage {
    Objects.requireNonNull(hardLimit, "hardLimit");
    Objects.requireNonNull(grant, "grant");
    Objects.requireNonNull(override, "override");
    if (pingStamp < PingStamp.NONE || pingStamp > PingStamp.MAX) {
      throw new IllegalArgumentException(
          "ping stamp is " + pingStamp + "; it must be 0 to " + PingStamp.MAX);
    }
  }

  /** A message without a stamp. */
  public LeaderMessage(
      long epoch,
      long schedulingTtlMillis,
      HardLimit hardLimit,
      Optional<SlotGrant> grant,
      OperatorOverride override) {
    this(epoch, schedulingTtlMillis, hardLimit, grant, override, PingStamp.NONE);
  }

  /**
   * A slot for the receiving member.
   *
   * @param slotId {@code epoch << 32 | n}
   * @param ttlMillis for how long the leader's judgement counts, from receipt by the holder's clock
   * @param degraded whether the quorum feels this snapshot
   */
  public record SlotGrant(long slotId, long ttlMillis, boolean degraded) {}
}
