package io.snapkeeper.simulation.best;

import io.snapkeeper.simulation.best.Cycle.Member;

/**
 * The dumb search: every slot at every whole second, for cycles of whole seconds. It knows of no
 * order and of no reason to begin early or late.
 */
final class EverySchedule {

  /** Looks at one schedule. */
  interface Seen {
    void schedule(double longestWait, double mostLog);
  }

  private static final double ROUNDING = 1e-9;

  private final Cycle cycle;
  private final int atOnce;
  private final int horizonSeconds;
  private final int[] startSeconds;
  private Seen seen;

  private EverySchedule(Cycle cycle, int atOnce, Seen seen) {
    this.cycle = cycle;
    this.atOnce = atOnce;
    this.seen = seen;
    this.startSeconds = new int[cycle.members().size()];
    double horizon = 0;
    for (Member member : cycle.members()) {
      horizon = Math.max(horizon, member.readySeconds());
    }
    for (Member member : cycle.members()) {
      horizon += member.slotSeconds();
    }
    // By then all could have had their slots one after the other.
    this.horizonSeconds = (int) Math.ceil(horizon);
  }

  /** Looks at all schedules that are safe, with no more at once than this. */
  static void forEach(Cycle cycle, int atOnce, Seen seen) {
    new EverySchedule(cycle, atOnce, seen).placeFrom(0);
  }

  /** The least of a measure that any of them has. */
  static double best(Cycle cycle, int atOnce, Measure measure) {
    double[] best = {Double.POSITIVE_INFINITY};
    forEach(
        cycle,
        atOnce,
        (wait, log) -> best[0] = Math.min(best[0], measure == Measure.LONGEST_WAIT ? wait : log));
    return best[0];
  }

  /**
   * Whether every schedule without idling waits longer than the best one: without, somebody who is
   * ready begins whenever a lane is free.
   */
  static boolean idlingPays(Cycle cycle, int atOnce) {
    double[] best = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};
    EverySchedule search = new EverySchedule(cycle, atOnce, (wait, log) -> {});
    Seen both =
        (wait, log) -> {
          best[0] = Math.min(best[0], wait);
          if (!search.idles()) {
            best[1] = Math.min(best[1], wait);
          }
        };
    search.seen = both;
    search.placeFrom(0);
    return best[0] < best[1];
  }

  /**
   * Whether at some second somebody is ready and could begin beside those that run, and does not.
   */
  private boolean idles() {
    for (int i = 0; i < startSeconds.length; i++) {
      int ready = (int) Math.ceil(cycle.members().get(i).readySeconds() - ROUNDING);
      for (int second = ready; second < startSeconds[i]; second++) {
        int beside = runningAt(second) | 1 << i;
        if (Integer.bitCount(beside) <= atOnce && cycle.isSafe(beside)) {
          return true;
        }
      }
    }
    return false;
  }

  private void placeFrom(int member) {
    if (member == startSeconds.length) {
      if (isAllowed()) {
        double wait = 0;
        double log = 0;
        for (int i = 0; i < startSeconds.length; i++) {
          Member each = cycle.members().get(i);
          wait = Math.max(wait, Measure.LONGEST_WAIT.of(each, startSeconds[i]));
          log = Math.max(log, Measure.MOST_LOG.of(each, startSeconds[i]));
        }
        seen.schedule(wait, log);
      }
      return;
    }
    int ready = (int) Math.ceil(cycle.members().get(member).readySeconds() - ROUNDING);
    for (int start = ready; start <= horizonSeconds; start++) {
      startSeconds[member] = start;
      placeFrom(member + 1);
    }
  }

  private boolean isAllowed() {
    for (int second : startSeconds) {
      // More than before run only from some slot's beginning on.
      int running = runningAt(second);
      if (Integer.bitCount(running) > atOnce || !cycle.isSafe(running)) {
        return false;
      }
    }
    return true;
  }

  private int runningAt(int second) {
    int running = 0;
    for (int i = 0; i < startSeconds.length; i++) {
      double end = startSeconds[i] + cycle.members().get(i).slotSeconds();
      if (startSeconds[i] <= second && second < end) {
        running |= 1 << i;
      }
    }
    return running;
  }
}
