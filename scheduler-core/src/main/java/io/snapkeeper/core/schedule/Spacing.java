package io.snapkeeper.core.schedule;

/**
 * Spreads the slots of a group of n members on a virtual clock that counts limits filled: it
 * advances by one while the members' backlogs grow, on average, by one limit. With a slot every
 * 0.75/n of it each member gets one per 0.75 of its limit, as many as stock's random point between
 * half and all gives, and they are evenly spread whatever the rate.
 */
final class Spacing {

  /** Share of the limit at which stock snapshots on average. */
  static final double STOCK_MEAN = 0.75;

  /** Rounding must not cost a whole report's delay. */
  private static final double EPSILON = 1e-9;

  private boolean started;

  /** Limits filled since the last slot, and what earlier slots were late; may be a debt. */
  private double sinceSlot;

  void advance(double limitsFilled) {
    sinceSlot = Math.min(sinceSlot + limitsFilled, Double.MAX_VALUE);
  }

  /**
   * The distance to keep before the next slot: the even one, or less where the members in order
   * would otherwise pass their limits.
   *
   * @param members members that can be scheduled, 1 or more
   * @param fractions backlogs of those that have no slot, in units of their limits, in descending
   *     order
   * @param count how many of {@code fractions} count
   */
  double distance(int members, double[] fractions, int count) {
    double distance = even(members);
    int position = 0;
    for (int i = 0; i < count; i++) {
      if (fractions[i] < Member.OVERDUE) {
        position++;
        distance = Math.min(distance, (sinceSlot + Member.OVERDUE - fractions[i]) / position);
      }
    }
    return Math.max(distance, 0);
  }

  static double even(int members) {
    return STOCK_MEAN / Math.max(members, 1);
  }

  /** Limits still to be filled before the next slot; 0 if it may come now. */
  double remaining(double distance) {
    double remaining = distance - sinceSlot;
    return started && remaining > EPSILON ? remaining : 0;
  }

  /**
   * A slot was granted after its distance. What it came late is credited to the next ones, so that
   * neither the coarse steps of reports nor writes that come in bursts add up to fewer snapshots
   * than stock's; at most a round of slots: a pause leaves every member with one to catch up,
   * however long it was.
   *
   * @return what {@link #giveBack} returns if the slot goes unused
   */
  double take(double distance) {
    double before = started ? sinceSlot : distance;
    sinceSlot = Math.min(Math.max(before - distance, 0), STOCK_MEAN);
    started = true;
    return before - sinceSlot;
  }

  /** A slot went unused: the next one need not wait for it. */
  void giveBack(double spent) {
    sinceSlot += spent;
  }

  /**
   * A snapshot outside the schedule emptied this share of a limit: it stands for part of a slot,
   * and the schedule goes on that much later.
   */
  void charge(double share, int members) {
    double even = even(members);
    sinceSlot = Math.max(sinceSlot - even * Math.min(1, share / STOCK_MEAN), -even);
  }

  void assertInvariants() {
    Invariant.check(!Double.isNaN(sinceSlot), "the virtual clock is a number");
    Invariant.check(sinceSlot >= -STOCK_MEAN, "the schedule owes at most one slot");
  }
}
