package io.snapkeeper.simulation.ensemble;

import io.snapkeeper.core.member.Trigger;

/** A snapshot that was asked for, and then is written. */
final class RunningSnapshot {

  final Trigger.Cause cause;
  final long slotId;

  /** Whether the server joins its leader only once this is done: the snapshot of a sync. */
  final boolean beforeServing;

  final double bytes;
  private double bytesLeft;
  private long sinceMillis;
  private double bytesPerMilli;
  private long startedAtMillis = Long.MIN_VALUE;
  private long txnsAtStart;

  /**
   * @param cause NONE for a snapshot outside slots that no rule asked for
   * @param bytes what the disk has to write, the noise of its duration included
   */
  RunningSnapshot(Trigger.Cause cause, long slotId, boolean beforeServing, double bytes) {
    this.cause = cause;
    this.slotId = slotId;
    this.beforeServing = beforeServing;
    this.bytes = bytes;
    this.bytesLeft = bytes;
  }

  void start(long nowMillis, long loggedTxns, double rateBytesPerMilli) {
    startedAtMillis = nowMillis;
    sinceMillis = nowMillis;
    txnsAtStart = loggedTxns;
    bytesPerMilli = rateBytesPerMilli;
  }

  boolean isWriting() {
    return startedAtMillis != Long.MIN_VALUE;
  }

  boolean isScheduled() {
    return cause == Trigger.Cause.SLOT;
  }

  long txnsAtStart() {
    return txnsAtStart;
  }

  long elapsedMillis(long nowMillis) {
    return nowMillis - startedAtMillis;
  }

  /** From now on it is written at this rate; 0 while the server stands still. */
  void goOn(long nowMillis, double rateBytesPerMilli) {
    bytesLeft = left(nowMillis);
    sinceMillis = nowMillis;
    bytesPerMilli = rateBytesPerMilli;
  }

  long endsAtMillis() {
    return bytesPerMilli <= 0
        ? Agenda.NEVER
        : sinceMillis + (long) Math.ceil(bytesLeft / bytesPerMilli);
  }

  int permille(long nowMillis) {
    return (int) Math.min(1_000, 1_000 * (1 - left(nowMillis) / bytes));
  }

  private double left(long nowMillis) {
    return Math.max(0, bytesLeft - (nowMillis - sinceMillis) * bytesPerMilli);
  }
}
