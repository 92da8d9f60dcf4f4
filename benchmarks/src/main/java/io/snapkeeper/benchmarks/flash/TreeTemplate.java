package io.snapkeeper.benchmarks.flash;

import io.snapkeeper.benchmarks.disk.FileTree;
import io.snapkeeper.ensemble.Clients;
import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.EnsembleSpec;
import io.snapkeeper.ensemble.TreeLoader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.server.persistence.FileTxnLog;

/**
 * The data directory of a server with a tree: made once, by a stock server, and copied to every
 * server of every run, so that all begin with the same bytes and none has to load them.
 */
final class TreeTemplate implements AutoCloseable {

  private static final Duration START = Duration.ofMinutes(3);

  private final Path directory;
  private final TreeLoader tree;
  private long snapshotBytes;

  private final Thread shutdownHook = new Thread(this::delete, "template-shutdown");

  private TreeTemplate(Path directory, TreeLoader tree) {
    this.directory = directory;
    this.tree = tree;
    Runtime.getRuntime().addShutdownHook(shutdownHook);
  }

  /**
   * @param treeBytes data of all nodes together
   * @param nodeBytes data of each
   */
  static TreeTemplate make(long treeBytes, int nodeBytes) throws IOException {
    Path directory = Files.createTempDirectory("snapkeeper-template-");
    TreeTemplate made = new TreeTemplate(directory, new TreeLoader("/tree", treeBytes, nodeBytes));
    EnsembleSpec.Builder spec =
        EnsembleSpec.builder()
            .voters(1)
            .heapMegabytes(made.heapMegabytes())
            .jvmFlag("-Dzookeeper.snapCount=100000000");
    try (Ensemble server = new Ensemble(spec.build())) {
      server.start(START);
      try (CuratorFramework client = Clients.connect(server.addresses(), 0)) {
        Clients.awaitConnected(client, Duration.ofSeconds(30));
        made.tree.load(client, 1, nodes -> {});
      }
      // A leader snapshots when it starts. Once for the tree, and once more after a write, so that
      // the log with the whole tree is older than the snapshot and need not be copied.
      for (String node : List.of("/once", "/twice")) {
        server.stop(1);
        server.start(1, START);
        try (CuratorFramework client = Clients.connect(server.addresses(), 0)) {
          Clients.awaitConnected(client, Duration.ofSeconds(30));
          client.create().forPath(node);
        } catch (Exception e) {
          throw new IOException("cannot write to the server of the template", e);
        }
      }
      server.stop(1);
      made.keep(server.dataDirectory(1).resolve("version-2"));
    } catch (IOException | RuntimeException e) {
      made.close();
      throw e;
    }
    return made;
  }

  private void keep(Path data) throws IOException {
    File[] files = data.toFile().listFiles();
    File snapshot =
        Arrays.stream(files)
            .filter(file -> file.getName().startsWith("snapshot."))
            .max(Comparator.comparingLong(file -> zxid(file)))
            .orElseThrow(() -> new IOException("no snapshot in " + data));
    snapshotBytes = snapshot.length();
    move(snapshot);
    for (File log : FileTxnLog.getLogFiles(files, zxid(snapshot))) {
      move(log);
    }
    for (String epoch : List.of("currentEpoch", "acceptedEpoch")) {
      move(data.resolve(epoch).toFile());
    }
  }

  private static long zxid(File file) {
    return Long.parseLong(file.getName().substring(file.getName().indexOf('.') + 1), 16);
  }

  private void move(File file) throws IOException {
    Files.copy(file.toPath(), directory.resolve(file.getName()));
  }

  /** Puts a copy into a data directory that is still empty. */
  void copyTo(Path dataDirectory) throws IOException {
    Path data = Files.createDirectories(dataDirectory.resolve("version-2"));
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.copy(file, data.resolve(file.getFileName()));
      }
    }
  }

  /** The node that write k goes to: a stride coprime to any such tree spreads them over it. */
  String path(long k) {
    return tree.path(k * 7_919 % tree.nodes());
  }

  /** Size of its snapshot as stock writes it. */
  long snapshotBytes() {
    return snapshotBytes;
  }

  /** Twice what the tree takes: beside its data a node costs a server about 650 bytes. */
  int heapMegabytes() {
    double treeInHeap = tree.nodes() * (tree.nodeBytes() + 650.0) / 1e6;
    return (int) Math.max(192, 2 * treeInHeap + 96);
  }

  @Override
  public void close() {
    delete();
    try {
      Runtime.getRuntime().removeShutdownHook(shutdownHook);
    } catch (IllegalStateException e) {
      // The JVM is going down, and the hook finds nothing left to do.
    }
  }

  private synchronized void delete() {
    try {
      FileTree.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + directory, e);
    }
  }
}
