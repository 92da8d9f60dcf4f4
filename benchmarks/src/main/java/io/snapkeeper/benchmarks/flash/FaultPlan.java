package io.snapkeeper.benchmarks.flash;

/**
 * When the disk does what, in seconds from the beginning of the bulk write.
 *
 * @param stallAt it answers nothing from here on
 * @param stallSeconds for so long
 * @param halfAt its bandwidth halves
 * @param wholeAt and comes back
 * @param end of the bulk write
 */
record FaultPlan(double stallAt, double stallSeconds, double halfAt, double wholeAt, double end) {

  /**
   * @param phaseSeconds between one event and the next
   */
  static FaultPlan of(double phaseSeconds, double stallSeconds) {
    double stallEnd = phaseSeconds + stallSeconds;
    return new FaultPlan(
        phaseSeconds,
        stallSeconds,
        stallEnd + phaseSeconds,
        stallEnd + 2 * phaseSeconds,
        stallEnd + 3 * phaseSeconds);
  }

  double stallEnd() {
    return stallAt + stallSeconds;
  }
}
