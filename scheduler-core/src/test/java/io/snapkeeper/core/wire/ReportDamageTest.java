package io.snapkeeper.core.wire;

import static io.snapkeeper.core.wire.SampleReports.EXAMPLE;
import static io.snapkeeper.core.wire.SampleReports.decodeAll;
import static io.snapkeeper.core.wire.SampleReports.randomReport;
import static io.snapkeeper.core.wire.SampleReports.withSequence;
import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.RandomSource;
import io.snapkeeper.core.report.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Records that are lost, repeated, mixed, foreign or random: no report comes of them that nobody
 * sent.
 */
class ReportDamageTest {

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

  /** Of a later version, whose further types are skipped. */
  @Test
  void aReportHasSixtyFourRecordsAtMost() {
    List<PingRecord> records = new ArrayList<>(ReportEncoder.encode(EXAMPLE));
    while (records.size() < 64) {
      records.add(1, ReportLayout.record(3, 0x70, 1));
    }
    assertThat(decodeAll(3, records)).containsExactly(EXAMPLE);
    records.add(1, ReportLayout.record(3, 0x70, 1));
    assertThat(decodeAll(3, records)).isEmpty();
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
        report.ifPresent(ReportDamageTest::assertPossible);
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
      decodeAll(3, records).forEach(ReportDamageTest::assertPossible);
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
}
