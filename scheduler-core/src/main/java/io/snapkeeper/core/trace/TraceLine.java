package io.snapkeeper.core.trace;

import io.snapkeeper.core.member.MemberAction;
import io.snapkeeper.core.member.MemberConfig;
import io.snapkeeper.core.member.MemberEvent;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.schedule.SchedulerAction;
import io.snapkeeper.core.schedule.SchedulerEvent;
import io.snapkeeper.core.schedule.SchedulerLimits;
import java.util.Objects;

/**
 * One line of a trace. A {@link Header} begins a section: one run of one server. The lines of the
 * server as a leader stand in the order of its scheduler's steps, those of the server as a member
 * in the order of its gate's steps; an answer follows its event, with no other line of the same
 * side in between. Immutable.
 */
public sealed interface TraceLine {

  /**
   * A server's process began.
   *
   * @param sid of the server
   */
  record Header(long sid) implements TraceLine {}

  /**
   * Lines are missing near this one: the disk did not keep up.
   *
   * @param lines how many, at least 1
   */
  record Lost(long lines) implements TraceLine {

    public Lost {
      if (lines < 1) {
        throw new IllegalArgumentException("lines is " + lines + "; at least one is lost");
      }
    }
  }

  /** What a server did as a leader. */
  sealed interface OfLeader extends TraceLine {}

  /** A scheduler was made for a term of this leader. */
  record TermBegan(long sid, long epoch, SchedulerLimits limits) implements OfLeader {

    public TermBegan {
      Objects.requireNonNull(limits, "limits");
      if (epoch < 0 || epoch > Integer.MAX_VALUE) {
        throw new IllegalArgumentException(
            "epoch is " + epoch + "; it must be 0 to " + Integer.MAX_VALUE);
      }
    }
  }

  /**
   * The scheduler was told of an event. Of a change of membership only a {@code MajorityQuorum} and
   * a {@code HierarchicalQuorum} can be written.
   */
  record SchedulerTold(SchedulerEvent event) implements OfLeader {}

  /** What the scheduler answered. */
  record SchedulerAnswered(SchedulerAction action) implements OfLeader {}

  /**
   * The scheduler takes no more steps.
   *
   * @param failed whether it, or what it was asked by, threw
   */
  record TermEnded(boolean failed) implements OfLeader {}

  /** What a server did as a member. */
  sealed interface OfMember extends TraceLine {}

  /** A gate was made. */
  record GateMade(MemberConfig config, long seed) implements OfMember {}

  /** The gate was told of an event. */
  record GateTold(MemberEvent event) implements OfMember {}

  /** What the gate answered. */
  record GateAnswered(MemberAction action) implements OfMember {}

  /** A report was made, to be sent or (by a leader) to be taken at once. */
  record ReportMade(long nowMillis, Report report) implements OfMember {}

  /** The gate threw and takes no more steps. */
  record GateFailed() implements OfMember {}
}
