package io.snapkeeper.core.schedule;

import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SnapshotPhase;
import java.util.List;

/** How long slots are expected to last, from what the members reported. */
final class SlotDurations {

  /** Progress below this says too little about the whole. */
  private static final int PERMILLE_MIN = 50;

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
    double known = Math.max(report.last().durationMillis(), member.lastSlotMillis());
    double running = runningMillis(report.snapshot());
    if (known > 0 || running > 0) {
      return Math.max(known, running);
    }
    if (report.treeBytes() <= 0) {
      return 0;
    }
    double bytesPerMilli = slowestBytesPerMilli(group);
    return bytesPerMilli > 0 ? report.treeBytes() / bytesPerMilli : 0;
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
