package io.snapkeeper.simulation.best;

import io.snapkeeper.simulation.best.Cycle.Member;

/**
 * The least that any schedule of a cycle can have of a measure, by trying all orders in which slots
 * may begin.
 *
 * <p>Why orders are enough, although a schedule may leave lanes idle to wait for an urgent member:
 * take a best schedule and move one slot after the other to the earliest time that the rest of the
 * schedule allows, until none can be moved. No measure grows by that. In what is left each slot
 * begins at the earliest time that is not before the one before it in order, where it is ready and
 * the slots begun before it leave room: if it could begin earlier beside these, it could so beside
 * all, as those that begin later run beside it from its present beginning on anyway, and fewer at
 * once are always safe. That schedule is among those tried here, for its order. It idles where the
 * next one in the order is not ready.
 */
public final class BestSchedule {

  private final Cycle cycle;
  private final Measure measure;
  private final boolean[] allowed;
  private final double[] endSeconds;
  private double best = Double.POSITIVE_INFINITY;

  private BestSchedule(Cycle cycle, int atOnce, Measure measure) {
    this.cycle = cycle;
    this.measure = measure;
    this.endSeconds = new double[cycle.members().size()];
    this.allowed = new boolean[1 << cycle.members().size()];
    for (int set = 0; set < allowed.length; set++) {
      allowed[set] = Integer.bitCount(set) <= atOnce && cycle.isSafe(set);
    }
  }

  /**
   * The best of all schedules that are safe.
   *
   * @param atOnce they run no more slots at once than this, 1 or more
   */
  public static double of(Cycle cycle, int atOnce, Measure measure) {
    BestSchedule search = new BestSchedule(cycle, atOnce, measure);
    search.tryAll(0, 0, 0);
    return search.best;
  }

  private void tryAll(int begun, double lastStart, double cost) {
    if (begun == allowed.length - 1) {
      best = cost;
      return;
    }
    if (Math.max(cost, leastOfOthers(begun, lastStart)) >= best) {
      return;
    }
    for (int i = 0; i < endSeconds.length; i++) {
      if ((begun & 1 << i) == 0) {
        Member member = cycle.members().get(i);
        double start = earliest(i, begun, Math.max(lastStart, member.readySeconds()));
        double withIt = Math.max(cost, measure.of(member, start));
        if (withIt < best) {
          endSeconds[i] = start + member.slotSeconds();
          tryAll(begun | 1 << i, start, withIt);
        }
      }
    }
  }

  private double leastOfOthers(int begun, double lastStart) {
    double least = 0;
    for (int i = 0; i < endSeconds.length; i++) {
      if ((begun & 1 << i) == 0) {
        Member member = cycle.members().get(i);
        least = Math.max(least, measure.of(member, Math.max(lastStart, member.readySeconds())));
      }
    }
    return least;
  }

  /** From this time on, beside those that have begun; they only grow fewer. */
  private double earliest(int member, int begun, double from) {
    double start = from;
    while (true) {
      int running = 0;
      double nextEnd = Double.POSITIVE_INFINITY;
      for (int i = 0; i < endSeconds.length; i++) {
        if ((begun & 1 << i) != 0 && endSeconds[i] > start) {
          running |= 1 << i;
          nextEnd = Math.min(nextEnd, endSeconds[i]);
        }
      }
      if (allowed[running | 1 << member]) {
        return start;
      }
      start = nextEnd;
    }
  }
}
