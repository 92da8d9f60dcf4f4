package org.apache.zookeeper.server.quorum;

import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.wire.LeaderMessage;
import io.snapkeeper.core.wire.LeaderMessageCodec;
import io.snapkeeper.core.wire.PingRecord;
import io.snapkeeper.core.wire.ReportEncoder;
import io.snapkeeper.zk.Plugin;
import io.snapkeeper.zk.snapshot.IdleSnapshots;
import io.snapkeeper.zk.snapshot.SnapshotWriter;
import java.io.File;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.zookeeper.common.Time;
import org.apache.zookeeper.server.ExitCode;
import org.apache.zookeeper.server.ServerMetrics;
import org.apache.zookeeper.server.ZKDatabase;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.apache.zookeeper.util.ServiceUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the bridges of all roles do alike. The plugin's faults end here. */
final class Serving {

  /** The lines are ZooKeeper's own. */
  private static final Logger LOG = LoggerFactory.getLogger(ZooKeeperServer.class);

  private Serving() {}

  static void begins(Plugin plugin, ZooKeeperServer server) {
    plugin
        .faults()
        .guard(
            "setupRequestProcessors",
            () ->
                plugin
                    .member()
                    .startServing(
                        plugin.peer().epoch(),
                        plugin.peer().lastProcessedZxid(),
                        IdleSnapshots.of(server, plugin.member()::writeFreeFailed)));
  }

  static void ends(Plugin plugin, String role) {
    plugin
        .faults()
        .guard("leaving a role", () -> plugin.member().stopServing("the server is no " + role));
  }

  /**
   * Before ZooKeeper takes the lock that each of its snapshots holds to its end: a paced one would
   * keep whoever else asks for one waiting for minutes.
   */
  static void snapshotIsAskedFor(Plugin plugin) {
    if (!SnapshotWriter.onSnapshotThread()) {
      plugin
          .faults()
          .guard("takeSnapshot", () -> plugin.member().abort("another snapshot is asked for"));
    }
  }

  /**
   * A snapshot of 3.9.0 to 3.9.3, which take the server's lock for the whole of it. While one is
   * paced, {@code sync()}, {@code shutdown()} and the AdminServer would wait for it, and for
   * minutes. One that may be given up takes the lock of snapshots and restores instead, as 3.9.4
   * does with all of them.
   */
  static File takeSnapshot(
      Plugin plugin, ZooKeeperServer server, boolean sync, boolean isSevere, boolean fastForward)
      throws IOException {
    snapshotIsAskedFor(plugin);
    boolean abortable = SnapshotWriter.onSnapshotThread() && !plugin.onlyWatches();
    synchronized (abortable ? snapshotAndRestoreLock(server) : server) {
      return takeSnapshot(server, sync, isSevere, fastForward);
    }
  }

  /** ZooKeeper's own method, without its lock. */
  private static File takeSnapshot(
      ZooKeeperServer server, boolean sync, boolean isSevere, boolean fastForward)
      throws IOException {
    long start = Time.currentElapsedTime();
    ZKDatabase database = server.getZKDatabase();
    File file = null;
    try {
      if (fastForward) {
        database.fastForwardDataBase();
      }
      file =
          server
              .getTxnLogFactory()
              .save(database.getDataTree(), database.getSessionWithTimeOuts(), sync);
    } catch (IOException e) {
      if (!isSevere) {
        throw e;
      }
      LOG.error("Severe unrecoverable error, exiting", e);
      ServiceUtils.requestSystemExit(ExitCode.TXNLOG_ERROR_TAKING_SNAPSHOT.getValue());
    }
    long millis = Time.currentElapsedTime() - start;
    LOG.info("Snapshot taken in {} ms", millis);
    ServerMetrics.getMetrics().SNAPSHOT_TIME.add(millis);
    return file;
  }

  /** Nobody else locks this object. */
  private static Object snapshotAndRestoreLock(ZooKeeperServer server) {
    return server.getTxnLogFactory();
  }

  /** ZooKeeper's own {@code restoreFromSnapshot}. */
  interface Restore {
    long run() throws IOException;
  }

  /** No snapshot on the snapshot thread has the tree of before the restore. */
  static long restore(Plugin plugin, ZooKeeperServer server, Restore stock) throws IOException {
    plugin.faults().guard("restoreFromSnapshot", plugin.member()::restoreBegins);
    try {
      synchronized (snapshotAndRestoreLock(server)) {
        return stock.run();
      }
    } finally {
      // The peer goes on to know the database before: only the server has the restored one.
      plugin
          .faults()
          .guard(
              "restoreFromSnapshot",
              () ->
                  plugin
                      .member()
                      .restoreEnds(server.getZKDatabase().getDataTreeLastProcessedZxid()));
    }
  }

  /** A ping of the leader, before ZooKeeper answers it. */
  static void pinged(Plugin plugin, QuorumPacket ping) {
    plugin
        .faults()
        .guard(
            "ping",
            () -> {
              plugin.member().received(ping.getZxid());
              LeaderMessageCodec.decode(ping.getData())
                  .filter(message -> plugin.config().schedulerOn() || onlyWatches(message))
                  .ifPresent(plugin.member()::hear);
            });
  }

  /** A server that takes no slots is for a leader that grants some as a stock one. */
  private static boolean onlyWatches(LeaderMessage message) {
    return message.schedulingTtlMillis() == 0;
  }

  /**
   * The sessions of a ping reply, followed by a report where the leader asked for one. A fresh map:
   * its order matters, and ZooKeeper's may be immutable.
   */
  static Map<Long, Integer> withReport(Plugin plugin, Map<Long, Integer> sessions) {
    try {
      Optional<Report> report = plugin.member().report();
      if (report.isEmpty()) {
        return sessions;
      }
      Map<Long, Integer> records = new LinkedHashMap<>(sessions);
      for (PingRecord record : ReportEncoder.encode(report.get())) {
        records.put(record.sessionId(), record.timeout());
      }
      return records;
    } catch (Throwable t) { // the leader hears of the sessions in any case
      plugin.faults().record("getTouchSnapshot", t);
      return sessions;
    }
  }
}
