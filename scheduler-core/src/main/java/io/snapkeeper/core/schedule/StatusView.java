package io.snapkeeper.core.schedule;

import io.snapkeeper.core.operator.OperatorOverride;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Builds the picture of the scheduler that others may keep. */
final class StatusView {

  private StatusView() {}

  static List<SchedulerStatus.Member> members(
      Roster roster,
      Planner voters,
      Planner nonVoters,
      long nowMillis,
      SchedulerLimits limits,
      OperatorOverride override) {
    Reasons reasons = new Reasons(roster, nowMillis, limits, override);
    List<SchedulerStatus.Member> members = new ArrayList<>();
    for (Member member : roster.voters()) {
      members.add(member(member, reasons.of(member, voters), nowMillis, limits));
    }
    for (Member member : roster.nonVoters()) {
      members.add(member(member, reasons.of(member, nonVoters), nowMillis, limits));
    }
    return List.copyOf(members);
  }

  private static SchedulerStatus.Member member(
      Member member, String decision, long nowMillis, SchedulerLimits limits) {
    OutstandingSlot slot = member.slot();
    return new SchedulerStatus.Member(
        member.sid,
        member.voter,
        member.leader,
        member.state(nowMillis, limits),
        Optional.ofNullable(member.report()),
        member.latency().meanMicros(),
        slot == null ? 0 : slot.id(),
        slot != null && slot.degraded(),
        decision);
  }
}
