package io.snapkeeper.simulation.ensemble;

/**
 * The transactions of the whole ensemble as a steady flow, or in bursts, while it has a leader and
 * a quorum.
 */
final class Writes {

  private final double perMilli;
  private double txnsBefore;
  private long sinceMillis;
  private boolean flowing;
  private boolean bursting = true;

  Writes(double perSecond) {
    this.perMilli = perSecond / 1e3;
  }

  void flow(long nowMillis, boolean flows) {
    if (flows != flowing) {
      turn(nowMillis);
      flowing = flows;
    }
  }

  /** A burst begins or ends. */
  void burst(long nowMillis, boolean begins) {
    turn(nowMillis);
    bursting = begins;
  }

  private void turn(long nowMillis) {
    txnsBefore = exactly(nowMillis);
    sinceMillis = nowMillis;
  }

  /** Whether the ensemble takes writes. */
  boolean isFlowing() {
    return flowing;
  }

  /** Whether there are any to take. */
  boolean isBursting() {
    return bursting;
  }

  /** For how long they have been flowing; 0 if they do not. */
  long flowingMillis(long nowMillis) {
    return flowing && bursting ? nowMillis - sinceMillis : 0;
  }

  double perMilli() {
    return perMilli;
  }

  long txnsAt(long nowMillis) {
    return (long) exactly(nowMillis);
  }

  private double exactly(long nowMillis) {
    return flowing && bursting ? txnsBefore + (nowMillis - sinceMillis) * perMilli : txnsBefore;
  }

  /** When transaction number {@code txns} is there; {@link Agenda#NEVER} while nothing flows. */
  long millisOf(long nowMillis, long txns) {
    double missing = txns - exactly(nowMillis);
    if (missing <= 0) {
      return nowMillis;
    }
    double millis = Math.ceil(missing / perMilli);
    return flowing && bursting && millis < 1e15 ? nowMillis + (long) millis : Agenda.NEVER;
  }
}
