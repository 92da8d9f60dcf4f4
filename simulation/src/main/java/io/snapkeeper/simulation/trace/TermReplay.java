package io.snapkeeper.simulation.trace;

import io.snapkeeper.core.schedule.SchedulerAction;
import io.snapkeeper.core.schedule.SchedulerEvent;
import io.snapkeeper.core.schedule.SnapshotScheduler;
import io.snapkeeper.core.trace.TraceLine;
import io.snapkeeper.simulation.check.InvariantBroken;
import io.snapkeeper.simulation.check.SafetyMonitor;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Takes the steps of one leader's term again, in a fresh {@link SnapshotScheduler} beside a {@link
 * SafetyMonitor} that keeps books of its own. Not thread-safe.
 */
final class TermReplay {

  private final TermRecord record;
  private final SnapshotScheduler scheduler;
  private final SafetyMonitor monitor;
  private final Expected expected = new Expected();
  private final Set<Long> connected = new HashSet<>();
  private final Map<Long, Integer> connections = new HashMap<>();
  private final Map<Long, Long> lastSequences = new HashMap<>();
  private long nowMillis = Long.MIN_VALUE;
  private long steps;

  TermReplay(TermRecord record, TraceLine.TermBegan began) {
    this.record = record;
    this.scheduler = new SnapshotScheduler(began.epoch(), began.sid(), began.limits());
    this.monitor = new SafetyMonitor(began.epoch(), began.sid(), began.limits());
    connected.add(began.sid());
  }

  long steps() {
    return steps;
  }

  /** The section ends, and not within the lines of the last step. */
  void requireAllTold() {
    expected.requireAllTold();
  }

  void accept(TracePoint point, TraceLine.OfLeader line) {
    if (line instanceof TraceLine.SchedulerAnswered answered) {
      expected.take(point, answered);
      return;
    }
    expected.requireTold(point, line);
    if (line instanceof TraceLine.SchedulerTold told) {
      note(point, line, told.event());
      step(point, line, told.event());
    }
  }

  /** The term's end. */
  void end(TracePoint point, TraceLine.TermEnded line) {
    expected.requireTold(point, line);
    if (line.failed()) {
      throw new TraceRefused(
          point, "a scheduler that works; see the server's log for its fault", Expected.text(line));
    }
    record.open = false;
  }

  private void step(TracePoint point, TraceLine line, SchedulerEvent event) {
    steps++;
    if (event.nowMillis() < nowMillis) {
      throw new TraceRefused(point, "a time of " + nowMillis + " or later", Expected.text(line));
    }
    nowMillis = event.nowMillis();
    List<SchedulerAction> actions;
    try {
      actions = scheduler.step(event);
      monitor.check(event, actions);
    } catch (InvariantBroken e) {
      throw new TraceRefused(point, "breaks a rule of the schedule, " + e.getMessage(), e);
    } catch (IllegalStateException e) {
      throw new TraceRefused(point, "the scheduler refuses the step: " + e.getMessage(), e);
    }
    expected.add(point, actions.stream().map(TraceLine.SchedulerAnswered::new).toList());
    for (SchedulerAction action : actions) {
      if (action instanceof SchedulerAction.Grant grant) {
        record.granted.put(grant.slotId(), new TermRecord.Granted(point, grant));
        record.lastSlotId = Math.max(record.lastSlotId, grant.slotId());
      }
    }
  }

  private void note(TracePoint point, TraceLine line, SchedulerEvent event) {
    if (event instanceof SchedulerEvent.MemberConnected joined) {
      connected.add(joined.sid());
      connections.merge(joined.sid(), 1, Integer::sum);
      lastSequences.remove(joined.sid());
    } else if (event instanceof SchedulerEvent.MemberDisconnected left) {
      connected.remove(left.sid());
    } else if (event instanceof SchedulerEvent.Reported reported) {
      long sid = reported.report().sid();
      long sequence = reported.report().sequence();
      if (!connected.contains(sid)) {
        throw new TraceRefused(
            point, "reports of connected servers, " + connected, Expected.text(line));
      }
      Long last = lastSequences.put(sid, sequence);
      if (last != null && sequence <= last) {
        throw new TraceRefused(
            point, "a report of server " + sid + " after number " + last, Expected.text(line));
      }
      record.taken.add(
          new TermRecord.Taken(point, connections.getOrDefault(sid, 0), reported.report()));
    }
  }
}
