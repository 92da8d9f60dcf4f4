package io.snapkeeper.zk.purge;

import io.snapkeeper.core.member.MemberMode;

/**
 * The rule by which a purge that ZooKeeper's timer starts waits for its server's slot. Pure; not
 * thread-safe.
 *
 * <p>Removing large files is disk work of seconds. In the slot of another server it would slow down
 * one of those that the quorum then rests on, so while a leader schedules the purge waits for the
 * server's own slot. It needs no clock: the timer that starts the next purge is the deadline of the
 * one that waits, so none is late by more than the timer's interval, and at most one waits.
 */
final class PurgeTurn {

  private boolean waiting;
  private long deferred;
  private long inSlot;
  private long overdue;

  /**
   * The timer starts a purge.
   *
   * @param mode the server's, now
   * @param spaceIsShort whether the next snapshot may miss the space that the purge frees
   * @return whether the purge waits; if not, it runs at once, and for one that waited as well
   */
  boolean started(MemberMode mode, boolean spaceIsShort) {
    if (waiting) {
      overdue++;
      waiting = false;
    } else if (mode == MemberMode.SCHEDULED && !spaceIsShort) {
      deferred++;
      waiting = true;
    }
    return waiting;
  }

  /**
   * The snapshot of the server's own slot is on the disk or was refused by it, and the slot is not
   * yet given back.
   *
   * @return whether a purge waits and is to run now
   */
  boolean slotEnds() {
    if (!waiting) {
      return false;
    }
    waiting = false;
    inSlot++;
    return true;
  }

  /**
   * Time passes.
   *
   * @param mode the server's, now
   * @param spaceIsShort whether the next snapshot may miss the space that the purge frees
   * @return whether a purge waits that is to run now, because no slot is to be expected or it is
   *     needed first. Between two leaders, without a role or in the time of grace, it waits on: in
   *     a moment there may be slots again, also of others
   */
  boolean timePasses(MemberMode mode, boolean spaceIsShort) {
    boolean noSlotsToCome = mode == MemberMode.STOCK_RULE || mode == MemberMode.PAUSED;
    if (!waiting || !(noSlotsToCome || spaceIsShort)) {
      return false;
    }
    waiting = false;
    return true;
  }

  /** Whether one waits. */
  boolean waits() {
    return waiting;
  }

  /** What came of the purges until now. */
  PurgeFigures figures() {
    return new PurgeFigures(waiting, deferred, inSlot, overdue);
  }
}
