package io.snapkeeper.zk.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.member.MemberConfig;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.metrics.figures.DurationFigures;
import io.snapkeeper.metrics.figures.LogWritingFigures;
import io.snapkeeper.metrics.figures.PacingFigures;
import io.snapkeeper.metrics.figures.SnapkeeperFigures;
import io.snapkeeper.metrics.figures.SnapshotFigures;
import io.snapkeeper.wal.bulk.BulkFile;
import io.snapkeeper.wal.filesystem.LogFileSystem;
import io.snapkeeper.wal.pacer.LivePacer;
import io.snapkeeper.wal.pacer.LogRole;
import io.snapkeeper.wal.pacer.PacerSettings;
import io.snapkeeper.wal.profile.DiskModel;
import io.snapkeeper.zk.FixedPeer;
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

/** What the figures say of how snapshots are written. */
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
    SnapkeeperFigures figures = figures(Optional.of(snapshots));
    assertThat(figures.snapshots().way()).isEqualTo(SnapshotFigures.Way.NONE);
    PacingFigures pacing = figures.pacing().orElseThrow();
    assertThat(pacing.limit()).isEqualTo(PacingFigures.Limit.NONE);
    assertThat(pacing.bytesPerSecond()).as("no snapshot runs").isZero();
    assertThat(pacing.diskBytesPerSecond()).isBetween(10e6, 300e6);
    assertThat(pacing.baselineSeconds()).isEmpty();
    assertThat(pacing.besideSnapshotSeconds()).isEmpty();
  }

  @Test
  void whileASnapshotIsPacedItsRateIsKnownAndWhatSetsIt() {
    for (int i = 0; i < 1_000; i++) {
      pacer.committed(500_000);
    }
    pacer.begin(1L << 40, Duration.ofSeconds(1), LogRole.SPARE);

    PacingFigures pacing = figures(Optional.of(snapshots)).pacing().orElseThrow();
    assertThat(pacing.limit()).isEqualTo(PacingFigures.Limit.DEADLINE);
    assertThat(pacing.bytesPerSecond()).isGreaterThan(1L << 40);
    assertThat(pacing.baselineSeconds())
        .as("all commits took as long")
        .hasValue(pacer.figures().baselineNanos() / 1e9);

    pacer.end();
    pacing = figures(Optional.of(snapshots)).pacing().orElseThrow();
    assertThat(pacing.limit()).isEqualTo(PacingFigures.Limit.NONE);
    assertThat(pacing.bytesPerSecond()).isZero();
  }

  @Test
  void theTimeForWhichRequestsWereHeldBackIsThatOfAllSnapshots() {
    for (int snapshot = 1; snapshot <= 2; snapshot++) {
      double before = waitedSeconds();
      pacer.begin(1 << 20, Duration.ofHours(1), LogRole.SPARE);
      for (int request = 0; request < 20; request++) {
        pacer.awaitTurn(256 << 10, () -> false);
        pacer.completed(256 << 10);
      }
      pacer.end();
      assertThat(waitedSeconds()).isGreaterThan(before);
    }
  }

  private double waitedSeconds() {
    return figures(Optional.of(snapshots)).pacing().orElseThrow().waitedSeconds();
  }

  @Test
  void anErrorInsideThePacerIsCountedAndItsLimitIsNone() {
    pacer.begin(1 << 20, null, LogRole.SPARE);
    PacingFigures pacing = figures(Optional.of(snapshots)).pacing().orElseThrow();
    assertThat(pacing.limit()).isEqualTo(PacingFigures.Limit.UNPACED);
    assertThat(pacing.faults()).isOne();
  }

  @Test
  void afterAFaultTheWayIsZooKeepers() {
    snapshots.unusable("a test");
    assertThat(figures(Optional.of(snapshots)).snapshots().way())
        .isEqualTo(SnapshotFigures.Way.STREAM);
  }

  @Test
  void commitsAreCountedByDuration() {
    member.committed(300_000);
    member.committed(2_000_000);
    var commits = figures(Optional.empty()).durations().commits().counts();
    assertThat(commits.count()).isEqualTo(2);
    assertThat(commits.sumSeconds()).isEqualTo(0.0023);
  }

  @Test
  void eachHistogramIsThatOfItsOwnDurations() {
    member.committed(300_000);
    for (int i = 0; i < 2; i++) {
      member.counters().durations().record(1_000_000);
    }
    for (int i = 0; i < 3; i++) {
      snapshots.requestDurations().record(1_000_000);
    }
    DurationFigures durations = figures(Optional.of(snapshots)).durations();
    assertThat(durations.commits().counts().count()).isEqualTo(1);
    assertThat(durations.snapshots().counts().count()).isEqualTo(2);
    assertThat(durations.snapshotRequests().counts().count()).isEqualTo(3);
  }

  @Test
  void ofTheLogOverrunsAndRestartsAreCountedApart() {
    PluginFigures figures = figures(Optional.empty());
    assertThat(figures.log(LogWriting.Way.PROCESS, Optional.of(DistinctSources.LOG)))
        .isEqualTo(new LogWritingFigures(LogWritingFigures.Way.PROCESS, 51, 52));
    assertThat(figures.log(LogWriting.Way.PROCESS, Optional.empty()))
        .as("ZooKeeper took the log over; counters do not decrease")
        .isEqualTo(new LogWritingFigures(LogWritingFigures.Way.ZOOKEEPER, 51, 52));
  }

  @Test
  void asConfiguredThereIsNoPacer() {
    SnapkeeperFigures figures = figures(Optional.empty());
    assertThat(figures.pacing()).isEmpty();
    assertThat(figures.snapshots().way()).isEqualTo(SnapshotFigures.Way.STREAM);
    assertThat(figures.durations().snapshotRequests().counts().count()).isZero();
  }

  private PluginFigures figures(Optional<DirectSnapshots> direct) {
    PeerView peer = new FixedPeer("follower", 2);
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
            Trace.OFF));
  }
}
