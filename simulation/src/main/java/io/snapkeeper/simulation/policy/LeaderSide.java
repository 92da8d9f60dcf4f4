package io.snapkeeper.simulation.policy;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.schedule.HardLimit;
import io.snapkeeper.core.schedule.SchedulerAction;
import io.snapkeeper.core.schedule.SchedulerEvent;
import java.util.List;

/** A scheduler during one term of one leader. */
public interface LeaderSide {

  List<SchedulerAction> step(SchedulerEvent event);

  /** The hard limit to tell a member. */
  HardLimit hardLimitFor(long sid);

  /** The operator's order to tell the members. */
  OperatorOverride override(long nowMillis);
}
