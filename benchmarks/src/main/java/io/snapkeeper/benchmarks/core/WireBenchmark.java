package io.snapkeeper.benchmarks.core;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.report.DeclineReason;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SlotState;
import io.snapkeeper.core.report.SnapshotPhase;
import io.snapkeeper.core.schedule.HardLimit;
import io.snapkeeper.core.wire.LeaderMessage;
import io.snapkeeper.core.wire.LeaderMessageCodec;
import io.snapkeeper.core.wire.PingRecord;
import io.snapkeeper.core.wire.ReportDecoder;
import io.snapkeeper.core.wire.ReportEncoder;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What travels with a ping, there and back. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class WireBenchmark {

  private static final int RECORD_BYTES = Long.BYTES + Integer.BYTES;

  private final ReportDecoder decoder = new ReportDecoder(3);
  private final Report report =
      new Report(
          3,
          123_456,
          new Report.Backlog(71_234, 77_000_000),
          new Report.Limits(100_000, 4L << 30),
          new Report.Fsync(9_876_543, 12_345_678_901L, 4_000, 17),
          new Report.Snapshot(SnapshotPhase.SCHEDULED, 421, 12_345),
          new Report.Slot(0x5_0000_0003L, SlotState.RUNNING, DeclineReason.NONE),
          new Report.LastSnapshot(61_000, 1_234_567_890L),
          987_654_321,
          new Report.Counts(12, 3),
          OperatorOverride.NONE);
  private final LeaderMessage message =
      new LeaderMessage(
          5,
          2_500,
          new HardLimit(300_000, 12L << 30),
          Optional.of(new LeaderMessage.SlotGrant(0x5_0000_0003L, 10_000, false)),
          OperatorOverride.NONE);

  /** Says how large what is measured is, and that it survives. */
  @Setup
  public void printSizes() {
    List<PingRecord> records = ReportEncoder.encode(report);
    System.out.printf(
        "%na report: %d records, %d bytes; a leader message: %d bytes%n",
        records.size(), records.size() * RECORD_BYTES, LeaderMessageCodec.encode(message).length);
    if (!reportThereAndBack().equals(Optional.of(report))
        || !leaderMessageThereAndBack().equals(Optional.of(message))) {
      throw new IllegalStateException("what was decoded differs from what was encoded");
    }
  }

  /** A member encodes a report and the leader decodes it. */
  @Benchmark
  public Optional<Report> reportThereAndBack() {
    Optional<Report> decoded = Optional.empty();
    for (PingRecord record : ReportEncoder.encode(report)) {
      decoded = decoder.accept(record.sessionId(), record.timeout());
    }
    return decoded;
  }

  /** The leader encodes a message with a grant and a member decodes it. */
  @Benchmark
  public Optional<LeaderMessage> leaderMessageThereAndBack() {
    return LeaderMessageCodec.decode(LeaderMessageCodec.encode(message));
  }
}
