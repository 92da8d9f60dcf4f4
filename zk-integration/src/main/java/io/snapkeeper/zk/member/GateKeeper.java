package io.snapkeeper.zk.member;

import io.snapkeeper.core.member.GateHistory;
import io.snapkeeper.core.member.MemberAction;
import io.snapkeeper.core.member.MemberConfig;
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
 * snapshots. After a pause a new gate begins, a few times. It knows the last slot that was granted
 * as one that it declined, and is told what is under way; it reports, and its server counts as
 * fast, only once the leader was heard again.
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
  private final MemberConfig config;
  private final long seed;
  private final Trigger emergency;
  private final Consumer<Trigger> snapshotNow;
  private final Faults faults;
  private final Trace trace;
  private final Restarts restarts = new Restarts(Restarts.FIRST_PAUSE_MILLIS);
  private SnapshotGate gate; // guarded by lock
  private long lastSequence; // of the reports; guarded by lock

  /** The last slot that any gate of this server was told of, 0 before; guarded by lock. */
  private long lastSlotId;

  private volatile Armed armed = Armed.NOTHING;
  private volatile boolean failed;

  /**
   * What a gate that follows another one has to know.
   *
   * @param counts of completed snapshots
   * @param last the last completed snapshot
   * @param underWay tells of the role and of the snapshots under way
   */
  record Present(Report.Counts counts, Report.LastSnapshot last, List<MemberEvent> underWay) {}

  /**
   * @param seed of the gate's random parts
   * @param emergency what counts while the gate has failed
   * @param snapshotNow starts a snapshot without an append; called inside the lock. Must not throw
   * @param trace is told of each step, in their order
   */
  GateKeeper(
      MemberConfig config,
      long seed,
      Trigger emergency,
      Consumer<Trigger> snapshotNow,
      Faults faults,
      Trace trace) {
    this.config = config;
    this.seed = seed;
    this.emergency = emergency;
    this.snapshotNow = snapshotNow;
    this.faults = faults;
    this.trace = trace;
    trace.write(new TraceLine.GateMade(config, seed));
    this.gate = new SnapshotGate(config, seed);
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

  /**
   * A new gate begins where one has thrown and its pause is over. Called now and then.
   *
   * @param present asked once, inside the lock; must not throw
   */
  void beginAgainIfDue(long nowMillis, Supplier<Present> present) {
    if (!failed) {
      return;
    }
    synchronized (lock) {
      if (!restarts.isDue(nowMillis)) {
        return;
      }
      Present now = present.get();
      trace.write(new TraceLine.GateMade(config, seed));
      gate =
          new SnapshotGate(
              config, seed, new GateHistory(lastSequence, lastSlotId, now.counts(), now.last()));
      armed = Armed.NOTHING;
      failed = false;
      note("gate begins again sid=" + config.sid());
      now.underWay().forEach(this::apply);
    }
  }

  /** Whether the gate has thrown and is not asked. */
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
   * The report to send now; empty before a leader asked for any, and while the gate has failed.
   *
   * @param maker asks the gate for it
   */
  Optional<Report> report(long nowMillis, Function<SnapshotGate, Report> maker) {
    synchronized (lock) {
      if (failed || !gate.mayReport()) {
        return Optional.empty();
      }
      Report report = maker.apply(gate);
      lastSequence = report.sequence();
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
    if (event instanceof MemberEvent.LeaderHeard heard && heard.message() != null) {
      heard.message().grant().ifPresent(g -> lastSlotId = Math.max(lastSlotId, g.slotId()));
    }
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
        note(note.text());
      }
    }
  }

  private static void note(String text) {
    LogLines.OF_PROCESS.say(() -> LOG.info("snapkeeper {}", text));
  }
}
