package io.snapkeeper.simulation.ensemble;

/**
 * A server's monotonic clock: it began at some time of its own, and runs a little fast or slow.
 *
 * @param offsetMillis what it showed at the simulation's zero
 * @param drift share by which it runs fast; negative where it runs slow
 */
record LocalClock(long offsetMillis, double drift) {

  long at(long nowMillis) {
    return offsetMillis + (long) Math.floor(nowMillis * (1 + drift));
  }

  /** The simulation's first millisecond at which this clock shows that time. */
  long whenItShows(long localMillis) {
    if (localMillis >= Long.MAX_VALUE / 4) {
      return Agenda.NEVER;
    }
    long guess = (long) Math.floor((localMillis - offsetMillis) / (1 + drift)) - 1;
    while (at(guess) < localMillis) {
      guess++;
    }
    return guess;
  }
}
