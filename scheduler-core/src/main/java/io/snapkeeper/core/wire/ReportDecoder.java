package io.snapkeeper.core.wire;

import static io.snapkeeper.core.wire.ReportLayout.field;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.report.PingStamp;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SlotState;
import io.snapkeeper.core.report.SnapshotPhase;
import java.util.Optional;

/**
 * Puts a report together again from the ping records of one connection. Not thread-safe: one
 * decoder for each connection, used by its learner handler's thread. Its memory is fixed, whatever
 * arrives.
 */
public final class ReportDecoder {

  /**
   * The most records a report may have, of any version: a bound far above the 16 that fit in 200
   * bytes, so that an open report that never ends is given up.
   */
  private static final int REPORT_RECORDS_MAX = 64;

  private static final int ALL_VALUES =
      ((1 << (ReportLayout.LAST_VALUE_TYPE + 1)) - 1) & -(1 << ReportLayout.SID);

  private final long sid;
  private final long[] values = new long[ReportLayout.LAST_VALUE_TYPE + 1];
  private boolean open;
  private long header;
  private int seenTypes;
  private int openRecords;
  private long droppedRecords;

  /**
   * @param sid the server at the other end of the connection; records of any other are dropped,
   *     because an observer master relays its observers' records
   */
  public ReportDecoder(long sid) {
    this.sid = sid;
  }

  /**
   * Takes the next record. A session id of a real session is ignored and not counted.
   *
   * @return the report when this record completed one; never throws, whatever the bits
   */
  public Optional<Report> accept(long sessionId, int timeout) {
    if (!PingRecord.isReportId(sessionId)) {
      return Optional.empty();
    }
    if (ReportLayout.sidLowByte(sessionId) != (sid & 0xFF)) {
      droppedRecords++;
      return Optional.empty();
    }
    int type = ReportLayout.type(sessionId);
    long payload = ReportLayout.payload(sessionId, timeout);
    if (type == ReportLayout.BEGIN) {
      begin(payload);
      return Optional.empty();
    }
    openRecords++;
    if (!open || openRecords > REPORT_RECORDS_MAX) {
      drop();
      return Optional.empty();
    }
    if (type == ReportLayout.END) {
      return end(payload);
    }
    if (type >= ReportLayout.SID && type <= ReportLayout.LAST_VALUE_TYPE) {
      value(type, payload);
    }
    return Optional.empty();
  }

  /** Records dropped so far because they were malformed, foreign or of no complete report. */
  public long droppedRecords() {
    return droppedRecords;
  }

  private void begin(long payload) {
    drop();
    openRecords = 1;
    if (payload >>> ReportLayout.SEQUENCE_BITS < ReportLayout.VERSION) {
      drop();
      return;
    }
    open = true;
    header = payload;
  }

  private void value(int type, long payload) {
    boolean repeated = (seenTypes & 1 << type) != 0;
    boolean foreign = type == ReportLayout.SID && payload != sid;
    if (repeated || foreign) {
      drop();
      return;
    }
    seenTypes |= 1 << type;
    values[type] = payload;
  }

  private Optional<Report> end(long payload) {
    Optional<Report> report =
        payload == header && seenTypes == ALL_VALUES ? build() : Optional.empty();
    if (report.isPresent()) {
      openRecords = 0;
    }
    drop();
    return report;
  }

  /** Closes the open report, if any, and counts its records as dropped. */
  private void drop() {
    droppedRecords += openRecords;
    open = false;
    openRecords = 0;
    seenTypes = 0;
  }

