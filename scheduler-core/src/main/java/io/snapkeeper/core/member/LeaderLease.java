package io.snapkeeper.core.member;

import io.snapkeeper.core.report.PingStamp;
import io.snapkeeper.core.schedule.HardLimit;
import io.snapkeeper.core.wire.LeaderMessage;

/**
 * What this member knows of its leader's scheduler since it began to serve: whether it schedules,
 * for how long its word counts, and which hard limit it advises. By the member's clock. Not
 * thread-safe.
 */
final class LeaderLease {

  private long epoch;
  private long graceUntilMillis = Long.MIN_VALUE;
  private long leaseUntilMillis = Long.MIN_VALUE;
  private boolean heard;
  private boolean schedules;
  private long graceMillis;
  private HardLimit advised = HardLimit.UNKNOWN;
  private int pingStamp = PingStamp.NONE;

  /** The largest advice since the last snapshot, whichever leader gave it. */
  private HardLimit standing = HardLimit.UNKNOWN;

  /** A new term: nothing was heard yet. */
  void begin(long nowMillis, long epochOfTerm, long graceMillisOfTerm) {
    epoch = epochOfTerm;
    graceMillis = graceMillisOfTerm;
    graceUntilMillis = nowMillis + graceMillisOfTerm;
    leaseUntilMillis = nowMillis;
    heard = false;
    schedules = false;
    advised = HardLimit.UNKNOWN;
    pingStamp = PingStamp.NONE;
  }

  /** A message of this term. A time to live of 0 ends the lease, and the grace period, at once. */
  void renew(long nowMillis, LeaderMessage message) {
    heard = true;
    schedules = message.schedulingTtlMillis() > 0;
    graceUntilMillis = nowMillis;
    leaseUntilMillis = nowMillis + message.schedulingTtlMillis();
    advised = message.hardLimit();
    standing = standing.larger(advised);
    pingStamp = message.pingStamp();
  }

  long epoch() {
    return epoch;
  }

  /** The stamp of the last message of this term. */
  int pingStamp() {
    return pingStamp;
  }

  boolean heard() {
    return heard;
  }

  boolean isHeld(long nowMillis) {
    return nowMillis < leaseUntilMillis;
  }

  boolean isGrace(long nowMillis) {
    return nowMillis < graceUntilMillis;
  }

  /** The end of the lease or of the grace period, whichever is later. */
  long untilMillis() {
    return Math.max(leaseUntilMillis, graceUntilMillis);
  }

  /**
   * The largest advice since the last snapshot. A new leader knows no durations at first and
   * advises the least there is: members that an earlier leader let wait longer would then all
   * snapshot at once. UNKNOWN before the first advice.
   */
  HardLimit hardLimit() {
    return standing;
  }

  /** The backlog that an earlier advice allowed is gone. */
  void snapshotDone() {
    standing = advised;
  }

  /** Why no lease is held, in plain words. */
  String lapseReason() {
    if (!heard) {
      return "no scheduler was heard within " + graceMillis + " ms of serving";
    }
    return schedules
        ? "the scheduler of epoch " + epoch + " fell silent and its lease ran out"
        : "the leader of epoch " + epoch + " does not schedule";
  }
}
