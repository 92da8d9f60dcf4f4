package io.snapkeeper.core.schedule;

import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SnapshotPhase;
import java.util.List;

/** How long slots are expected to last, from what the members reported. */
final class SlotDurations {

  /** Progress below this says too little about the whole. */
  private static final int PERMILLE_MIN = 50;

  /**
   * What members tell is not believed beyond this: a mistaken one would lengthen everybody's cycle,
   * and with it their hard limits. An hour is 360 GB at 100 MB/s. A slot that took longer counts in
   * full, as the leader saw it.
   */
  private static final double TOLD_MILLIS_MAX = 3_600_000;

  /**
   * A snapshot that takes longer than this many of the longest so far may never end. Durations of
   * one disk vary by less, unless it fails.
   */
  private static final double HUNG = 2;

  private SlotDurations() {}

  /**
   * The expected time from grant to end of a slot.
   *
   * @param group the member and its peers, whose speed tells something where the member has no
   *     snapshot to go by
   * @return milliseconds; 0 if nothing is known
   */
  static double expectedMillis(Member member, List<Member> group) {
    Report report = member.report();
    if (report == null) {
      return 0;
    }
    double own = ownMillis(member);
    if (own > 0) {
      return own;
    }
    if (report.treeBytes() <= 0) {
      return 0;
    }
    double bytesPerMilli = slowestBytesPerMilli(group);
    return bytesPerMilli > 0 ? believed(report.treeBytes() / bytesPerMilli) : 0;
  }

  /** The same from the member's own snapshots alone. */
  static double ownMillis(Member member) {
    return Math.max(knownMillis(member), believed(runningMillis(member.report().snapshot())));
  }

  /** From its completed snapshots. */
  private static double knownMillis(Member member) {
    double told = member.report() == null ? 0 : (double) member.report().last().durationMillis();
    return Math.max((double) member.lastSlotMillis(), believed(told));
  }

  /**
   * Whether all slots and snapshots of a group are so young that they can be expected to end. As
   * far as the leader saw slots it goes by these; what is estimated from progress does not count at
   * all, as it grows with a snapshot that hangs.
   */
  static boolean allWillEnd(List<Member> group, long nowMillis) {
    double longestMillis = 0;
    for (Member member : group) {
      double slotMillis = (double) member.lastSlotMillis();
      double millis = slotMillis > 0 ? slotMillis : knownMillis(member);
      longestMillis = Math.max(longestMillis, millis);
    }
    for (Member member : group) {
      boolean busy = member.isSnapshotting() || member.hasOpenSlot();
      if (busy && busyMillis(member, nowMillis) > HUNG * longestMillis) {
        return false;
      }
    }
    return true;
  }

  /** For how long a slot or snapshot has lasted; without bound for a slot of an earlier term. */
  private static double busyMillis(Member member, long nowMillis) {
    if (member.slot() != null) {
      return nowMillis - member.slot().grantedAtMillis();
    }
    return member.isSnapshotting()
        ? (double) member.report().snapshot().elapsedMillis() + member.reportAgeMillis(nowMillis)
        : Double.POSITIVE_INFINITY;
  }

  private static double believed(double toldMillis) {
    return Math.min(Math.max(0, toldMillis), TOLD_MILLIS_MAX);
  }

  /** What a snapshot in progress will take in all. */
  private static double runningMillis(Report.Snapshot snapshot) {
    return snapshot.phase() == SnapshotPhase.NONE || snapshot.permille() < PERMILLE_MIN
        ? 0
        : snapshot.elapsedMillis() * 1000.0 / snapshot.permille();
  }

  /** The slowest known, so that the plan errs on the long side; 0 if none is known. */
  private static double slowestBytesPerMilli(List<Member> group) {
    double slowest = 0;
    for (Member member : group) {
      if (member.report() != null) {
        Report.LastSnapshot last = member.report().last();
        if (last.bytes() > 0 && last.durationMillis() > 0) {
          double speed = (double) last.bytes() / last.durationMillis();
          slowest = slowest == 0 ? speed : Math.min(slowest, speed);
        }
      }
    }
    return slowest;
  }
}
