package io.snapkeeper.cli.profile.measure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Which mixes are measured, in which order, and for how long each.
 *
 * @param fractions the steps of both axes, ascending from 0 to 1
 * @param secondsPerPoint more than 0
 */
record MapPlan(List<Double> fractions, double secondsPerPoint) {

  // At 500 log writes per second a point of one second has 500 latencies, five above its p99.
  private static final double LEAST_SECONDS_FOR_FINER_STEPS = 1;
  // Then a p99 has twenty latencies above it, and more time buys little.
  private static final double MOST_SECONDS = 4;
  // Steps of 20%; a finer map shows nothing more, and each halving of the step takes four times as
  // long.
  private static final int MOST_STEPS = 6;
  // Nothing, half, and all.
  private static final int LEAST_STEPS = 3;

  /** The mixes for a map that may take that long: as fine as leaves each point its time. */
  static MapPlan within(double seconds) {
    int steps = MOST_STEPS;
    while (steps > LEAST_STEPS && seconds / (steps * steps) < LEAST_SECONDS_FOR_FINER_STEPS) {
      steps--;
    }
    List<Double> fractions = new ArrayList<>();
    for (int step = 0; step < steps; step++) {
      fractions.add((double) step / (steps - 1));
    }
    return new MapPlan(fractions, Math.min(MOST_SECONDS, seconds / (steps * steps)));
  }

  double seconds() {
    return secondsPerPoint * fractions.size() * fractions.size();
  }

  /**
   * One mix.
   *
   * @param write fraction of the write bandwidth
   * @param read fraction of the read bandwidth
   */
  record Mix(double write, double read) {}

  /**
   * All mixes, shuffled: a disk that slows down in the course of the measurement would otherwise
   * look as if it were one axis that does it. The order is the same in every run.
   */
  List<Mix> mixes() {
    List<Mix> mixes = new ArrayList<>();
    for (double write : fractions) {
      for (double read : fractions) {
        mixes.add(new Mix(write, read));
      }
    }
    Collections.shuffle(mixes, new Random(1));
    return mixes;
  }
}
