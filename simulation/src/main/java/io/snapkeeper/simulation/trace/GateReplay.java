package io.snapkeeper.simulation.trace;

import io.snapkeeper.core.member.MemberAction;
import io.snapkeeper.core.member.MemberEvent;
import io.snapkeeper.core.member.SnapshotGate;
import io.snapkeeper.core.member.Trigger;
import io.snapkeeper.core.report.DeclineReason;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SlotState;
import io.snapkeeper.core.trace.TraceLine;
import io.snapkeeper.core.wire.LeaderMessage;
import java.util.List;

/**
 * Takes the steps of one run of a member again, in a fresh {@link SnapshotGate}, and keeps books of
 * its own on which snapshots may begin. Not thread-safe.
 */
final class GateReplay {

  private final SectionRecord record;
  private final SnapshotGate gate;
  private final Expected expected = new Expected();

  private boolean serving;
  private long epoch;

  /** The slot that fired and whose snapshot has not begun, 0 if none, and the epoch it fired in. */
  private long firedSlot;

  private long firedInEpoch;

  /** How the leader was told that the slot that fired is over; null if it was not. */
  private Report.Slot toldOver;

  private int scheduledRunning;
  private int unscheduledRunning;
  private long steps;
  private long slotSnapshots;
  private long lateStarts;

  GateReplay(SectionRecord record, TraceLine.GateMade made, long epochBefore) {
    this.record = record;
    this.gate = new SnapshotGate(made.config(), made.seed());
    this.epoch = epochBefore;
  }

  long steps() {
    return steps;
  }

  /** Snapshots that slots led to and that reached the disk. */
  long slotSnapshots() {
    return slotSnapshots;
  }

  /** Snapshots that began after their slot had been given up because they had not begun. */
  long lateStarts() {
    return lateStarts;
  }

  /** The highest epoch in which it has served. */
  long epoch() {
    return epoch;
  }

  /** The section ends, and not within the lines of the last step. */
  void requireAllTold() {
    expected.requireAllTold();
  }

  void accept(TracePoint point, TraceLine.OfMember line) {
    if (line instanceof TraceLine.GateAnswered answered) {
      expected.take(point, answered);
      return;
    }
    expected.requireTold(point, line);
    if (line instanceof TraceLine.GateTold told) {
      check(point, line, told.event());
      step(point, told.event());
    } else if (line instanceof TraceLine.ReportMade made) {
      report(point, made);
    } else {
      throw new TraceRefused(
          point,
          "a gate that works, made once in a section; see the server's log for its fault",
          Expected.text(line));
    }
  }

  private void step(TracePoint point, MemberEvent event) {
    steps++;
    try {
      List<MemberAction> actions = gate.step(event);
      expected.add(point, actions.stream().map(TraceLine.GateAnswered::new).toList());
      for (MemberAction action : actions) {
        if (action instanceof MemberAction.SnapshotNow now) {
          fired(now.trigger());
        }
      }
    } catch (IllegalStateException e) {
      throw new TraceRefused(point, "the gate refuses the step: " + e.getMessage(), e);
    }
  }

  private void report(TracePoint point, TraceLine.ReportMade made) {
    if (!gate.mayReport()) {
      throw new TraceRefused(
          point, "no report before this term's leader was heard", Expected.text(made));
    }
    Report found = made.report();
    Report replayed =
        gate.report(
            made.nowMillis(), found.backlog(), found.fsync(), found.snapshot(), found.treeBytes());
    if (!replayed.equals(found)) {
      throw new TraceRefused(
          point,
          Expected.text(new TraceLine.ReportMade(made.nowMillis(), replayed)),
          Expected.text(made));
    }
    if (firedSlot != 0 && found.slot().id() == firedSlot && found.slot().state().isFinal()) {
      toldOver = found.slot();
    }
    record.madeBySequence.put(found.sequence(), new SectionRecord.Made(point, epoch, found));
    record.lastSequence = found.sequence();
  }

  private void check(TracePoint point, TraceLine line, MemberEvent event) {
    if (event instanceof MemberEvent.ServingStarted started) {
      if (started.epoch() < epoch) {
        throw new TraceRefused(point, "an epoch of " + epoch + " or later", Expected.text(line));
      }
      epoch = started.epoch();
      serving = true;
    } else if (event instanceof MemberEvent.ServingStopped) {
      serving = false;
    } else if (event instanceof MemberEvent.LeaderHeard heard) {
      hear(point, heard.message());
    } else if (event instanceof MemberEvent.Fired fired) {
      fire(point, line, fired.trigger());
    } else if (event instanceof MemberEvent.SnapshotStarted started) {
      start(point, line, started.scheduled());
    } else if (event instanceof MemberEvent.SnapshotDone done) {
      finish(point, line, done.scheduled());
      slotSnapshots += done.scheduled() ? 1 : 0;
    } else if (event instanceof MemberEvent.SnapshotAborted aborted) {
      finish(point, line, aborted.scheduled());
    }
  }

  private void hear(TracePoint point, LeaderMessage message) {
    record.heardEpochs.putIfAbsent(message.epoch(), point);
    message
        .grant()
        .ifPresent(
            grant -> record.heard.add(new SectionRecord.Heard(point, message.epoch(), grant)));
  }

  private void fire(TracePoint point, TraceLine line, Trigger trigger) {
    if (trigger.cause() != Trigger.Cause.SLOT) {
      return;
    }
    Report.Slot held = gate.slot();
    if (!serving || held.id() != trigger.slotId() || held.state() != SlotState.HELD) {
      throw new TraceRefused(
          point,
          "no slot to fire but the one held by a server that serves (serving "
              + serving
              + ", "
              + held
              + ")",
          Expected.text(line));
    }
    if (trigger.slotId() >>> 32 != epoch) {
      throw new TraceRefused(
          point, "no slot of another epoch than " + epoch + " to fire", Expected.text(line));
    }
    fired(trigger);
  }

  private void fired(Trigger trigger) {
    firedSlot = trigger.slotId();
    firedInEpoch = epoch;
    toldOver = null;
  }

  private void start(TracePoint point, TraceLine line, boolean scheduled) {
    if (!scheduled) {
      unscheduledRunning++;
      return;
    }
    if (firedSlot == 0) {
      throw new TraceRefused(
          point, "a slot that has fired before its snapshot begins", Expected.text(line));
    }
    String slot = "slot 0x" + Long.toHexString(firedSlot);
    if (firedInEpoch != epoch) {
      throw new TraceRefused(
          point,
          "no snapshot for " + slot + " once the server had joined epoch " + epoch,
          Expected.text(line));
    }
    if (toldOver != null) {
      if (toldOver.declineReason() != DeclineReason.NEVER_STARTED) {
        throw new TraceRefused(
            point,
            "no snapshot for " + slot + " after the leader was told that it is over: " + toldOver,
            Expected.text(line));
      }
      lateStarts++;
    }
    firedSlot = 0;
    toldOver = null;
    scheduledRunning++;
  }

  private void finish(TracePoint point, TraceLine line, boolean scheduled) {
    if ((scheduled ? scheduledRunning : unscheduledRunning) == 0) {
      throw new TraceRefused(
          point, "the end of a snapshot of its kind that has begun", Expected.text(line));
    }
    if (scheduled) {
      scheduledRunning--;
    } else {
      unscheduledRunning--;
    }
  }
}
