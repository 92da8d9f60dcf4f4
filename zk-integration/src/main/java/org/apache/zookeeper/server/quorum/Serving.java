package org.apache.zookeeper.server.quorum;

import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.wire.LeaderMessage;
import io.snapkeeper.core.wire.LeaderMessageCodec;
import io.snapkeeper.core.wire.PingRecord;
import io.snapkeeper.core.wire.ReportEncoder;
import io.snapkeeper.zk.Plugin;
import io.snapkeeper.zk.snapshot.IdleSnapshots;
import io.snapkeeper.zk.snapshot.SnapshotWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.zookeeper.server.ZooKeeperServer;

/** What the bridges of all roles do alike. The plugin's faults end here. */
final class Serving {

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

  static void restoreBegins(Plugin plugin) {
    plugin.faults().guard("restoreFromSnapshot", plugin.member()::restoreBegins);
  }

  /** The peer goes on to know the database before: only the server has the restored one. */
  static void restoreEnds(Plugin plugin, ZooKeeperServer server) {
    plugin
        .faults()
        .guard(
            "restoreFromSnapshot",
            () ->
                plugin.member().restoreEnds(server.getZKDatabase().getDataTreeLastProcessedZxid()));
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
