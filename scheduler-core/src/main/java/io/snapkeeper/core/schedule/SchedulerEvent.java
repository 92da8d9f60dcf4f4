package io.snapkeeper.core.schedule;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.quorum.QuorumRule;
import io.snapkeeper.core.report.Report;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What can happen to the scheduler of a leader. {@code nowMillis} is a monotonic clock of the
 * leader and never goes back from one event to the next; where it does, no time has passed.
 */
public sealed interface SchedulerEvent {

  long nowMillis();

  /** Time has passed; grants are considered. */
  record Tick(long nowMillis) implements SchedulerEvent {}

  /**
   * The membership as the leader knows it. Until the first of these nothing is granted.
   *
   * @param rules every quorum rule in force, at least one: two during a reconfiguration
   * @param observers the configured observers
   */
  record MembershipChanged(long nowMillis, List<QuorumRule> rules, Set<Long> observers)
      implements SchedulerEvent {

    public MembershipChanged {
      rules = List.copyOf(rules);
      observers = Set.copyOf(observers);
      if (rules.isEmpty()) {
        throw new IllegalArgumentException("a membership has at least one quorum rule; got none");
      }
    }
  }

  /**
   * A learner has synchronised and follows (or observes); the leader itself is always connected. If
   * it was connected already, its earlier connection has ended.
   */
  record MemberConnected(long nowMillis, long sid) implements SchedulerEvent {}

  /** A learner's connection ended. Comes before the {@link MemberConnected} of a reconnection. */
  record MemberDisconnected(long nowMillis, long sid) implements SchedulerEvent {}

  /**
   * A complete report arrived over the member's current connection.
   *
   * @param ageMillis how long ago it was written at most, at least 0
   */
  record Reported(long nowMillis, Report report, long ageMillis) implements SchedulerEvent {

    public Reported {
      Objects.requireNonNull(report, "report");
      if (ageMillis < 0) {
        throw new IllegalArgumentException("age is " + ageMillis + " ms; it must be 0 or more");
      }
    }

    /** A report that was written at this very moment. */
    public Reported(long nowMillis, Report report) {
      this(nowMillis, report, 0);
    }
  }

  /**
   * An operator's order. The scheduler gives it the next version.
   *
   * @param mode NORMAL resumes
   * @param durationMillis until it lapses, 1 to {@link #DURATION_MILLIS_MAX}; ignored for NORMAL
   */
  record OverrideOrdered(long nowMillis, OperatorOverride.Mode mode, long durationMillis)
      implements SchedulerEvent {

    /** A day: what is meant to last longer belongs into the configuration. */
    public static final long DURATION_MILLIS_MAX = 86_400_000;

    public OverrideOrdered {
      Objects.requireNonNull(mode, "mode");
      if (mode != OperatorOverride.Mode.NORMAL
          && (durationMillis < 1 || durationMillis > DURATION_MILLIS_MAX)) {
        throw new IllegalArgumentException(
            mode
                + " for "
                + durationMillis
                + " ms; an order lasts from 1 to "
                + DURATION_MILLIS_MAX
                + " ms");
      }
    }
  }

  /** An operator asked for a snapshot of one member as soon as it is safe. */
  record SnapshotRequested(long nowMillis, long sid) implements SchedulerEvent {}

  /** An operator changed the limits, for this leader's term. */
  record LimitsChanged(long nowMillis, SchedulerLimits limits) implements SchedulerEvent {

    public LimitsChanged {
      Objects.requireNonNull(limits, "limits");
    }
  }
}
