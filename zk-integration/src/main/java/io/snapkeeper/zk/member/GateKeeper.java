package io.snapkeeper.zk.member;

import io.snapkeeper.core.member.MemberAction;
import io.snapkeeper.core.member.MemberEvent;
import io.snapkeeper.core.member.SnapshotGate;
import io.snapkeeper.core.member.Trigger;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.trace.TraceLine;
import io.snapkeeper.zk.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serialises one {@link SnapshotGate} and keeps what it armed where the log's hot path reads it
 * without a lock. Thread-safe; the lock is held for a step of the state machine, never for I/O.
 *
 * <p>A gate that throws is asked no more: from then on an emergency trigger counts, ZooKeeper's own
 * rule with one draw of its random part, so that a defect in the gate costs slots and not
 * snapshots.
 */
final class GateKeeper {

  private static final Logger LOG = LoggerFactory.getLogger("io.snapkeeper.slot");

  /** A trigger and what counts when it lapses. */
  private record Armed(Trigger trigger, Trigger fallback) {
    static final Armed NOTHING = new Armed(Trigger.NEVER, Trigger.NEVER);

    Trigger at(long nowMillis) {
      return nowMillis < trigger.untilMillis() ? trigger : fallback;
    }
  }

  private final Object lock = new Object();
  private final SnapshotGate gate;
  private final Trigger emergency;
  private final Consumer<Trigger> snapshotNow;
  private final Faults faults;
  private final Trace trace;
  private volatile Armed armed = Armed.NOTHING;
  private volatile boolean failed;

  /**
   * @param emergency what counts once the gate has failed
   * @param snapshotNow starts a snapshot without an append; called inside the lock. Must not throw
   * @param trace is told of each step, in their order
   */
  GateKeeper(
      SnapshotGate gate,
      Trigger emergency,
      Consumer<Trigger> snapshotNow,
      Faults faults,
      Trace trace) {
    this.gate = gate;
    this.emergency = emergency;
    this.snapshotNow = snapshotNow;
    this.faults = faults;
    this.trace = trace;
  }

  /** Hands the gate an event; never throws. */
  void step(MemberEvent event) {
    stepWith(() -> event);
  }

  /**
   * The same for an event that goes with a change of what reports tell: made and applied between
   * two reports, so that none has one without the other.
   *
   * @param change makes the change, called once and inside the lock; must not throw
   */
  void stepWith(Supplier<MemberEvent> change) {
    synchronized (lock) {
      apply(change.get());
    }
  }

  /** Whether the gate has thrown and is asked no more. */
  boolean failed() {
    return failed;
  }

  /** Reads the gate between two steps. */
  <T> T read(Function<SnapshotGate, T> question) {
    synchronized (lock) {
      return question.apply(gate);
    }
  }

  /**
   * The report to send now; empty before a leader asked for any.
   *
   * @param maker asks the gate for it
   */
  Optional<Report> report(long nowMillis, Function<SnapshotGate, Report> maker) {
    synchronized (lock) {
      if (!gate.mayReport()) {
        return Optional.empty();
      }
      Report report = maker.apply(gate);
      trace.write(new TraceLine.ReportMade(nowMillis, report));
      return Optional.of(report);
    }
  }

  /** What an append at this moment is measured against. Lock-free. */
  Trigger triggerAt(long nowMillis) {
    return armed.at(nowMillis);
  }

  /**
   * Uses the trigger up, unless another step took it away meanwhile.
   *
   * @param fired called inside the lock, before the gate hears of it
   * @return whether the caller may start a snapshot
   */
  boolean fire(Trigger trigger, long nowMillis, Consumer<Trigger> fired) {
    synchronized (lock) {
      if (!armed.at(nowMillis).equals(trigger)) {
        return false;
      }
      if (!failed) {
        armed = Armed.NOTHING;
      }
      fired.accept(trigger);
      apply(new MemberEvent.Fired(nowMillis, trigger));
      return true;
    }
  }

  private void apply(MemberEvent event) {
    if (failed) {
      return;
    }
    List<MemberAction> actions;
    try {
      actions = gate.step(event);
    } catch (Throwable t) { // the server goes on by ZooKeeper's own rule
      failed = true;
      armed = new Armed(emergency, emergency);
      faults.record("the gate", t);
      if (event != null) {
        trace.write(List.of(new TraceLine.GateTold(event), new TraceLine.GateFailed()));
      }
      return;
    }
    List<TraceLine> lines = new ArrayList<>(1 + actions.size());
    lines.add(new TraceLine.GateTold(event));
    actions.forEach(action -> lines.add(new TraceLine.GateAnswered(action)));
    trace.write(lines);
    for (MemberAction action : actions) {
      if (action instanceof MemberAction.Arm arm) {
        armed = new Armed(arm.trigger(), arm.fallback());
      } else if (action instanceof MemberAction.SnapshotNow now) {
        snapshotNow.accept(now.trigger());
      } else if (action instanceof MemberAction.Note note) {
        LogLines.OF_PROCESS.say(() -> LOG.info("snapkeeper {}", note.text()));
      }
    }
  }
}
