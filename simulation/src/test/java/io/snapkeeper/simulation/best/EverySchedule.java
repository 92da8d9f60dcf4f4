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

  private final Cycle cycle;
  private final int atOnce;
  private final int horizonSeconds;
  private final int[] startSeconds;
  private final Seen seen;

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
        (wait, log) ->
            best[0] = Math.min(best[0], measure == Measure.LONGEST_WAIT ? wait : log));
    return best[0];
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
    int ready = (int) Math.ceil(cycle.members().get(member).readySeconds());
    for (int start = ready; start <= horizonSeconds; start++) {
      startSeconds[member] = start;
      placeFrom(member + 1);
    }
  }

  private boolean isAllowed() {
    for (int second : startSeconds) {
      int running = 0;
      for (int i = 0; i < startSeconds.length; i++) {
        double end = startSeconds[i] + cycle.members().get(i).slotSeconds();
        if (startSeconds[i] <= second && second < end) {
          running |= 1 << i;
        }
      }
      // More than before run only from some slot's beginning on.
      if (Integer.bitCount(running) > atOnce || !cycle.isSafe(running)) {
        return false;
      }
    }
    return true;
  }
}
