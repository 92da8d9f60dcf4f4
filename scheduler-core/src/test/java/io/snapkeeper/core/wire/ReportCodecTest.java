package io.snapkeeper.core.wire;

import static io.snapkeeper.core.wire.SampleReports.EXAMPLE;
import static io.snapkeeper.core.wire.SampleReports.decodeAll;
import static io.snapkeeper.core.wire.SampleReports.randomReport;
import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.RandomSource;
import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.report.DeclineReason;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SlotState;
import io.snapkeeper.core.report.SnapshotPhase;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is encoded is decoded again, by this version and by others. */
class ReportCodecTest {

  @Test
  void aReportIsUnder200Bytes() {
    int bytes = ReportEncoder.encode(EXAMPLE).size() * 12;
    System.out.println("A report is " + bytes + " bytes in " + bytes / 12 + " ping records");
    assertThat(bytes).isEqualTo(ReportEncoder.REPORT_BYTES).isLessThan(200);
  }

  @Test
  void whatTheReaderOfTheWireSees() {
    List<PingRecord> records = ReportEncoder.encode(EXAMPLE);
    assertThat(records.get(0)).isEqualTo(new PingRecord(0x03FF_FF01_0100_0000L, 7));
    assertThat(records.get(1)).isEqualTo(new PingRecord(0x03FF_FF02_0000_0000L, 3));
    assertThat(records.get(2)).isEqualTo(new PingRecord(0x03FF_FF03_0000_C822L, 100_000));
    assertThat(records.get(8)).isEqualTo(new PingRecord(0x03FF_FF09_0000_0005L, 3));
    assertThat(records.get(14))
        .as("1,700 ms idle and a stamp, in what were reserved bits and a stamp")
        .isEqualTo(new PingRecord(0x03FF_FF0F_8000_0006L, 0xA4AB_CDEF));
    assertThat(records.get(records.size() - 1))
        .isEqualTo(new PingRecord(0x03FF_FFFF_0100_0000L, 7));
  }

  @Test
  void aReportSurvives() {
    assertThat(decodeAll(3, ReportEncoder.encode(EXAMPLE))).containsExactly(EXAMPLE);
  }

  @Test
  void aMemberOfAnEarlierVersionNeedsAnAppend() {
    List<PingRecord> records = new ArrayList<>(ReportEncoder.encode(EXAMPLE));
    records.set(14, new PingRecord(0x03FF_FF0F_0000_0000L, 0x00AB_CDEF));
    List<Report> reports = decodeAll(3, records);
    assertThat(reports).hasSize(1);
    assertThat(reports.get(0).idle()).isEqualTo(Report.Idle.NEEDS_APPEND);
    assertThat(reports.get(0).pingStamp()).isEqualTo(EXAMPLE.pingStamp());
  }

  @Test
  void noSessionIdOccursTwiceBecauseTheRecordsTravelInAMap() {
    RandomSource random = RandomSource.announced("session ids of a report");
    for (int i = 0; i < 2_000; i++) {
      List<PingRecord> records = ReportEncoder.encode(randomReport(random, 1));
      Set<Long> ids = new HashSet<>();
      records.forEach(record -> ids.add(record.sessionId()));
      assertThat(ids).as("seed %d", random.seed()).hasSameSizeAs(records);
      assertThat(ids).allMatch(PingRecord::isReportId);
    }
  }

  @Test
  void boundaryAndRandomValuesSurvive() {
    RandomSource random = RandomSource.announced("report round trips");
    for (int i = 0; i < 20_000; i++) {
      long sid = random.oneIn(2) ? random.below(10) : random.anyLong();
      Report report = randomReport(random, sid);
      assertThat(decodeAll(sid, ReportEncoder.encode(report)))
          .as("seed %d", random.seed())
          .containsExactly(report);
    }
  }

  @Test
  void whatIsTooLargeForItsFieldArrivesAsTheLargest() {
    Report huge =
        new Report(
            1,
            Long.MAX_VALUE,
            new Report.Backlog(Long.MAX_VALUE, Long.MAX_VALUE),
            new Report.Limits(Long.MAX_VALUE, Long.MAX_VALUE),
            new Report.Fsync(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE),
            new Report.Snapshot(SnapshotPhase.UNSCHEDULED, Integer.MAX_VALUE, Long.MAX_VALUE),
            new Report.Slot(Long.MAX_VALUE, SlotState.DECLINED, DeclineReason.NEVER_STARTED),
            new Report.LastSnapshot(Long.MAX_VALUE, Long.MAX_VALUE),
            Long.MAX_VALUE,
            new Report.Counts(Long.MAX_VALUE, Long.MAX_VALUE),
            new OperatorOverride(Long.MAX_VALUE, OperatorOverride.Mode.OFF, Long.MAX_VALUE));
    long max32 = 0xFFFF_FFFFL;
    assertThat(decodeAll(1, ReportEncoder.encode(huge)))
        .containsExactly(
            new Report(
                1,
                (1L << 56) - 1,
                new Report.Backlog(max32, Long.MAX_VALUE),
                new Report.Limits(max32, Long.MAX_VALUE),
                new Report.Fsync(Long.MAX_VALUE, Long.MAX_VALUE, max32, Integer.MAX_VALUE),
                new Report.Snapshot(SnapshotPhase.UNSCHEDULED, 1000, (1L << 30) - 1),
                new Report.Slot(Long.MAX_VALUE, SlotState.DECLINED, DeclineReason.NEVER_STARTED),
                new Report.LastSnapshot((1L << 26) - 1, (1L << 38) - 1),
                Long.MAX_VALUE,
                new Report.Counts(max32, max32),
                new OperatorOverride((1L << 40) - 1, OperatorOverride.Mode.OFF, 86_400_000)));
  }

