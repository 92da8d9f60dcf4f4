package io.snapkeeper.core.schedule;

/**
 * What a member's snapshots so far were early or late, so that it takes as many as stock's rule.
 *
 * <p>Its balance is what stock's rule would have taken, in the mean, less what was taken: it rises
 * with the log and falls by one with a snapshot. All of it that is remembered is the credit, what
 * is left of the balance beside the present backlog: below 0 after snapshots that came early, above
 * 0 after late ones. Nothing is ever taken from a debt but by waiting; a member is not ready while
 * its balance is below {@link #READY}, so no debt exceeds 1 - {@link #READY}.
 */
final class SnapshotAccount {

  /**
   * From this balance on a member may have a slot. That is half of its limit where no slot was
   * early or late, as early as stock's earliest; and all of its limit where the slots before were
   * so early that the debt is at its bound, so that a full member is always due.
   */
  static final double READY = 2.0 / 3;

  /** At this balance stock's rule, in the mean, takes a snapshot. */
  static final double DUE = 1;

  /**
   * The most credit of late snapshots. With it the balance stays within less than two: from {@code
   * READY - 1} to {@code 1 + CREDIT_MAX}. So no stretch of the log, of any length, has two
   * snapshots more than stock's rule gives for it. More is written off: that is lost by an
   * overload, an outage, or a burst of more than half a limit.
   */
  static final double CREDIT_MAX = 0.625;

  /** Stock's latest, at all of the limit. */
  private static final double LATEST = 4.0 / 3;

  /** Where a wrong report would make a debt that slots cannot make. */
  private static final double CREDIT_MIN = -0.5;

  /**
   * Credit is kept in these parts of a snapshot: fine enough not to add up over hundreds of
   * snapshots, coarse enough that the same histories lead to the same number.
   */
  private static final int STEPS = 1_024;

  private int creditSteps;

  /** Whether there was a slot before, so that early and late mean something. */
  private boolean begun;

  boolean hasBegun() {
    return begun;
  }

  /** What was late; below 0 what was early. In snapshots. */
  double credit() {
    return (double) creditSteps / STEPS;
  }

  /** The balance with this backlog, for which stock's rule gives so many snapshots. */
  double balance(double backlogSnapshots) {
    return credit() + backlogSnapshots;
  }

  /** Whether a snapshot now would not be too early. Rounding must not cost a report's delay. */
  boolean isReady(double backlogSnapshots) {
    return balance(backlogSnapshots) >= READY - 1.0 / STEPS;
  }

  /** The backlog, in stock's snapshots, from which on a member is ready. */
  double readyFrom() {
    return READY - credit();
  }

  /**
   * As much of the balance as a slot can be due for. What is beyond the bound of credit will be
   * written off; and of a credit that the member cannot use yet one half counts: where all were
   * late, slots come sooner for it, but others do not go early for all that one has to catch up.
   *
   * @param usable whether the backlog is large enough for a slot
   */
  double owed(double backlogSnapshots, boolean usable) {
    double credit = usable || credit() < 0 ? credit() : credit() / 2;
    return Math.min(credit + backlogSnapshots, DUE + CREDIT_MAX);
  }

  /**
   * A snapshot in a slot emptied the backlog. A new leader knows nothing of the slots before, so
   * the first one counts as in time between half of the limit and all of it. After a start, when
   * all backlogs are equal, this spreads the members without a debt or a credit.
   *
   * @param takenSnapshots what stock's rule gives for the log before it, since the one before
   */
  void slotDone(double takenSnapshots) {
    add(begun ? takenSnapshots - 1 : Math.max(0, takenSnapshots - LATEST));
    begun = true;
  }

  /**
   * A snapshot outside the schedule emptied the backlog. It stands for as much of a snapshot as
   * stock's rule gives for it, and never for more than one: stock counts anew after most of these,
   * too.
   */
  void outsideDone(double takenSnapshots) {
    add(Math.max(0, takenSnapshots - 1));
  }

  private void add(double snapshots) {
    double sum = Math.max(CREDIT_MIN, Math.min(credit() + snapshots, CREDIT_MAX));
    creditSteps = (int) Math.rint(sum * STEPS);
  }

  void assertInvariants() {
    Invariant.check(
        credit() >= CREDIT_MIN && credit() <= CREDIT_MAX, "what is early or late is bounded");
  }
}
