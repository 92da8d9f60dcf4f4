package io.snapkeeper.zk.member;

import io.snapkeeper.core.member.MemberAction;
import io.snapkeeper.core.member.MemberEvent;
import io.snapkeeper.core.member.SnapshotGate;
import io.snapkeeper.core.member.Trigger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serialises one {@link SnapshotGate} and keeps what it armed where the log's hot path reads it
 * without a lock. Thread-safe; the lock is held for a step of the state machine, never for I/O
 * other than a log line.
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
  private volatile Armed armed = Armed.NOTHING;

  GateKeeper(SnapshotGate gate) {
    this.gate = gate;
  }

  void step(MemberEvent event) {
    synchronized (lock) {
      apply(event);
    }
  }

  /** Reads the gate between two steps. */
  <T> T read(Function<SnapshotGate, T> question) {
    synchronized (lock) {
      return question.apply(gate);
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
      armed = Armed.NOTHING;
      fired.accept(trigger);
      apply(new MemberEvent.Fired(nowMillis, trigger));
      return true;
    }
  }

  private void apply(MemberEvent event) {
    for (MemberAction action : gate.step(event)) {
      if (action instanceof MemberAction.Arm arm) {
        armed = new Armed(arm.trigger(), arm.fallback());
      } else if (action instanceof MemberAction.Note note) {
        LOG.info("snapkeeper {}", note.text());
      }
    }
  }
}
