package io.snapkeeper.simulation.best;

import io.snapkeeper.simulation.best.Cycle.Member;
import java.util.Arrays;

/**
 * The shortest longest wait that any schedule of a cycle can have, by trying all orders. In each
 * order every member begins as early as it may; as waiting longer never helps, one of these is the
 * best there is.
 */
public final class BestSchedule {

  private final Cycle cycle;
  private double best = Double.POSITIVE_INFINITY;

  private BestSchedule(Cycle cycle) {
    this.cycle = cycle;
  }

  /** Seconds from a member's limit being full until its snapshot begins, the longest of all. */
  public static double longestWaitSeconds(Cycle cycle) {
    BestSchedule search = new BestSchedule(cycle);
    search.tryAll(0, new double[cycle.atOnce()], 0);
    return search.best;
  }

  private void tryAll(long taken, double[] freeFrom, double longestWait) {
    if (longestWait >= best) {
      return;
    }
    if (Long.bitCount(taken) == cycle.members().size()) {
      best = longestWait;
      return;
    }
    for (int i = 0; i < cycle.members().size(); i++) {
      if ((taken & 1L << i) != 0) {
        continue;
      }
      Member member = cycle.members().get(i);
      double[] free = freeFrom.clone();
      Arrays.sort(free);
      double start = Math.max(free[0], cycle.readySeconds(member));
      free[0] = start + member.snapshotSeconds();
      double wait = Math.max(0, start - cycle.fullSeconds(member));
      tryAll(taken | 1L << i, free, Math.max(longestWait, wait));
    }
  }
}
