package io.snapkeeper.zk.leader;

import io.snapkeeper.core.schedule.SchedulerAction;
import io.snapkeeper.core.schedule.SchedulerEvent;
import io.snapkeeper.core.schedule.SchedulerLimits;
import io.snapkeeper.core.trace.TraceLine;
import io.snapkeeper.zk.trace.Trace;
import java.util.ArrayList;
import java.util.List;

/** Tells the trace of one term's steps. Called with the lock held that puts them in order. */
final class TermTrace {

  private final Trace trace;

  TermTrace(Trace trace) {
    this.trace = trace;
  }

  void began(long sid, long epoch, SchedulerLimits limits) {
    trace.write(new TraceLine.TermBegan(sid, epoch, limits));
  }

  /** One step: what the scheduler was told and what it answered. */
  void step(SchedulerEvent event, List<SchedulerAction> actions) {
    if (!isDescribed(event)) {
      trace.stop("the quorum rules are of a kind that it cannot describe");
      return;
    }
    List<TraceLine> lines = new ArrayList<>(1 + actions.size());
    lines.add(new TraceLine.SchedulerTold(event));
    actions.forEach(action -> lines.add(new TraceLine.SchedulerAnswered(action)));
    trace.write(lines);
  }

  void ended(boolean failed) {
    trace.write(new TraceLine.TermEnded(failed));
  }

  private static boolean isDescribed(SchedulerEvent event) {
    return !(event instanceof SchedulerEvent.MembershipChanged changed)
        || changed.rules().stream().noneMatch(VerifierRule.Undescribed.class::isInstance);
  }
}
