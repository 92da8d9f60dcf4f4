package io.snapkeeper.simulation.policy;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.schedule.HardLimit;
import io.snapkeeper.core.schedule.SchedulerAction;
import io.snapkeeper.core.schedule.SchedulerEvent;
import java.util.List;
import java.util.Optional;

/** A scheduler during one term of one leader. */
public interface LeaderSide {

  List<SchedulerAction> step(SchedulerEvent event);

  /** The hard limit to tell a member. */
  HardLimit hardLimitFor(long sid);

  /** The slot that this member holds and has not used, if it is to be renewed now. */
  Optional<SchedulerAction.Grant> renewalFor(long sid, long nowMillis);

  /** The operator's order to tell the members. */
  OperatorOverride override(long nowMillis);
}
