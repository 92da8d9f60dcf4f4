package org.apache.zookeeper.server.persistence;

import io.snapkeeper.zk.log.LogWriting;
import io.snapkeeper.zk.log.TxnLogWriter;
import io.snapkeeper.zk.member.Faults;
import io.snapkeeper.zk.member.Member;
import io.snapkeeper.zk.purge.DeferredPurges;
import io.snapkeeper.zk.snapshot.DirectSnapshots;
import io.snapkeeper.zk.snapshot.SnapshotCause;
import io.snapkeeper.zk.snapshot.SnapshotWriter;
import java.io.File;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.apache.zookeeper.server.DataTree;
import org.apache.zookeeper.server.Request;
import org.apache.zookeeper.server.ServerStats;
import org.apache.zookeeper.server.SyncRequestProcessor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bridge: a server's log and snapshots, watched by its {@link Member}. In this package because
 * {@code FileTxnSnapLog.snapLog} is package-private.
 *
 * <p>Until {@link #attach} it is ZooKeeper's own. Whatever goes wrong in the plugin's logic is
 * counted and leaves ZooKeeper's result as it is.
 */
public final class SnapkeeperTxnSnapLog extends FileTxnSnapLog {

  private static final Logger LOG = LoggerFactory.getLogger("io.snapkeeper.log");

  private Member member;
  private Faults faults;
  private SnapshotWriter writer;
  private Optional<DirectSnapshots> direct = Optional.empty();
  private LogWriting logWriting = LogWriting.stock("the plugin has not started");
  private final LogWriting.StockLog stockLog = new Stock();
  private volatile ServerStats serverStats;

  /** The thread that is restoring the database: its replay is a start, not the end of a role. */
  private volatile Thread restoringThread;

  private long unmeteredAppends; // of the thread that appends and commits

  private SnapkeeperTxnSnapLog(File dataDir, File snapDir) throws IOException {
    super(dataDir, snapDir);
  }

  /** A log over the same two directories; a stock one only remembers their version-2 folders. */
  public static SnapkeeperTxnSnapLog over(FileTxnSnapLog stock) throws IOException {
    return new SnapkeeperTxnSnapLog(
        stock.dataDir.getAbsoluteFile().getParentFile(),
        stock.getSnapDir().getAbsoluteFile().getParentFile());
  }

  /** Of the log's files. 3.8.3, 3.9.0 and 3.9.1 have no {@code getDataLogDir}. */
  public File logDirectory() {
    return dataDir;
  }

  /**
   * From now on the member watches. Called once, before the server's threads start.
   *
   * @param writing who writes the log
   * @param snapshots how snapshots on the snapshot thread are written; if empty, by ZooKeeper's own
   *     stream
   * @param purges the one that waits runs at the end of a scheduled snapshot
   */
  public void attach(
      Member watching,
      Faults guard,
      LogWriting writing,
      Optional<DirectSnapshots> snapshots,
      DeferredPurges purges) {
    this.faults = guard;
    this.logWriting = writing;
    SnapshotWriter.deleteLeftovers(getSnapDir());
    this.direct = snapshots.filter(this::knowsTheForm);
    boolean onlyWatches = !watching.setup().schedulerOn() && snapshots.isEmpty();
    this.writer =
        onlyWatches
            ? SnapshotWriter.watching(watching)
            : new SnapshotWriter(watching, direct, purges::slotEnds);
    installFileSnap();
    this.member = watching;
  }

  /**
   * The plugin could not be started to its end: log and snapshots are ZooKeeper's own. Called
   * before the server's threads start, after {@link #attach} or a part of it.
   */
  public void detach() {
    member = null;
    direct = Optional.empty();
    Optional<TxnLogWriter> unused = logWriting.writer();
    logWriting = LogWriting.stock("the plugin could not be started");
    if (snapLog instanceof SnapkeeperFileSnap ours) {
      FileSnap stock = new FileSnap(getSnapDir());
      stock.lastSnapshotInfo = ours.lastSnapshotInfo;
      snapLog = stock;
    }
    try {
      if (unused.isPresent()) {
        unused.get().close();
      }
    } catch (IOException e) {
      LOG.warn("snapkeeper could not close the log that it does not write", e);
    }
  }

  private boolean knowsTheForm(DirectSnapshots snapshots) {
    try {
      SnapkeeperFileSnap probe =
          new SnapkeeperFileSnap(
              getSnapDir(), new SnapshotWriter(null, Optional.empty(), Runnable::run));
      if (probe.writesAsZooKeeper()) {
        return true;
      }
      snapshots.unusable("this ZooKeeper writes snapshots in a form that the plugin does not know");
    } catch (Throwable t) { // fail open
      faults.record("the look at the form of snapshots", t);
      snapshots.unusable("the form of this ZooKeeper's snapshots could not be looked at");
    }
    return false;
  }

  private void installFileSnap() {
    SnapshotInfo known = snapLog == null ? null : snapLog.getLastSnapshotInfo();
    SnapkeeperFileSnap fileSnap = new SnapkeeperFileSnap(getSnapDir(), writer);
    fileSnap.lastSnapshotInfo = known;
    snapLog = fileSnap;
  }

  @Override
  public void setServerStats(ServerStats stats) {
    serverStats = stats;
    super.setServerStats(stats);
    logWriting.setServerStats(stats);
  }

  @Override
  public boolean append(Request request) throws IOException {
    if (member != null && request.getHdr() != null) {
      member.rollIfDue();
    }
    boolean appended = logWriting.append(request, stockLog);
    if (appended && member != null) {
      unmeteredAppends++;
      try {
        member.appended(request.getHdr().getZxid(), logBytes());
      } catch (Throwable t) { // the transaction is in the log; only our counting failed
        faults.record("append", t);
      }
    }
    return appended;
  }

  @Override
  public void rollLog() throws IOException {
    logWriting.rollLog(stockLog);
  }

  @Override
  public long getTxnLogElapsedSyncTime() {
    return logWriting
        .writer()
        .map(TxnLogWriter::syncMillis)
        .orElseGet(super::getTxnLogElapsedSyncTime);
  }

  private long logBytes() {
    return logWriting.writer().map(TxnLogWriter::totalLogBytes).orElseGet(super::getTotalLogSize);
  }

  @Override
  public void commit() throws IOException {
    if (unmeteredAppends == 0 || member == null) {
      logWriting.commit(stockLog);
      return;
    }
    unmeteredAppends = 0;
    direct.ifPresent(DirectSnapshots::commitBegins);
    long start = System.nanoTime();
    logWriting.commit(stockLog);
    long nanos = System.nanoTime() - start;
    faults.guard(
        "commit",
        () -> {
          member.committed(nanos);
          if (direct.isPresent()) {
            direct.get().committed(nanos);
          }
        });
  }

  /**
   * ZooKeeper asks after each append whether it is time for a snapshot. With its own rule muted,
   * the answer is ours: all or nothing.
   */
  @Override
  public long getTotalLogSize() {
    if (member == null || !member.stockRuleMuted()) {
      return logBytes();
    }
    try {
      boolean onLogThread = Thread.currentThread() instanceof SyncRequestProcessor;
      return onLogThread && member.firesNow() ? Long.MAX_VALUE : 0;
    } catch (Throwable t) { // an exception here would end the server's log thread
      faults.record("getTotalLogSize", t);
      return 0;
    }
  }

  @Override
  public void setTotalLogSize(long size) {
    super.setTotalLogSize(size);
    logWriting.writer().ifPresent(writer -> writer.setEarlierLogBytes(size));
    if (member != null) {
      faults.guard("setTotalLogSize", () -> member.stockTotalSet(size));
    }
  }

  @Override
  public long restore(DataTree tree, Map<Long, Integer> sessions, PlayBackListener listener)
      throws IOException {
    restoringThread = Thread.currentThread();
    try {
      return super.restore(tree, sessions, listener);
    } finally {
      restoringThread = null;
    }
  }

  @Override
  public long fastForwardFromEdits(
      DataTree tree, Map<Long, Integer> sessions, PlayBackListener listener) throws IOException {
    if (member == null) {
      return super.fastForwardFromEdits(tree, sessions, listener);
    }
    if (SnapshotCause.ofCurrentThread() == SnapshotCause.ADMIN) {
      // Before 3.9.4 the AdminServer's snapshot brings the tree up to the log; the role goes on.
      faults.guard("takeSnapshot", () -> member.abort("the tree is brought up to the log"));
      return super.fastForwardFromEdits(tree, sessions, listener);
    }
    if (!Thread.currentThread().equals(restoringThread)) {
      leaveRole("the server leaves its role; uncommitted transactions may enter its tree");
      return super.fastForwardFromEdits(tree, sessions, listener);
    }
    long snapshotZxid = tree.lastProcessedZxid;
    long[] replayed = {0};
    long highest =
        super.fastForwardFromEdits(
            tree,
            sessions,
            (header, record, digest) -> {
              replayed[0]++;
              listener.onTxnLoaded(header, record, digest);
            });
    faults.guard(
        "replay", () -> member.replayed(replayed[0], replayedLogBytes(snapshotZxid, replayed[0])));
    return highest;
  }

  /** Size of the log files that a restart replays; preallocated space counts, as for ZooKeeper. */
  private long replayedLogBytes(long snapshotZxid, long txns) {
    if (txns == 0) {
      return 0;
    }
    long all = 0;
    long begunAfterSnapshot = 0;
    for (File log : getSnapshotLogs(snapshotZxid)) {
      all += log.length();
      if (Util.getZxidFromName(log.getName(), "log") > snapshotZxid) {
        begunAfterSnapshot += log.length();
      }
    }
    return begunAfterSnapshot > 0 ? begunAfterSnapshot : all;
  }

  @Override
  public boolean truncateLog(long zxid) {
    leaveRole("the log is truncated to 0x" + Long.toHexString(zxid));
    boolean truncated = super.truncateLog(zxid); // closes the log, ours as well
    logWriting.reopen();
    if (member != null && snapLog != null) {
      // ZooKeeper has made new objects for the log and for snapshots
      installFileSnap();
      setServerStats(serverStats);
      faults.guard("truncateLog", () -> member.stockTotalSet(0));
    }
    return truncated;
  }

  @Override
  public void close() throws IOException {
    leaveRole("the log is closed");
    try {
      if (logWriting.writer().isPresent()) {
        logWriting.writer().get().close();
      }
    } finally {
      super.close();
    }
  }

  private void leaveRole(String reason) {
    if (member != null) {
      faults.guard("leaving a role", () -> member.stopServing(reason));
    }
  }

  /** What this class would do without the plugin. */
  private final class Stock implements LogWriting.StockLog {

    @Override
    public boolean append(Request request) throws IOException {
      return SnapkeeperTxnSnapLog.super.append(request);
    }

    @Override
    public void commit() throws IOException {
      SnapkeeperTxnSnapLog.super.commit();
    }

    @Override
    public void rollLog() throws IOException {
      SnapkeeperTxnSnapLog.super.rollLog();
    }

    @Override
    public void setTotalLogSize(long bytes) {
      SnapkeeperTxnSnapLog.super.setTotalLogSize(bytes);
    }
  }
}
