package io.snapkeeper.zk.leader;

import io.snapkeeper.core.schedule.SchedulerAction;
import io.snapkeeper.metrics.history.Decision;
import io.snapkeeper.zk.leader.SlotCounters.Outcome;
import java.util.Optional;

/** The scheduler's actions as decisions for their readers. */
public final class SlotDecisions {

  private SlotDecisions() {}

  /** Empty for the end of a slot with an outcome that has no name. */
  public static Optional<Decision> of(long atMillis, SchedulerAction action) {
    if (action instanceof SchedulerAction.Grant grant) {
      Decision.Kind kind =
          grant.degraded() ? Decision.Kind.GRANTED_DEGRADED : Decision.Kind.GRANTED;
      return Optional.of(new Decision(atMillis, kind, grant.sid(), grant.slotId(), grant.reason()));
    }
    if (action instanceof SchedulerAction.SlotEnded ended) {
      return Outcome.of(ended)
          .map(o -> new Decision(atMillis, kind(o), ended.sid(), ended.slotId(), text(ended)));
    }
    if (action instanceof SchedulerAction.Held held) {
      return Optional.of(new Decision(atMillis, Decision.Kind.HELD, held.sid(), 0, held.reason()));
    }
    if (action instanceof SchedulerAction.Refused refused) {
      return Optional.of(
          new Decision(atMillis, Decision.Kind.REFUSED, refused.sid(), 0, refused.reason()));
    }
    throw new IllegalStateException("no decision for " + action);
  }

  /** What follows the outcome's name. */
  private static String text(SchedulerAction.SlotEnded ended) {
    int colon = ended.outcome().indexOf(": ");
    return colon < 0 ? "" : ended.outcome().substring(colon + 2);
  }

  private static Decision.Kind kind(Outcome outcome) {
    return switch (outcome) {
      case DONE -> Decision.Kind.DONE;
      case DECLINED -> Decision.Kind.DECLINED;
      case EXPIRED -> Decision.Kind.EXPIRED;
      case ABORTED -> Decision.Kind.ABORTED;
      case FAILED -> Decision.Kind.FAILED;
      case LEFT -> Decision.Kind.LEFT;
    };
  }
}
