package io.snapkeeper.simulation.policy;

import io.snapkeeper.core.member.MemberConfig;
import io.snapkeeper.core.schedule.SchedulerLimits;
import java.util.Optional;

/** When servers snapshot. */
public interface Policy {

  /** The scheduler of one leader's term; empty if this policy has none. */
  Optional<LeaderSide> leader(long epoch, long leaderSid, SchedulerLimits limits);

  /** One server's process, from its start. */
  MemberSide member(MemberConfig config, long seed);
}
