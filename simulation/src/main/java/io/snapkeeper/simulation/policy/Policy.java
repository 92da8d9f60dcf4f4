package io.snapkeeper.simulation.policy;

import io.snapkeeper.core.member.MemberConfig;
import io.snapkeeper.core.schedule.SchedulerLimits;
import java.util.Optional;

/** When servers snapshot. */
public interface Policy {

  /**
   * A scheduler of one leader's term; empty if this policy has none.
   *
   * @param lastNumber of the slots that an earlier one has granted in this term, 0 if none has
   */
  Optional<LeaderSide> leader(long epoch, long leaderSid, SchedulerLimits limits, long lastNumber);

  /** One server's process, from its start. */
  MemberSide member(MemberConfig config, long seed);
}