  @Test
  void whatIsNegativeArrivesAsTheSmallest() {
    Report negative =
        new Report(
            1,
            -1,
            new Report.Backlog(-5, Long.MIN_VALUE),
            new Report.Limits(-1, -1),
            new Report.Fsync(-1, -1, -1, -1),
            new Report.Snapshot(SnapshotPhase.NONE, -1, -1),
            Report.Slot.NONE,
            new Report.LastSnapshot(-1, -1),
            -1,
            new Report.Counts(-1, -1),
            OperatorOverride.NONE);
    assertThat(decodeAll(1, ReportEncoder.encode(negative)))
        .containsExactly(
            new Report(
                1,
                0,
                new Report.Backlog(0, 0),
                new Report.Limits(2, 0),
                new Report.Fsync(0, 0, 0, 0),
                Report.Snapshot.NONE,
                Report.Slot.NONE,
                Report.LastSnapshot.UNKNOWN,
                0,
                new Report.Counts(0, 0),
                OperatorOverride.NONE));
  }

  @Test
  void anOrdersRemainingTimeIsRoundedDownAndALapsedOneReadsAsNormal() {
    assertThat(overrideAfterTheWire(new OperatorOverride(9, OperatorOverride.Mode.OFF, 2_999)))
        .isEqualTo(new OperatorOverride(9, OperatorOverride.Mode.OFF, 2_000));
    assertThat(overrideAfterTheWire(new OperatorOverride(9, OperatorOverride.Mode.OFF, 999)))
        .isEqualTo(new OperatorOverride(9, OperatorOverride.Mode.NORMAL, 0));
  }

  @Test
  void unknownTypesAreIgnored() {
    List<PingRecord> records = new ArrayList<>(ReportEncoder.encode(EXAMPLE));
    records.add(4, ReportLayout.record(3, 0x70, -1));
    records.add(9, ReportLayout.record(3, 0xFE, 42));
    ReportDecoder decoder = new ReportDecoder(3);
    assertThat(decodeAll(decoder, records)).containsExactly(EXAMPLE);
    assertThat(decoder.droppedRecords()).isZero();
  }

  @Test
  void aHigherVersionIsReadForTheFieldsKnown() {
    List<PingRecord> records = new ArrayList<>(ReportEncoder.encode(EXAMPLE));
    long header = 9L << 56 | 7;
    records.set(0, ReportLayout.record(3, ReportLayout.BEGIN, header));
    records.set(records.size() - 1, ReportLayout.record(3, ReportLayout.END, header));
    records.add(5, ReportLayout.record(3, 0x20, 123));
    assertThat(decodeAll(3, records)).containsExactly(EXAMPLE);
  }

  @Test
  void aHigherVersionsUnknownOrderReadsAsNone() {
    List<PingRecord> records = new ArrayList<>(ReportEncoder.encode(EXAMPLE));
    PingRecord unknownMode = ReportLayout.record(3, ReportLayout.OVERRIDE, 5L << 24 | 15L << 20);
    records.set(14 - 1, unknownMode);
    assertThat(decodeAll(3, records)).as("version 1 has no such mode: damaged").isEmpty();
    long header = 2L << 56 | 7;
    records.set(0, ReportLayout.record(3, ReportLayout.BEGIN, header));
    records.set(records.size() - 1, ReportLayout.record(3, ReportLayout.END, header));
    assertThat(decodeAll(3, records))
        .singleElement()
        .extracting(Report::override)
        .isEqualTo(OperatorOverride.NONE);
  }

  @Test
  void aReasonOfALaterVersionReadsAsUnknown() {
    List<PingRecord> records = new ArrayList<>(ReportEncoder.encode(EXAMPLE));
    long declinedFor77 = ((long) SlotState.DECLINED.code() << 8 | 77) << 48;
    records.set(9, ReportLayout.record(3, ReportLayout.PROGRESS, declinedFor77));
    assertThat(decodeAll(3, records))
        .singleElement()
        .extracting(Report::slot)
        .isEqualTo(new Report.Slot(0x5_0000_0003L, SlotState.DECLINED, DeclineReason.UNKNOWN));
  }

  private static OperatorOverride overrideAfterTheWire(OperatorOverride override) {
    Report report =
        new Report(
            3,
            7,
            EXAMPLE.backlog(),
            EXAMPLE.limits(),
            EXAMPLE.fsync(),
            EXAMPLE.snapshot(),
            EXAMPLE.slot(),
            EXAMPLE.last(),
            EXAMPLE.treeBytes(),
            EXAMPLE.counts(),
            override);
    return decodeAll(3, ReportEncoder.encode(report)).get(0).override();
  }
}
