package io.snapkeeper.core.schedule;

/**
 * The order in which a few waiting members have their slots, so that the longest wait beyond a full
 * limit is as short as can be. Earliest full first is nearly that; where somebody would wait all
 * the same, orders are tried, as slots of different lengths do not always fit best in that order.
 */
final class SlotOrder {

  /** With more than these, the order given stands: 720 orders are a few microseconds. */
  static final int SEARCHED_MAX = 6;

  /** Only an order that saves this share of the longest wait is worth a change. */
  private static final double WORTH = 0.98;

  private final double[] fullInMillis;
  private final double[] slotMillis;
  private final int count;
  private double shortest;
  private int firstOfShortest;

  private SlotOrder(double[] fullInMillis, double[] slotMillis, int count) {
    this.fullInMillis = fullInMillis;
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
   * @param fullInMillis when each waiting member's limit is full, negative if it is; in the order
   *     that stands unless another one is better
   * @param slotMillis how long each slot is expected to last
   * @param count how many are waiting, at least 1
   * @param laneFreeInMillis when each lane is free, 0 if it is
   */
  static First first(
      double[] fullInMillis, double[] slotMillis, int count, double[] laneFreeInMillis) {
    SlotOrder search = new SlotOrder(fullInMillis, slotMillis, count);
    double standing = search.longestWaitInOrder(laneFreeInMillis.clone());
    if (standing <= 0 || count > SEARCHED_MAX) {
      return new First(0, standing > 0);
    }
    search.shortest = standing * WORTH;
    search.tryAll(0, -1, laneFreeInMillis, 0);
    return new First(search.firstOfShortest, search.shortest > 0);
  }

  private double longestWaitInOrder(double[] freeInMillis) {
    double longest = 0;
    for (int i = 0; i < count; i++) {
      longest = Math.max(longest, take(i, freeInMillis));
    }
    return longest;
  }

  /** Gives a member the earliest lane; returns how long it waits beyond its limit. */
  private double take(int member, double[] freeInMillis) {
    int lane = 0;
    for (int i = 1; i < freeInMillis.length; i++) {
      if (freeInMillis[i] < freeInMillis[lane]) {
        lane = i;
      }
    }
    double start = freeInMillis[lane];
    freeInMillis[lane] = start + slotMillis[member];
    return start - fullInMillis[member];
  }

  private void tryAll(int taken, int first, double[] freeInMillis, double longestWait) {
    if (longestWait >= shortest) {
      return;
    }
    if (Integer.bitCount(taken) == count) {
      shortest = longestWait;
      firstOfShortest = first;
      return;
    }
    for (int i = 0; i < count; i++) {
      if ((taken & 1 << i) == 0) {
        double[] free = freeInMillis.clone();
        double wait = take(i, free);
        tryAll(taken | 1 << i, first < 0 ? i : first, free, Math.max(longestWait, wait));
      }
    }
  }
}
