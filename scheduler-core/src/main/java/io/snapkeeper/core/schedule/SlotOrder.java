package io.snapkeeper.core.schedule;

/**
 * The order in which a few waiting members have their slots, so that the largest backlog beyond a
 * full limit is as small as can be. Earliest full first is nearly that; where somebody would be
 * late all the same, orders are tried, as slots of different lengths and logs of different speed do
 * not always fit best in that order.
 */
final class SlotOrder {

  /** With more than these, the order given stands: 5,040 orders take a tenth of a millisecond. */
  static final int SEARCHED_MAX = 7;

  /** Only an order that saves this share of the largest excess is worth a change. */
  private static final double WORTH = 0.98;

  private final double[] beyondFull;
  private final double[] limitsPerMilli;
  private final double[] slotMillis;
  private final int count;
  private double least;
  private int firstOfLeast;

  private SlotOrder(double[] beyondFull, double[] limitsPerMilli, double[] slotMillis, int count) {
    this.beyondFull = beyondFull;
    this.limitsPerMilli = limitsPerMilli;
    this.slotMillis = slotMillis;
    this.count = count;
  }

  /**
   * Who goes first, and whether that is urgent.
   *
   * @param index of the member
   * @param late whether somebody will wait beyond a full limit even if the slot begins now
   */
  record First(int index, boolean late) {}

  /**
   * Finds who goes first.
   *
   * @param beyondFull by how much each waiting member's backlog exceeds its limit, in limits,
   *     negative while it does not; in the order that stands unless another one is better
   * @param limitsPerMilli how fast each backlog grows
   * @param slotMillis how long each slot is expected to last
   * @param count how many are waiting, at least 1
   * @param laneFreeInMillis when each lane is free, 0 if it is
   */
  static First first(
      double[] beyondFull,
      double[] limitsPerMilli,
      double[] slotMillis,
      int count,
      double[] laneFreeInMillis) {
    SlotOrder search = new SlotOrder(beyondFull, limitsPerMilli, slotMillis, count);
    double standing = search.largestExcessInOrder(laneFreeInMillis.clone());
    if (standing <= 0 || count > SEARCHED_MAX) {
      return new First(0, standing > 0);
    }
    search.least = standing * WORTH;
    search.tryAll(0, -1, laneFreeInMillis, 0);
    return new First(search.firstOfLeast, search.least > 0);
  }

  private double largestExcessInOrder(double[] freeInMillis) {
    double largest = 0;
    for (int i = 0; i < count; i++) {
      largest = Math.max(largest, take(i, freeInMillis));
    }
    return largest;
  }

  /** Gives a member the earliest lane; returns by how much it exceeds its limit by then. */
  private double take(int member, double[] freeInMillis) {
    int lane = 0;
    for (int i = 1; i < freeInMillis.length; i++) {
      if (freeInMillis[i] < freeInMillis[lane]) {
        lane = i;
      }
    }
    double start = freeInMillis[lane];
    freeInMillis[lane] = start + slotMillis[member];
    return beyondFull[member] + start * limitsPerMilli[member];
  }

  private void tryAll(int taken, int first, double[] freeInMillis, double largest) {
    if (largest >= least) {
      return;
    }
    if (Integer.bitCount(taken) == count) {
      least = largest;
      firstOfLeast = first;
      return;
    }
    for (int i = 0; i < count; i++) {
      if ((taken & 1 << i) == 0) {
        double[] free = freeInMillis.clone();
        double excess = take(i, free);
        tryAll(taken | 1 << i, first < 0 ? i : first, free, Math.max(largest, excess));
      }
    }
  }
}
