package io.snapkeeper.simulation.policy;

import io.snapkeeper.core.member.MemberAction;
import io.snapkeeper.core.member.MemberConfig;
import io.snapkeeper.core.member.MemberEvent;
import io.snapkeeper.core.member.Trigger;
import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.report.DeclineReason;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SlotState;
import io.snapkeeper.core.wire.LeaderMessage;
import java.util.List;

/**
 * A server under that rule: it snapshots when its leader says so, and by itself only at ten times
 * snapCount.
 */
final class Pr1191Member implements MemberSide {

  private static final int OWN_LIMIT_FACTOR = 10;

  private final MemberConfig config;
  private Report.Slot slot = Report.Slot.NONE;
  private Report.LastSnapshot last = Report.LastSnapshot.UNKNOWN;
  private boolean running;
  private boolean heard;
  private long sequence;
  private long scheduledDone;
  private long unscheduledDone;

  Pr1191Member(MemberConfig config) {
    this.config = config;
  }

  @Override
  public List<MemberAction> step(MemberEvent event) {
    if (event instanceof MemberEvent.ServingStarted) {
      heard = false;
      return arm(hardLimit());
    }
    if (event instanceof MemberEvent.ServingStopped) {
      end(SlotState.DECLINED);
      return List.of();
    }
    if (event instanceof MemberEvent.LeaderHeard told) {
      heard = true;
      return told.message().grant().isPresent() ? granted(told.message().grant().get()) : List.of();
    }
    if (event instanceof MemberEvent.Fired) {
      enter(SlotState.FIRED);
      return arm(hardLimit());
    }
    if (event instanceof MemberEvent.SnapshotStarted) {
      running = true;
      enter(SlotState.RUNNING);
    } else if (event instanceof MemberEvent.SnapshotDone done) {
      running = false;
      last = new Report.LastSnapshot(done.durationMillis(), done.bytes());
      if (done.scheduled()) {
        scheduledDone++;
      } else {
        unscheduledDone++;
      }
      end(SlotState.DONE);
    } else if (event instanceof MemberEvent.SnapshotAborted) {
      running = false;
      end(SlotState.ABORTED);
    }
    return List.of();
  }

  private List<MemberAction> granted(LeaderMessage.SlotGrant grant) {
    slot = new Report.Slot(grant.slotId(), SlotState.HELD, DeclineReason.NONE);
    if (running) {
      end(SlotState.DECLINED);
      return List.of();
    }
    return arm(new Trigger(-1, Long.MAX_VALUE, Trigger.Cause.SLOT, slot.id(), Long.MAX_VALUE));
  }

  private static List<MemberAction> arm(Trigger trigger) {
    return List.of(new MemberAction.Arm(trigger, trigger));
  }

  private void enter(SlotState state) {
    if (slot.isOpen()) {
      slot = new Report.Slot(slot.id(), state, DeclineReason.NONE);
    }
  }

  private void end(SlotState state) {
    enter(state);
  }

  @Override
  public boolean reports() {
    return heard;
  }

  @Override
  public Report report(
      long nowMillis,
      Report.Backlog backlog,
      Report.Fsync fsync,
      Report.Snapshot snapshot,
      long treeBytes) {
    sequence++;
    return new Report(
        config.sid(),
        sequence,
        backlog,
        config.limits(),
        fsync,
        snapshot,
        slot,
        last,
        treeBytes,
        new Report.Counts(scheduledDone, unscheduledDone),
        OperatorOverride.NONE);
  }

  @Override
  public Report.Slot slot() {
    return slot;
  }

  @Override
  public Trigger hardLimit() {
    return new Trigger(
        OWN_LIMIT_FACTOR * config.limits().snapCount(),
        Long.MAX_VALUE,
        Trigger.Cause.HARD_LIMIT,
        0,
        Long.MAX_VALUE);
  }

  @Override
  public boolean givesSnapshotsUp() {
    return false;
  }

  @Override
  public boolean countsFromRoll() {
    return false;
  }
}