  private Optional<Report> build() {
    long progress = values[ReportLayout.PROGRESS];
    int elapsedAndPermille = ReportLayout.ELAPSED_BITS + ReportLayout.PERMILLE_BITS;
    Optional<SlotState> state =
        WireCodes.slotState(
            field(
                progress, elapsedAndPermille + 2 * ReportLayout.CODE_BITS, ReportLayout.CODE_BITS));
    Optional<SnapshotPhase> phase =
        WireCodes.snapshotPhase(field(progress, elapsedAndPermille, ReportLayout.CODE_BITS));
    long permille = field(progress, ReportLayout.ELAPSED_BITS, ReportLayout.PERMILLE_BITS);
    Optional<OperatorOverride> override = override(values[ReportLayout.OVERRIDE]);
    if (state.isEmpty()
        || phase.isEmpty()
        || override.isEmpty()
        || permille > 1000
        || !numbersInRange()) {
      return Optional.empty();
    }
    long reason =
        field(progress, elapsedAndPermille + ReportLayout.CODE_BITS, ReportLayout.CODE_BITS);
    long slotId = values[ReportLayout.SLOT_ID];
    long txns = values[ReportLayout.TXNS];
    long logNow = values[ReportLayout.LOG_NOW];
    long last = values[ReportLayout.LAST];
    long counts = values[ReportLayout.COUNTS];
    return Optional.of(
        new Report(
            sid,
            field(header, 0, ReportLayout.SEQUENCE_BITS),
            new Report.Backlog(txns >>> ReportLayout.TXNS_BITS, values[ReportLayout.LOG_BYTES]),
            new Report.Limits(
                field(txns, 0, ReportLayout.TXNS_BITS), values[ReportLayout.SIZE_LIMIT]),
            new Report.Fsync(
                values[ReportLayout.COMMITS],
                values[ReportLayout.COMMIT_MICROS],
                logNow >>> ReportLayout.LOG_NOW_BITS,
                (int) field(logNow, 0, ReportLayout.LOG_NOW_BITS)),
            new Report.Snapshot(
                phase.get(), (int) permille, field(progress, 0, ReportLayout.ELAPSED_BITS)),
            slotId == 0
                ? Report.Slot.NONE
                : new Report.Slot(slotId, state.get(), WireCodes.declineReason(reason)),
            new Report.LastSnapshot(
                last >>> ReportLayout.FILE_BYTES_BITS,
                field(last, 0, ReportLayout.FILE_BYTES_BITS)),
            values[ReportLayout.TREE_BYTES],
            new Report.Counts(
                counts >>> ReportLayout.COUNT_BITS, field(counts, 0, ReportLayout.COUNT_BITS)),
            override.get(),
            (int) values[ReportLayout.STAMP] & PingStamp.MAX,
            idle(values[ReportLayout.STAMP])));
  }

  private static Report.Idle idle(long payload) {
    return new Report.Idle(
        payload >>> (ReportLayout.IDLE_BITS + ReportLayout.STAMP_BITS) == 1,
        field(payload, ReportLayout.STAMP_BITS, ReportLayout.IDLE_BITS));
  }

  private boolean numbersInRange() {
    return values[ReportLayout.LOG_BYTES] >= 0
        && values[ReportLayout.SIZE_LIMIT] >= 0
        && values[ReportLayout.COMMITS] >= 0
        && values[ReportLayout.COMMIT_MICROS] >= 0
        && values[ReportLayout.SLOT_ID] >= 0
        && values[ReportLayout.TREE_BYTES] >= 0
        && field(values[ReportLayout.TXNS], 0, ReportLayout.TXNS_BITS) >= 2
        && field(values[ReportLayout.LOG_NOW], 0, ReportLayout.LOG_NOW_BITS) <= Integer.MAX_VALUE;
  }

  /**
   * Empty if the bits are damaged. An order that has lapsed reads as NORMAL; so does a mode that
   * only a later version knows, without its version number, which says "no order known".
   */
  private Optional<OperatorOverride> override(long payload) {
    long version =
        payload >>> (ReportLayout.OVERRIDE_MODE_BITS + ReportLayout.OVERRIDE_SECONDS_BITS);
    long remainingMillis = 1000 * field(payload, 0, ReportLayout.OVERRIDE_SECONDS_BITS);
    Optional<OperatorOverride.Mode> mode =
        WireCodes.overrideMode(
            field(payload, ReportLayout.OVERRIDE_SECONDS_BITS, ReportLayout.OVERRIDE_MODE_BITS));
    if (mode.isEmpty()) {
      boolean laterVersion = header >>> ReportLayout.SEQUENCE_BITS > ReportLayout.VERSION;
      return laterVersion ? Optional.of(OperatorOverride.NONE) : Optional.empty();
    }
    if (mode.get() == OperatorOverride.Mode.NORMAL || remainingMillis == 0) {
      return Optional.of(new OperatorOverride(version, OperatorOverride.Mode.NORMAL, 0));
    }
    return Optional.of(
        new OperatorOverride(
            version, mode.get(), Math.min(remainingMillis, OperatorOverride.REMAINING_MILLIS_MAX)));
  }
}
