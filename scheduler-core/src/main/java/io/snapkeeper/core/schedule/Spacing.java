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

  /**
   * The most that is remembered of slots that came early: half a round of slots. On this account no
   * stretch of time has more than half a snapshot of each member beyond stock's count, a tenth of
   * five cycles. And paying it delays no member by more than 3/8 of its limit, far less than lies
   * between a full limit and the hard limit of three. Schedules with long slots need no more for
   * their waits to be near the best possible (the simulation compares them).
   */
  static final double DEBT_MAX = STOCK_MEAN / 2;

  private boolean started;

  /** Limits filled since the last slot, and what earlier slots were late. */
  private double sinceSlot;

  /**
   * Limits by which earlier slots came early; below 0 what slots may still come early without a
   * debt. -{@link #DEBT_MAX} to {@link #DEBT_MAX}.
   */
  private double debt;

  void advance(double limitsFilled) {
    sinceSlot = Math.min(sinceSlot + limitsFilled, Double.MAX_VALUE);
  }

  /**
   * The distance to keep before the next slot: the even one and a share of the debt, or less where
   * the members in order would otherwise pass their limits. The debt is paid by a round of slots
   * and not by the next one alone, which would leave a gap after which all are due at once. It
   * never makes anybody pass its limit.
   *
   * @param members members that can be scheduled, 1 or more
   * @param fractions backlogs of those that have no slot, in units of their limits, in descending
   *     order
   * @param count how many of {@code fractions} count
   */
  double distance(int members, double[] fractions, int count) {
    double distance = even(members) + Math.max(debt, 0) / Math.max(members, 1);
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

  boolean hasStarted() {
    return started;
  }

  /**
   * Before the first slot: by how much the backlogs, in the mean, will be larger than in a steady
   * course. That much the first slots may come early, as the log for them is there already: members
   * that become full together are spread between half and all of their limits, at 0.75 in the mean.
   */
  void allow(double excess) {
    debt = Math.max(debt - Math.max(excess, 0), -DEBT_MAX);
  }

  /** Whether the debt has room for a slot now, which is worth this distance. */
  boolean mayComeEarly(double worth) {
    return !started || debt + worth - sinceSlot <= DEBT_MAX + EPSILON;
  }

  /**
   * A slot was granted. What it came early, whatever let it, is a debt that later slots pay, or
   * each slot granted in a hurry would be one more than stock takes. What it came late pays the
   * debt and is then credited to the next ones, so that neither the coarse steps of reports nor
   * writes that come in bursts add up to fewer snapshots than stock's; at most a round of slots: a
   * pause leaves every member with one to catch up, however long it was.
   *
   * @param worth the even distance: not the one kept, or slots moved up would cost less
   * @return what {@link #giveBack} undoes if the slot goes unused
   */
  Spent take(double worth) {
    double sinceBefore = started ? sinceSlot : worth;
    double debtBefore = debt;
    started = true;
    sinceSlot = 0;
    settle(sinceBefore - worth);
    sinceSlot = Math.min(sinceSlot, STOCK_MEAN);
    return new Spent(sinceBefore - sinceSlot, debt - debtBefore);
  }

  /**
   * What a slot took.
   *
   * @param waited of the limits filled since the slot before
   * @param owed the debt it made; below 0 where it paid some
   */
  record Spent(double waited, double owed) {

    /** Of a slot that an operator asked for, which is charged as one outside the schedule. */
    static final Spent NOTHING = new Spent(0, 0);
  }

  /** A slot went unused: the next one need not wait for it. */
  void giveBack(Spent spent) {
    sinceSlot += spent.waited();
    debt = Math.max(-DEBT_MAX, Math.min(debt - spent.owed(), DEBT_MAX));
  }

  /** Adds to the debt what is negative; what is positive pays it first. */
  private void settle(double limits) {
    double paid = limits > 0 ? Math.min(Math.max(debt, 0), limits) : limits;
    debt = Math.min(debt - paid, DEBT_MAX);
    sinceSlot += Math.max(limits - paid, 0);
  }

  /**
   * A snapshot outside the schedule emptied this share of a limit: it stands for part of a slot,
   * and the schedule goes on that much later; beyond one slot's distance it is a debt.
   */
  void charge(double share, int members) {
    double even = even(members);
    sinceSlot -= even * Math.min(1, share / STOCK_MEAN);
    if (sinceSlot < -even) {
      double beyond = sinceSlot + even;
      sinceSlot = -even;
      settle(beyond);
    }
  }

  void assertInvariants() {
    Invariant.check(!Double.isNaN(sinceSlot), "the virtual clock is a number");
    Invariant.check(sinceSlot >= -STOCK_MEAN, "the next slot waits for one more at most");
    Invariant.check(Math.abs(debt) <= DEBT_MAX, "the debt is bounded");
  }
}
