package io.snapkeeper.core.member;

import io.snapkeeper.core.report.DeclineReason;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SlotState;
import io.snapkeeper.core.wire.LeaderMessage.SlotGrant;
import java.util.function.Consumer;

/**
 * The life of the slot last granted to this member. Not thread-safe.
 *
 * <pre>
 *   (grant) -> HELD -> FIRED -> RUNNING -> DONE | ABORTED | FAILED
 *                |       |
 *                |       +-> DECLINED
 *                +-> EXPIRED | DECLINED
 * </pre>
 *
 * <p>While it is HELD the leader renews it as long as it would grant it again; otherwise it
 * expires.
 *
 * <p>EXPIRED and DECLINED reopen when the snapshot fires or starts after all: an append may take
 * the trigger in the very moment in which the slot is given up, and a snapshot thread may begin
 * late. The leader must hear of a snapshot that runs, so the truth outweighs a tidy life.
 */
final class SlotHolding {

  private final long sid;
  private final Consumer<String> notes;
  private Report.Slot slot;
  private long expiresAtMillis;

  /** Whether every write waits for this member's log while it uses the slot. */
  private boolean degraded;

  /** The slot that last fired, 0 if none: only its snapshot can begin. */
  private long firedId;

  /**
   * @param earlierId the last slot granted before, which is not held any more; 0 if none
   */
  SlotHolding(long sid, Consumer<String> notes, long earlierId) {
    this.sid = sid;
    this.notes = notes;
    this.slot =
        earlierId == 0
            ? Report.Slot.NONE
            : new Report.Slot(earlierId, SlotState.DECLINED, DeclineReason.NOT_SERVING);
  }

  Report.Slot slot() {
    return slot;
  }

  boolean degraded() {
    return degraded;
  }

  boolean is(SlotState state) {
    return slot.id() != 0 && slot.state() == state;
  }

  long expiresAtMillis() {
    return expiresAtMillis;
  }

  /** Whether this grant was seen before: ids of one epoch only grow. */
  boolean knows(SlotGrant grant) {
    return grant.slotId() == slot.id()
        || (grant.slotId() >>> 32 == slot.id() >>> 32 && grant.slotId() < slot.id());
  }

  void hold(long nowMillis, SlotGrant grant) {
    if (is(SlotState.HELD)) {
      notes.accept(
          "slot replaced sid=%d slot=%s by=%s: a leader grants one at a time"
              .formatted(sid, hex(slot.id()), hex(grant.slotId())));
    }
    slot = new Report.Slot(grant.slotId(), SlotState.HELD, DeclineReason.NONE);
    expiresAtMillis = nowMillis + grant.ttlMillis();
    degraded = grant.degraded();
    note("received", " ttlMillis=" + grant.ttlMillis() + " degraded=" + grant.degraded());
  }

  /**
   * The leader has judged the slot that is held anew: it lives on. One that is over stays so.
   *
   * @param grant one that was seen before
   */
  void renew(long nowMillis, SlotGrant grant) {
    if (is(SlotState.HELD) && grant.slotId() == slot.id()) {
      expiresAtMillis = Math.max(expiresAtMillis, nowMillis + grant.ttlMillis());
      degraded = grant.degraded();
    }
  }

  /**
   * Declines a grant that is not taken, unless what is known of another slot is still to be
   * reported: an open one, or one of a later leader, which waits to hear how it ended, while nobody
   * waits for an answer to a grant of an earlier term.
   */
  void refuse(SlotGrant grant, DeclineReason reason) {
    boolean isOfEarlierTerm = grant.slotId() >>> 32 < slot.id() >>> 32;
    if (slot.isOpen() || isOfEarlierTerm) {
      notes.accept(
          "slot ignored sid=%d slot=%s reason=%s: slot %s is %s"
              .formatted(sid, hex(grant.slotId()), reason, hex(slot.id()), slot.state()));
      return;
    }
    slot = new Report.Slot(grant.slotId(), SlotState.HELD, DeclineReason.NONE);
    decline(reason);
  }

  /** Gives up a slot that is HELD or FIRED; nothing to do in any other state. */
  void decline(DeclineReason reason) {
    if (is(SlotState.HELD) || is(SlotState.FIRED)) {
      slot = new Report.Slot(slot.id(), SlotState.DECLINED, reason);
      note("declined", " reason=" + reason);
    }
  }

  void expireIfDue(long nowMillis) {
    if (is(SlotState.HELD) && nowMillis >= expiresAtMillis) {
      enter(SlotState.EXPIRED, "expired", ": no append came");
    }
  }

  /**
   * The slot starts its snapshot: an append took its trigger, or there was none for long enough.
   */
  void fire(long slotId) {
    if (slotId == slot.id() && (is(SlotState.HELD) || isGivenUp())) {
      firedId = slotId;
      enter(SlotState.FIRED, "fired", "");
    }
  }

  /** The snapshot that the slot fired began. */
  void start() {
    if (is(SlotState.FIRED) || (isGivenUp() && slot.id() == firedId)) {
      enter(SlotState.RUNNING, "running", "");
    }
  }

  /** The snapshot that the slot fired came to its end. */
  void end(SlotState outcome) {
    if (is(SlotState.RUNNING) || is(SlotState.FIRED)) {
      switch (outcome) {
        case DONE -> enter(outcome, "done", "");
        case ABORTED -> enter(outcome, "aborted", "");
        case FAILED -> enter(outcome, "failed", "");
        default -> throw new IllegalArgumentException(outcome + " is no end of a snapshot");
      }
    }
  }

  static String hex(long slotId) {
    return "0x" + Long.toHexString(slotId);
  }

  private boolean isGivenUp() {
    return is(SlotState.EXPIRED) || is(SlotState.DECLINED);
  }

  private void enter(SlotState state, String step, String detail) {
    slot = new Report.Slot(slot.id(), state, DeclineReason.NONE);
    note(step, detail);
  }

  private void note(String step, String detail) {
    notes.accept("slot " + step + " sid=" + sid + " slot=" + hex(slot.id()) + detail);
  }
}
