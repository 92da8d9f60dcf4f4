package io.snapkeeper.core.wire;

import io.snapkeeper.core.RandomSource;
import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.report.DeclineReason;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SlotState;
import io.snapkeeper.core.report.SnapshotPhase;
import java.util.ArrayList;
import java.util.List;

/** Reports, and the way from records back to them. */
public final class SampleReports {

  /** Every field has a value of its own. */
  public static final Report EXAMPLE =
      new Report(
          3,
          7,
          new Report.Backlog(51_234, 77_000_000),
          new Report.Limits(100_000, 4L << 30),
          new Report.Fsync(9_876_543, 12_345_678_901L, 340_000, 17),
          new Report.Snapshot(SnapshotPhase.SCHEDULED, 421, 12_345),
          new Report.Slot(0x5_0000_0003L, SlotState.RUNNING, DeclineReason.NONE),
          new Report.LastSnapshot(61_000, 1_234_567_890L),
          987_654_321,
          new Report.Counts(12, 3),
          new OperatorOverride(4, OperatorOverride.Mode.PAUSED, 600_000),
          0xABCDEF,
          new Report.Idle(true, 1_700));

  private SampleReports() {}

  static Report withSequence(Report report, long sequence) {
    return new Report(
        report.sid(),
        sequence,
        report.backlog(),
        report.limits(),
        report.fsync(),
        report.snapshot(),
        report.slot(),
        report.last(),
        report.treeBytes(),
        report.counts(),
        report.override(),
        report.pingStamp(),
        report.idle());
  }

  /** A report whose every number fits its field. */
  static Report randomReport(RandomSource random, long sid) {
    long slotId = random.oneIn(4) ? 0 : 1 + random.magnitude(62);
    OperatorOverride.Mode mode = random.oneOf(OperatorOverride.Mode.values());
    return new Report(
        sid,
        random.magnitude(56),
        new Report.Backlog(random.magnitude(32), random.magnitude(63)),
        new Report.Limits(Math.max(2, random.magnitude(32)), random.magnitude(63)),
        new Report.Fsync(
            random.magnitude(63),
            random.magnitude(63),
            random.magnitude(32),
            (int) random.magnitude(31)),
        new Report.Snapshot(
            random.oneOf(SnapshotPhase.values()), random.below(1001), random.magnitude(30)),
        slotId == 0
            ? Report.Slot.NONE
            : new Report.Slot(
                slotId, random.oneOf(SlotState.values()), random.oneOf(DeclineReason.values())),
        new Report.LastSnapshot(random.magnitude(26), random.magnitude(38)),
        random.magnitude(63),
        new Report.Counts(random.magnitude(32), random.magnitude(32)),
        new OperatorOverride(
            random.magnitude(40),
            mode,
            mode == OperatorOverride.Mode.NORMAL ? 0 : 1000 * random.between(1, 86_400)),
        (int) random.magnitude(24),
        new Report.Idle(random.oneIn(2), random.magnitude(39)));
  }

  static List<Report> decodeAll(long sid, List<PingRecord> records) {
    return decodeAll(new ReportDecoder(sid), records);
  }

  static List<Report> decodeAll(ReportDecoder decoder, List<PingRecord> records) {
    List<Report> reports = new ArrayList<>();
    for (PingRecord record : records) {
      decoder.accept(record.sessionId(), record.timeout()).ifPresent(reports::add);
    }
    return reports;
  }
}
