package io.snapkeeper.simulation.ensemble;

/** The transactions of the whole ensemble as a steady flow, while it has a leader and a quorum. */
final class Writes {

  private final double perMilli;
  private double txnsBefore;
  private long sinceMillis;
  private boolean flowing;

  Writes(double perSecond) {
    this.perMilli = perSecond / 1e3;
  }

  void flow(long nowMillis, boolean flows) {
    if (flows != flowing) {
      txnsBefore = exactly(nowMillis);
      sinceMillis = nowMillis;
      flowing = flows;
    }
  }

  boolean isFlowing() {
    return flowing;
  }

  /** For how long they have been flowing; 0 if they do not. */
  long flowingMillis(long nowMillis) {
    return flowing ? nowMillis - sinceMillis : 0;
  }

  double perMilli() {
    return perMilli;
  }

  long txnsAt(long nowMillis) {
    return (long) exactly(nowMillis);
  }

  private double exactly(long nowMillis) {
    return flowing ? txnsBefore + (nowMillis - sinceMillis) * perMilli : txnsBefore;
  }

  /** When transaction number {@code txns} is there; {@link Agenda#NEVER} while nothing flows. */
  long millisOf(long nowMillis, long txns) {
    double missing = txns - exactly(nowMillis);
    if (missing <= 0) {
      return nowMillis;
    }
    double millis = Math.ceil(missing / perMilli);
    return flowing && millis < 1e15 ? nowMillis + (long) millis : Agenda.NEVER;
  }
}
