package io.snapkeeper.core.schedule;

import io.snapkeeper.core.operator.OperatorOverride;
import java.util.List;

/**
 * The leader's side of the schedule as a pure state machine: events in, actions out. Not
 * thread-safe; the caller serialises {@link #step}.
 */
public final class SnapshotScheduler {

  /**
   * A scheduler for one term of one leader.
   *
   * @param epoch of the leader, 0 to 2^31 - 1; the upper half of every slot id
   * @param leaderSid the leader itself, always connected
   */
  public SnapshotScheduler(long epoch, long leaderSid, SchedulerLimits limits) {
    throw new UnsupportedOperationException();
  }

  /** Takes one event and says what to do. */
  public List<SchedulerAction> step(SchedulerEvent event) {
    throw new UnsupportedOperationException();
  }

  /** The override to send with every leader message. */
  public OperatorOverride override(long nowMillis) {
    throw new UnsupportedOperationException();
  }

  /** The hard limit to advise to a member (design: max of 3x snapCount and two cycles of slots). */
  public HardLimit hardLimitFor(long sid) {
    throw new UnsupportedOperationException();
  }

  /** A picture of this moment. */
  public SchedulerStatus status(long nowMillis) {
    throw new UnsupportedOperationException();
  }
}
