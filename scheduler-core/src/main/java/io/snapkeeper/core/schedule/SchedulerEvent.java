package io.snapkeeper.core.schedule;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.quorum.QuorumRule;
import io.snapkeeper.core.report.Report;
import java.util.List;
import java.util.Set;

/**
 * What can happen to the scheduler of a leader. {@code nowMillis} is a monotonic clock of the
 * leader and never goes back from one event to the next.
 */
public sealed interface SchedulerEvent {

  long nowMillis();

  /** Time has passed; grants are considered. */
  record Tick(long nowMillis) implements SchedulerEvent {}

  /**
   * The membership as the leader knows it.
   *
   * @param rules every quorum rule in force: one, or two during a reconfiguration
   * @param observers the configured observers
   */
  record MembershipChanged(long nowMillis, List<QuorumRule> rules, Set<Long> observers)
      implements SchedulerEvent {}

  /**
   * A learner has synchronised and follows (or observes); the leader itself is always connected.
   */
  record MemberConnected(long nowMillis, long sid) implements SchedulerEvent {}

  /** A learner's connection ended. Comes before the {@link MemberConnected} of a reconnection. */
  record MemberDisconnected(long nowMillis, long sid) implements SchedulerEvent {}

  /** A complete report arrived over the member's current connection. */
  record Reported(long nowMillis, Report report) implements SchedulerEvent {}

  /**
   * An operator's order. The scheduler gives it the next version.
   *
   * @param mode NORMAL resumes
   * @param durationMillis until it lapses; ignored for NORMAL
   */
  record OverrideOrdered(long nowMillis, OperatorOverride.Mode mode, long durationMillis)
      implements SchedulerEvent {}

  /** An operator asked for a snapshot of one member as soon as it is safe. */
  record SnapshotRequested(long nowMillis, long sid) implements SchedulerEvent {}

  /** An operator changed the limits, for this leader's term. */
  record LimitsChanged(long nowMillis, SchedulerLimits limits) implements SchedulerEvent {}
}
