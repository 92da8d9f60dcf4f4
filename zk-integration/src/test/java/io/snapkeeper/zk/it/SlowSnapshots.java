package io.snapkeeper.zk.it;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.EnsembleSpec;
import io.snapkeeper.ensemble.ServerLibraries;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import javax.management.remote.JMXConnector;
import net.bytebuddy.asm.Advice;
import org.apache.curator.framework.CuratorFramework;

/**
 * A slow disk for snapshots: ZooKeeper's snapshot thread pauses before each node under {@value
 * #ROOT}. Other threads, and so leader starts and syncs, run at full speed.
 */
final class SlowSnapshots {

  /** The pauses come at the nodes below this one. */
  static final String ROOT = "/slow";

  private static final String SWITCH_PROPERTY = "it.nodeMillis";

  private final Path directory;

  /**
   * @param directory for the switch, exists
   */
  SlowSnapshots(Path directory) {
    this.directory = directory;
  }

  /** Gives an ensemble slow snapshots; at first they run at full speed. */
  EnsembleSpec.Builder on(EnsembleSpec.Builder spec, Line line) throws IOException {
    ServerLibraries doctored = DoctoredLibraries.shared(line, SlowSnapshots::doctor);
    return obeying(TestEnsembles.doctored(spec, doctored));
  }

  /** Makes snapshots of this ZooKeeper slow, on servers that obey a switch. */
  static void doctor(DoctoredJar zooKeeper) throws IOException {
    zooKeeper.advise(
        "org.apache.zookeeper.server.DataTree",
        named("serializeNode").and(takesArguments(2)),
        Pause.class);
  }

  /** Says to servers of a doctored ZooKeeper where the switch is. */
  EnsembleSpec.Builder obeying(EnsembleSpec.Builder spec) {
    return spec.jvmFlag("-D" + SWITCH_PROPERTY + "=" + switchFile());
  }

  /** Sets the pause at each node, for all servers, from the next node on; 0 is full speed. */
  void pausePerNode(int millis) throws IOException {
    Path next = directory.resolve("nodeMillis.next");
    Files.writeString(next, Integer.toString(millis));
    Files.move(
        next, switchFile(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Creates the nodes at which snapshots pause. */
  static void createNodes(CuratorFramework client, int count) throws Exception {
    createNodes(client, count, "slow".getBytes(StandardCharsets.US_ASCII));
  }

  static void createNodes(CuratorFramework client, int count, byte[] data) throws Exception {
    client.create().forPath(ROOT, new byte[0]);
    for (int node = 0; node < count; node++) {
      client.create().forPath(node(node), data);
    }
  }

  /** Orders a snapshot of this leader and waits until it runs. */
  static void startScheduled(Ensemble ensemble, long leader) throws Exception {
    startScheduled(ensemble, leader, leader);
  }

  /** Has a leader order a snapshot of a member, and waits until it runs. */
  static void startScheduled(Ensemble ensemble, long leader, long sid) throws Exception {
    try (JMXConnector jmx = ensemble.jmx(leader)) {
      Orders.of(jmx).call("snapshotNow", sid);
    }
    Status.await(
        ensemble,
        sid,
        "the scheduled snapshot runs",
        TestEnsembles.PATIENCE,
        status -> status.path("server").path("snapshot").path("kind").asText().equals("scheduled"));
  }

  static String node(int number) {
    return "%s/n%03d".formatted(ROOT, number);
  }

  private Path switchFile() {
    return directory.resolve("nodeMillis");
  }

  /** Copied into {@code DataTree.serializeNode}. */
  static final class Pause {

    private Pause() {}

    @Advice.OnMethodEnter
    static void enter(@Advice.Argument(1) StringBuilder path) {
      if (path.indexOf("/slow/") != 0
          || !Thread.currentThread().getName().startsWith("Snapshot Thread")) {
        return;
      }
      String file = System.getProperty("it.nodeMillis");
      try {
        if (file != null && new File(file).exists()) {
          Thread.sleep(Long.parseLong(Files.readString(Path.of(file))));
        }
      } catch (IOException e) {
        throw new IllegalStateException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
