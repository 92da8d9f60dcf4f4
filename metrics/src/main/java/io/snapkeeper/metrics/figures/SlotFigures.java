package io.snapkeeper.metrics.figures;

/**
 * The slots that a server has granted, over all its terms as a leader since it started.
 *
 * @param grantedNormal while a quorum of fast voters remained
 * @param grantedDegraded on the quorum's path
 * @param ended slots that are over
 */
public record SlotFigures(long grantedNormal, long grantedDegraded, Ended ended) {

  /**
   * Slots by their end.
   *
   * @param done with a snapshot on stable storage
   * @param declined by the holder
   * @param expired because no write came
   * @param aborted with the holder's snapshot
   * @param failed with the holder's snapshot
   * @param left because the holder disconnected
   */
  public record Ended(
      long done, long declined, long expired, long aborted, long failed, long left) {}
}
