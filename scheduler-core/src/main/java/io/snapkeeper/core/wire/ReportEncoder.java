package io.snapkeeper.core.wire;

import static io.snapkeeper.core.wire.ReportLayout.saturate;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.report.Report;
import java.util.ArrayList;
import java.util.List;

/** Reports as ping records: BEGIN, values, END, in this order. Stateless, never throws. */
public final class ReportEncoder {

  /** Bytes of one report in a ping reply. */
  public static final int REPORT_BYTES = ReportLayout.RECORDS * ReportLayout.RECORD_BYTES;

  private ReportEncoder() {}

  /**
   * The records of one report; under 200 bytes in all at 12 bytes each. Numbers beyond the width of
   * their field are sent as the nearest one that fits.
   */
  public static List<PingRecord> encode(Report report) {
    long sid = report.sid();
    long header =
        (long) ReportLayout.VERSION << ReportLayout.SEQUENCE_BITS
            | saturate(report.sequence(), ReportLayout.SEQUENCE_BITS);
    List<PingRecord> records = new ArrayList<>(ReportLayout.RECORDS);
    records.add(ReportLayout.record(sid, ReportLayout.BEGIN, header));
    for (int type = ReportLayout.SID; type <= ReportLayout.LAST_VALUE_TYPE; type++) {
      records.add(ReportLayout.record(sid, type, payload(report, type)));
    }
    records.add(ReportLayout.record(sid, ReportLayout.END, header));
    return records;
  }

  private static long payload(Report report, int type) {
    return switch (type) {
      case ReportLayout.SID -> report.sid();
      case ReportLayout.TXNS -> txns(report.backlog(), report.limits());
      case ReportLayout.LOG_BYTES -> wide(report.backlog().logBytes());
      case ReportLayout.SIZE_LIMIT -> wide(report.limits().snapSizeBytes());
      case ReportLayout.COMMITS -> wide(report.fsync().count());
      case ReportLayout.COMMIT_MICROS -> wide(report.fsync().totalMicros());
      case ReportLayout.LOG_NOW -> logNow(report.fsync());
      case ReportLayout.SLOT_ID -> wide(report.slot().id());
      case ReportLayout.PROGRESS -> progress(report.slot(), report.snapshot());
      case ReportLayout.LAST -> last(report.last());
      case ReportLayout.TREE_BYTES -> wide(report.treeBytes());
      case ReportLayout.COUNTS -> counts(report.counts());
      case ReportLayout.OVERRIDE -> override(report.override());
      case ReportLayout.STAMP -> stamp(report.pingStamp(), report.idle());
      default -> throw new AssertionError("type " + type + " has no payload");
    };
  }

  private static long wide(long value) {
    return saturate(value, ReportLayout.WIDE_BITS);
  }

  private static long txns(Report.Backlog backlog, Report.Limits limits) {
    return saturate(backlog.txns(), ReportLayout.TXNS_BITS) << ReportLayout.TXNS_BITS
        | Math.max(2, saturate(limits.snapCount(), ReportLayout.TXNS_BITS));
  }

  private static long logNow(Report.Fsync fsync) {
    return saturate(fsync.recentP99Micros(), ReportLayout.LOG_NOW_BITS) << ReportLayout.LOG_NOW_BITS
        | saturate(fsync.queueLength(), ReportLayout.LOG_NOW_BITS);
  }

  private static long progress(Report.Slot slot, Report.Snapshot snapshot) {
    long payload = slot.state().code();
    payload = payload << ReportLayout.CODE_BITS | slot.declineReason().code();
    payload = payload << ReportLayout.CODE_BITS | snapshot.phase().code();
    payload =
        payload << ReportLayout.PERMILLE_BITS | Math.max(0, Math.min(snapshot.permille(), 1000));
    return payload << ReportLayout.ELAPSED_BITS
        | saturate(snapshot.elapsedMillis(), ReportLayout.ELAPSED_BITS);
  }

  private static long last(Report.LastSnapshot last) {
    return saturate(last.durationMillis(), ReportLayout.DURATION_BITS)
            << ReportLayout.FILE_BYTES_BITS
        | saturate(last.bytes(), ReportLayout.FILE_BYTES_BITS);
  }

  private static long counts(Report.Counts counts) {
    return saturate(counts.scheduled(), ReportLayout.COUNT_BITS) << ReportLayout.COUNT_BITS
        | saturate(counts.unscheduled(), ReportLayout.COUNT_BITS);
  }

  private static long stamp(int pingStamp, Report.Idle idle) {
    long payload = idle.usesIdleTime() ? 1 : 0;
    payload = payload << ReportLayout.IDLE_BITS | saturate(idle.millis(), ReportLayout.IDLE_BITS);
    return payload << ReportLayout.STAMP_BITS | pingStamp;
  }

  private static long override(OperatorOverride override) {
    long payload = saturate(override.version(), ReportLayout.OVERRIDE_VERSION_BITS);
    payload = payload << ReportLayout.OVERRIDE_MODE_BITS | override.mode().code();
    return payload << ReportLayout.OVERRIDE_SECONDS_BITS
        | saturate(override.remainingMillis() / 1000, ReportLayout.OVERRIDE_SECONDS_BITS);
  }
}
