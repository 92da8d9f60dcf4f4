package io.snapkeeper.core.wire;

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
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReportCodecTest {

  private static final Report EXAMPLE =
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
          new OperatorOverride(4, OperatorOverride.Mode.PAUSED, 600_000));

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
    assertThat(records.get(records.size() - 1))
        .isEqualTo(new PingRecord(0x03FF_FFFF_0100_0000L, 7));
  }

  @Test
  void aReportSurvives() {
    assertThat(decodeAll(3, ReportEncoder.encode(EXAMPLE))).containsExactly(EXAMPLE);
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

  @Test
  void anyMissingRecordDropsTheReport() {
    List<PingRecord> whole = ReportEncoder.encode(EXAMPLE);
    for (int i = 0; i < whole.size(); i++) {
      List<PingRecord> records = new ArrayList<>(whole);
      records.remove(i);
      ReportDecoder decoder = new ReportDecoder(3);
      assertThat(decodeAll(decoder, records)).as("without record %d", i).isEmpty();
      // The next report closes one that was left open.
      assertThat(decodeAll(decoder, whole)).containsExactly(EXAMPLE);
      assertThat(decoder.droppedRecords()).isEqualTo(whole.size() - 1);
    }
  }

  @Test
  void anyRepeatedRecordDropsTheReport() {
    List<PingRecord> whole = ReportEncoder.encode(EXAMPLE);
    for (int i = 1; i < whole.size() - 1; i++) {
      List<PingRecord> records = new ArrayList<>(whole);
      records.add(i, whole.get(i));
      assertThat(decodeAll(3, records)).as("record %d twice", i).isEmpty();
    }
  }

  @Test
  void aReportInsideAnotherReplacesIt() {
    List<PingRecord> records = new ArrayList<>(ReportEncoder.encode(EXAMPLE).subList(0, 6));
    Report next = withSequence(EXAMPLE, 8);
    records.addAll(ReportEncoder.encode(next));
    ReportDecoder decoder = new ReportDecoder(3);
    assertThat(decodeAll(decoder, records)).containsExactly(next);
    assertThat(decoder.droppedRecords()).isEqualTo(6);
  }

  @Test
  void anEndOfAnotherReportDropsTheReport() {
    List<PingRecord> records = new ArrayList<>(ReportEncoder.encode(EXAMPLE));
    List<PingRecord> next = ReportEncoder.encode(withSequence(EXAMPLE, 8));
    records.set(records.size() - 1, next.get(next.size() - 1));
    ReportDecoder decoder = new ReportDecoder(3);
    assertThat(decodeAll(decoder, records)).isEmpty();
    assertThat(decoder.droppedRecords()).isEqualTo(records.size());
  }

  @Test
  void twoInterleavedReportsYieldNoMixture() {
    Report other =
        new Report(
            3,
            8,
            new Report.Backlog(1, 1),
            EXAMPLE.limits(),
            EXAMPLE.fsync(),
            EXAMPLE.snapshot(),
            EXAMPLE.slot(),
            EXAMPLE.last(),
            EXAMPLE.treeBytes(),
            EXAMPLE.counts(),
            EXAMPLE.override());
    List<PingRecord> one = ReportEncoder.encode(EXAMPLE);
    List<PingRecord> two = ReportEncoder.encode(other);
    RandomSource random = RandomSource.announced("interleaved reports");
    for (int run = 0; run < 5_000; run++) {
      List<PingRecord> records = new ArrayList<>();
      int i = 0;
      int j = 0;
      while (i < one.size() || j < two.size()) {
        boolean takeFirst = j == two.size() || (i < one.size() && random.oneIn(2));
        records.add(takeFirst ? one.get(i++) : two.get(j++));
      }
      ReportDecoder decoder = new ReportDecoder(3);
      List<Report> decoded = decodeAll(decoder, records);
      assertThat(decoded).as("seed %d", random.seed()).isSubsetOf(EXAMPLE, other);
      assertThat(decoder.droppedRecords())
          .isEqualTo(2L * one.size() - (long) decoded.size() * one.size());
    }
  }

  @Test
  void recordsOfAnotherServerAreDroppedAndDoNoHarm() {
    List<PingRecord> own = ReportEncoder.encode(EXAMPLE);
    List<PingRecord> foreign = ReportEncoder.encode(randomReport(RandomSource.of(1), 4));
    List<PingRecord> records = new ArrayList<>();
    for (int i = 0; i < own.size(); i++) {
      records.add(own.get(i));
      records.add(foreign.get(i));
    }
    ReportDecoder decoder = new ReportDecoder(3);
    assertThat(decodeAll(decoder, records)).containsExactly(EXAMPLE);
    assertThat(decoder.droppedRecords()).isEqualTo(foreign.size());
  }

  @Test
  void aServerWithTheSameLowByteIsToldApart() {
    ReportDecoder decoder = new ReportDecoder(259);
    List<PingRecord> records = ReportEncoder.encode(EXAMPLE);
    assertThat(decodeAll(decoder, records)).isEmpty();
    assertThat(decoder.droppedRecords()).isEqualTo(records.size());
  }

  @Test
  void sessionsAreNoRecords() {
    // A session id as ZooKeeper makes them, of server 3 in November 2026.
    long session = 3L << 56 | (1_795_000_000_000L << 24) >>> 8;
    ReportDecoder decoder = new ReportDecoder(3);
    List<PingRecord> records = new ArrayList<>(ReportEncoder.encode(EXAMPLE));
    records.add(2, new PingRecord(session, 30_000));
    assertThat(PingRecord.isReportId(session)).isFalse();
    assertThat(decodeAll(decoder, records)).containsExactly(EXAMPLE);
    assertThat(decoder.droppedRecords()).isZero();
  }

  @Test
  void aReportThatNeverEndsIsGivenUp() {
    ReportDecoder decoder = new ReportDecoder(3);
    decoder.accept(0x03FF_FF01_0100_0000L, 7);
    for (int i = 0; i < 1_000; i++) {
      decoder.accept(ReportLayout.record(3, 0x70, i).sessionId(), i);
    }
    assertThat(decoder.droppedRecords()).isEqualTo(1_001);
    assertThat(decodeAll(decoder, ReportEncoder.encode(EXAMPLE))).containsExactly(EXAMPLE);
  }

  @Test
  void randomRecordsNeverThrowNorMakeAnImpossibleReport() {
    RandomSource random = RandomSource.announced("random records");
    for (int run = 0; run < 300; run++) {
      ReportDecoder decoder = new ReportDecoder(random.below(4));
      long fed = 0;
      long reported = 0;
      for (int i = 0; i < 2_000; i++) {
        long id =
            random.oneIn(50)
                ? random.anyLong()
                : ReportLayout.record(
                        random.below(4),
                        random.oneIn(3) ? random.below(256) : random.below(16),
                        random.magnitude(64))
                    .sessionId();
        fed += PingRecord.isReportId(id) ? 1 : 0;
        Optional<Report> report = decoder.accept(id, random.anyInt());
        reported += report.isPresent() ? 1 : 0;
        report.ifPresent(ReportCodecTest::assertPossible);
      }
      assertThat(reported).as("seed %d", random.seed()).isZero();
      assertThat(decoder.droppedRecords()).isBetween(fed - 64, fed);
    }
  }

  @Test
  void flippedBitsNeverThrowNorMakeAnImpossibleReport() {
    RandomSource random = RandomSource.announced("flipped bits of reports");
    for (int run = 0; run < 30_000; run++) {
      List<PingRecord> records = new ArrayList<>(ReportEncoder.encode(randomReport(random, 3)));
      for (int flips = 1 + random.below(3); flips > 0; flips--) {
        int at = random.below(records.size());
        PingRecord record = records.get(at);
        int bit = random.below(96);
        records.set(
            at,
            bit < 64
                ? new PingRecord(record.sessionId() ^ 1L << bit, record.timeout())
                : new PingRecord(record.sessionId(), record.timeout() ^ 1 << (bit - 64)));
      }
      decodeAll(3, records).forEach(ReportCodecTest::assertPossible);
    }
  }

  private static void assertPossible(Report report) {
    assertThat(report.limits().snapCount()).isGreaterThanOrEqualTo(2);
    assertThat(report.snapshot().permille()).isBetween(0, 1000);
    assertThat(report.fsync().queueLength()).isNotNegative();
    assertThat(
            List.of(
                report.backlog().txns(),
                report.backlog().logBytes(),
                report.limits().snapSizeBytes(),
                report.fsync().count(),
                report.fsync().totalMicros(),
                report.slot().id(),
                report.treeBytes()))
        .allMatch(number -> number >= 0);
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

  private static Report withSequence(Report report, long sequence) {
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
        report.override());
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
            mode == OperatorOverride.Mode.NORMAL ? 0 : 1000 * random.between(1, 86_400)));
  }

  private static List<Report> decodeAll(long sid, List<PingRecord> records) {
    return decodeAll(new ReportDecoder(sid), records);
  }

  private static List<Report> decodeAll(ReportDecoder decoder, List<PingRecord> records) {
    List<Report> reports = new ArrayList<>();
    for (PingRecord record : records) {
      decoder.accept(record.sessionId(), record.timeout()).ifPresent(reports::add);
    }
    return reports;
  }
}
