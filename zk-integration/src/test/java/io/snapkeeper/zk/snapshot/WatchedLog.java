package io.snapkeeper.zk.snapshot;

import io.snapkeeper.core.member.MemberConfig;
import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.schedule.HardLimit;
import io.snapkeeper.core.wire.LeaderMessage;
import io.snapkeeper.wal.bulk.BulkFile;
import io.snapkeeper.wal.pacer.LivePacer;
import io.snapkeeper.wal.pacer.PacerSettings;
import io.snapkeeper.wal.profile.DiskModel;
import io.snapkeeper.zk.log.LogWriting;
import io.snapkeeper.zk.member.Clock;
import io.snapkeeper.zk.member.Faults;
import io.snapkeeper.zk.member.Member;
import io.snapkeeper.zk.member.MemberSetup;
import io.snapkeeper.zk.member.WriteFreeSnapshots;
import io.snapkeeper.zk.purge.DeferredPurges;
import io.snapkeeper.zk.trace.Trace;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;
import org.apache.zookeeper.server.persistence.SnapkeeperTxnSnapLog;

/** The plugin's log over a directory, with its member, as a server has them. */
final class WatchedLog {

  static final long EPOCH = 0;

  /** No snapshot becomes due by itself. */
  private static final int SNAP_COUNT = 100_000;

  final Path directory;
  final Faults faults = new Faults();
  final Member member;
  final SnapkeeperTxnSnapLog log;
  final BlockableDatabase database;
  final DirectSnapshots direct;
  final DeferredPurges purges;

  /** What is expected of the next snapshot; a test may put its own here. */
  volatile Forecast.Source forecasts;

  private int grants;

  WatchedLog(Path directory) throws IOException {
    this(directory, BulkFile.Opener.SYSTEM);
  }

  /**
   * @param disk makes the files of scheduled snapshots
   */
  WatchedLog(Path directory, BulkFile.Opener disk) throws IOException {
    this(directory, disk, SNAP_COUNT);
  }

  /**
   * @param snapCount a third of the transactions after which one becomes due without a slot
   */
  WatchedLog(Path directory, BulkFile.Opener disk, int snapCount) throws IOException {
    this(directory, disk, snapCount, LogWriting.stock("not tested here"));
  }

  /**
   * @param writing who writes the log
   */
  WatchedLog(Path directory, LogWriting writing) throws IOException {
    this(directory, BulkFile.Opener.SYSTEM, SNAP_COUNT, writing);
  }

  private WatchedLog(Path directory, BulkFile.Opener disk, int snapCount, LogWriting writing)
      throws IOException {
    this.directory = directory;
    File dir = directory.toFile();
    MemberConfig config =
        new MemberConfig(1, new Report.Limits(snapCount, 0), 1L << 40, 60_000, 10_000);
    member =
        new Member(
            new MemberSetup(config, 7, true, () -> 0, () -> 3), Clock.MONOTONIC, faults, Trace.OFF);
    log = SnapkeeperTxnSnapLog.over(new FileTxnSnapLog(dir, dir));
    forecasts = member.forecasts();
    direct =
        new DirectSnapshots(
            new LivePacer(
                PacerSettings.DEFAULT,
                DiskModel.SAFE,
                fault -> faults.record("the pacer of snapshots", fault)),
            nodes -> forecasts.next(nodes),
            disk,
            faults::record);
    purges =
        new DeferredPurges(
            1, member::mode, () -> false, List.of(log.getDataLogDir(), log.getSnapDir()), faults);
    log.attach(member, faults, writing, Optional.of(direct), purges);
    database = new BlockableDatabase(log);
    database.loadDataBase();
  }

  /** The server serves, and its leader schedules. */
  void serve() {
    serve(Optional.empty());
  }

  /** The same, with what a slot needs that is used while nothing is logged. */
  void serve(Optional<WriteFreeSnapshots> snapshots) {
    member.startServing(EPOCH, database.getDataTreeLastProcessedZxid(), snapshots);
    hear(Optional.empty());
  }

  /** The leader grants a slot. */
  long grant() {
    grants++;
    hear(Optional.of(new LeaderMessage.SlotGrant(grants, 60_000, false)));
    return grants;
  }

  private void hear(Optional<LeaderMessage.SlotGrant> grant) {
    member.hear(new LeaderMessage(EPOCH, 60_000, HardLimit.UNKNOWN, grant, OperatorOverride.NONE));
  }

  /** Names of the files in the snapshot directory that begin so. */
  List<String> files(String prefix) {
    String[] names =
        directory.resolve("version-2").toFile().list((dir, name) -> name.startsWith(prefix));
    return names == null ? List.of() : Arrays.stream(names).sorted().toList();
  }
}
