package io.snapkeeper.core.schedule;

/**
 * Spreads the slots of a group of n members evenly over the log. Its clock counts cycles: it
 * advances by one while, in the mean over the members, as much is logged as stock's rule has one
 * snapshot for. With a slot every 1/n of it each member gets one per cycle, whatever the rate.
 *
 * <p>What earlier slots were early or late is in the members' accounts and not here: with slots
 * that are even and in time the accounts are, just before a slot, 1, 1 - 1/n, 1 - 2/n and so on, (n
 * + 1)/2 in all. By what their sum differs from this, the slots are behind or ahead.
 */
final class Spacing {

  /** Rounding must not cost a whole report's delay. */
  private static final double EPSILON = 1e-9;

  /** More than any term logs without a slot; a wrong report must not make it infinite. */
  private static final double SINCE_SLOT_MAX = 1e6;

  /** No distance is longer than this one of a lone member. */
  private static final double LONGEST = 1;

  private boolean started;

  /** Cycles logged since the last slot. */
  private double sinceSlot;

  void advance(double cycles) {
    sinceSlot = Math.min(sinceSlot + cycles, SINCE_SLOT_MAX);
  }

  /**
   * A slot of the schedule was granted.
   *
   * @return what {@link #giveBack} takes if it goes unused
   */
  double granted() {
    double waited = started ? sinceSlot : LONGEST;
    started = true;
    sinceSlot = 0;
    return waited;
  }

  /** A slot went unused: the next one need not wait for it. */
  void giveBack(double waited) {
    advance(waited);
  }

  /**
   * The distance to keep before the next slot, in cycles: the even one; less by all that the slots
   * are behind, so that neither the coarse steps of reports nor writes that come in bursts add up
   * to fewer snapshots; more by a share of what they are ahead, which a round of slots pays and not
   * the next one alone, as a long gap would leave all due at once. And never more than leaves room
   * for everybody before they are full.
   *
   * @param members members that can be scheduled, 1 or more
   * @param accounts how many of them had a slot before; the others are neither behind nor ahead
   * @param owed the sum of these accounts
   * @param untilFull cycles until the limits are full of those that have no slot and are not full,
   *     in ascending order
   * @param count how many of {@code untilFull} count
   */
  double distance(int members, int accounts, double owed, double[] untilFull, int count) {
    double n = Math.max(members, 1);
    double behind = owed - accounts * (sinceSlot + (n - 1) / (2 * n));
    double distance = behind > 0 ? (1 - behind) / n : (1 - behind / n) / n;
    for (int i = 0; i < count; i++) {
      distance = Math.min(distance, (sinceSlot + untilFull[i]) / (i + 1));
    }
    return Math.max(distance, 0);
  }

  /**
   * Cycles still to be logged before the next slot; 0 if it may come now. The first slot of a term
   * waits for nothing.
   */
  double remaining(double distance) {
    double remaining = distance - sinceSlot;
    return started && remaining > EPSILON ? remaining : 0;
  }

  void assertInvariants() {
    Invariant.check(sinceSlot >= 0, "the schedule's clock is a number and does not go back");
  }
}
