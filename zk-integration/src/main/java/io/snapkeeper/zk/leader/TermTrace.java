package io.snapkeeper.zk.leader;

import io.snapkeeper.core.quorum.QuorumRule;
import io.snapkeeper.core.schedule.SchedulerAction;
import io.snapkeeper.core.schedule.SchedulerEvent;
import io.snapkeeper.core.schedule.SchedulerLimits;
import io.snapkeeper.core.trace.TraceLine;
import io.snapkeeper.core.trace.TracedRule;
import io.snapkeeper.zk.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
    Optional<TraceLine> told = told(event);
    if (told.isEmpty()) {
      trace.stop("the quorum rules are of a kind that it cannot describe");
      return;
    }
    List<TraceLine> lines = new ArrayList<>(1 + actions.size());
    lines.add(told.get());
    actions.forEach(action -> lines.add(new TraceLine.SchedulerAnswered(action)));
    trace.write(lines);
  }

  void ended(boolean failed) {
    trace.write(new TraceLine.TermEnded(failed));
  }

  private static Optional<TraceLine> told(SchedulerEvent event) {
    if (!(event instanceof SchedulerEvent.MembershipChanged changed)) {
      return Optional.of(new TraceLine.SchedulerTold(event));
    }
    List<TracedRule> rules = new ArrayList<>();
    for (QuorumRule rule : changed.rules()) {
      Optional<TracedRule> traced =
          rule instanceof VerifierRule ofVerifier ? ofVerifier.traced() : Optional.empty();
      if (traced.isEmpty()) {
        return Optional.empty();
      }
      rules.add(traced.get());
    }
    return Optional.of(
        new TraceLine.MembershipTold(changed.nowMillis(), rules, changed.observers()));
  }
}
