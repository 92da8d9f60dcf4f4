package io.snapkeeper.zk.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.member.MemberConfig;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.metrics.WritingFigures;
import io.snapkeeper.wal.bulk.BulkFile;
import io.snapkeeper.wal.filesystem.LogFileSystem;
import io.snapkeeper.wal.pacer.LivePacer;
import io.snapkeeper.wal.pacer.PacerSettings;
import io.snapkeeper.wal.profile.DiskModel;
import io.snapkeeper.zk.PeerView;
import io.snapkeeper.zk.Plugin;
import io.snapkeeper.zk.config.ConfigReader;
import io.snapkeeper.zk.log.LogWriting;
import io.snapkeeper.zk.member.Clock;
import io.snapkeeper.zk.member.Faults;
import io.snapkeeper.zk.member.Member;
import io.snapkeeper.zk.member.MemberSetup;
import io.snapkeeper.zk.purge.DeferredPurges;
import io.snapkeeper.zk.snapshot.DirectSnapshots;
import io.snapkeeper.zk.trace.Trace;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** What the gauges say of how snapshots are written. */
class PluginFiguresTest {

  private static final DiskModel DISK = new DiskModel(300e6, 20_000, 300e6, 20_000);

  private final LivePacer pacer = new LivePacer(PacerSettings.DEFAULT, DISK);
  private final Faults faults = new Faults();
  private final Member member =
      new Member(
          new MemberSetup(
              new MemberConfig(1, new Report.Limits(1_000, 0), 1, 1, 1), 1, true, () -> 0, () -> 1),
          Clock.MONOTONIC,
          faults,
          Trace.OFF);
  private final DirectSnapshots snapshots =
      new DirectSnapshots(pacer, member.forecasts(), BulkFile.Opener.SYSTEM, faults::record);

  @Test
  void beforeTheFirstSnapshotOnlyTheDiskIsKnown() {
    WritingFigures figures = figures(Optional.of(snapshots));
    assertThat(figures.way()).isZero();
    WritingFigures.Pacing pacing = figures.pacing().orElseThrow();
    assertThat(pacing.limit()).isZero();
    assertThat(pacing.bytesPerSecond()).as("no snapshot runs").isZero();
    assertThat(pacing.diskBytesPerSecond()).isBetween(10_000_000L, 300_000_000L);
    assertThat(pacing.commitBaselineMicros()).isEmpty();
    assertThat(pacing.commitBesideMicros()).isEmpty();
  }

  @Test
  void whileASnapshotIsPacedItsRateIsKnownAndWhatSetsIt() {
    for (int i = 0; i < 1_000; i++) {
      pacer.committed(500_000);
    }
    pacer.begin(1L << 40, Duration.ofSeconds(1));

    WritingFigures.Pacing pacing = figures(Optional.of(snapshots)).pacing().orElseThrow();
    assertThat(pacing.limit()).as("the deadline").isEqualTo(2);
    assertThat(pacing.bytesPerSecond()).isGreaterThan(1L << 40);
    assertThat(pacing.commitBaselineMicros())
        .as("all commits took as long")
        .hasValue(pacer.figures().baselineNanos() / 1_000);

    pacer.end();
    pacing = figures(Optional.of(snapshots)).pacing().orElseThrow();
    assertThat(pacing.limit()).isZero();
    assertThat(pacing.bytesPerSecond()).isZero();
  }

  @Test
  void anErrorInsideThePacerIsCountedAndItsLimitIsNone() {
    pacer.begin(1 << 20, null);
    WritingFigures.Pacing pacing = figures(Optional.of(snapshots)).pacing().orElseThrow();
    assertThat(pacing.limit()).isEqualTo(4);
    assertThat(pacing.faults()).isOne();
  }

  @Test
  void afterAFaultTheWayIsZooKeepers() {
    snapshots.unusable("a test");
    assertThat(figures(Optional.of(snapshots)).way()).isEqualTo(3);
  }

  @Test
  void asConfiguredThereIsNoPacer() {
    assertThat(figures(Optional.empty())).isEqualTo(new WritingFigures(3, 0, Optional.empty()));
  }

  private WritingFigures figures(Optional<DirectSnapshots> direct) {
    PeerView peer =
        new PeerView() {
          @Override
          public String role() {
            return "follower";
          }

          @Override
          public long leaderSid() {
            return 2;
          }

          @Override
          public long lastProcessedZxid() {
            return 0;
          }

          @Override
          public long epoch() {
            return 1;
          }
        };
    return new PluginFigures(
            new Plugin(
                new ConfigReader(new Properties()).read(),
                peer,
                member,
                LogWriting.stock("not tested here"),
                LogFileSystem.UNKNOWN,
                direct,
                new DeferredPurges(1, member::mode, () -> false, List.of(), faults),
                faults,
                Trace.OFF))
        .writing();
  }
}
