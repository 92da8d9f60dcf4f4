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
    Report report = member.report();
    double told = Math.max(report.last().durationMillis(), runningMillis(report.snapshot()));
    return Math.max(member.lastSlotMillis(), believed(told));
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
