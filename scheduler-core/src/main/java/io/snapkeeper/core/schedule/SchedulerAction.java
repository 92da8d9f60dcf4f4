package io.snapkeeper.core.schedule;

/** What the scheduler wants done. The caller sends grants and logs the rest. */
public sealed interface SchedulerAction {

  long sid();

  /**
   * Send this grant to the member, once.
   *
   * @param sid the member
   * @param slotId {@code epoch << 32 | n}, n from 1; never repeated
   * @param ttlMillis how long the holder may wait to use it, by its own clock from receipt, unless
   *     it is renewed
   * @param degraded whether the ensemble has no quorum besides this member while it runs
   * @param reason why now, in plain words
   */
  record Grant(long sid, long slotId, long ttlMillis, boolean degraded, String reason)
      implements SchedulerAction {}

  /**
   * A slot came to its end, for the log.
   *
   * @param outcome "done", "declined: ...", "expired", "aborted", "failed", "left"
   * @param heldMillis from grant to end by the leader's clock
   */
  record SlotEnded(long sid, long slotId, String outcome, long heldMillis)
      implements SchedulerAction {}

  /** An operator's request for a snapshot of this server cannot be taken; nothing was changed. */
  record Refused(long sid, String reason) implements SchedulerAction {}

  /** The reason why a member that waits gets no slot changed; for the log. */
  record Held(long sid, String reason) implements SchedulerAction {}
}
