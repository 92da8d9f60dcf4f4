package io.snapkeeper.monitoring.fault;

import static net.bytebuddy.matcher.ElementMatchers.named;

import io.snapkeeper.ensemble.EnsembleSpec;
import io.snapkeeper.ensemble.ServerLibraries;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.zk.it.DoctoredJar;
import io.snapkeeper.zk.it.DoctoredLibraries;
import io.snapkeeper.zk.it.InjectedFault;
import java.io.IOException;
import java.nio.file.Path;

/** Servers of ZooKeeper and with a plugin that are sound until a switch is turned. */
public final class FaultyServers {

  private static final String GATE = "io.snapkeeper.core.member.SnapshotGate";
  private static final String SNAPSHOT_FILE = "io.snapkeeper.wal.bulk.ChannelFile";
  private static final String ZOOKEEPERS_LOG = "org.apache.zookeeper.server.persistence.FileTxnLog";

  private final Path directory;

  /**
   * @param directory for doctored jars and switches, empty
   */
  public FaultyServers(Path directory) {
    this.directory = directory;
  }

  /** The plugin's gate throws at each of its steps. */
  public Switch gate(long sid) {
    return at("gate", sid);
  }

  /** Each commit of ZooKeeper's log pauses. */
  public Switch slowCommits(long sid) {
    return at("slow-commits", sid);
  }

  /** Each write of the plugin's snapshots pauses. */
  public Switch slowSnapshots(long sid) {
    return at("slow-snapshots", sid);
  }

  /** Each write of the plugin's snapshots fails. */
  public Switch failingSnapshots(long sid) {
    return at("failing-snapshots", sid);
  }

  private Switch at(String fault, long sid) {
    return new Switch(directory.resolve(fault + "-" + sid));
  }

  /** Gives each of the servers every fault. */
  public EnsembleSpec.Builder make(EnsembleSpec.Builder spec, int servers) throws IOException {
    Path agent =
        DoctoredJar.copyOf(ServerLibraries.fromSystemProperty().agentJar())
            .advise(GATE, named("step"), InjectedFault.class)
            .advise(SNAPSHOT_FILE, named("write"), SnapshotDisk.class)
            .writeTo(directory.resolve("faulty-agent.jar"));
    ServerLibraries libraries =
        DoctoredLibraries.in(
            directory.resolve("libraries"),
            Line.V3_9,
            zooKeeper -> zooKeeper.advise(ZOOKEEPERS_LOG, named("commit"), SlowCommits.class));
    spec.agent(agent).libraries(libraries);
    for (long sid = 1; sid <= servers; sid++) {
      Switch gate = gate(sid);
      Switch commits = slowCommits(sid);
      Switch snapshots = slowSnapshots(sid);
      Switch writes = failingSnapshots(sid);
      spec.server(
          sid,
          server ->
              server
                  .withJvmFlag(gate.jvmFlag(InjectedFault.SWITCH_PROPERTY))
                  .withJvmFlag(commits.jvmFlag(SlowCommits.PROPERTY))
                  .withJvmFlag(snapshots.jvmFlag(SnapshotDisk.SLOW))
                  .withJvmFlag(writes.jvmFlag(SnapshotDisk.FAILING)));
    }
    return spec;
  }
}
