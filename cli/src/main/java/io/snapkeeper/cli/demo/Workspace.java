package io.snapkeeper.cli.demo;

import io.snapkeeper.cli.Failure;
import io.snapkeeper.cli.demo.disks.OwnDisks;
import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.EnsembleSpec;
import io.snapkeeper.ensemble.PreparedTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/**
 * The demo's directory and whatever runs in it. When the JVM is told to end (Ctrl-C, SIGTERM), it
 * kills the servers and removes every file, unless they are to be kept. Thread-safe.
 */
final class Workspace implements AutoCloseable {

  /** Enough for writes not to meet on one node, too few to count beside the tree. */
  private static final int TARGET_NODES = 500;

  private static final long TREE_SEED = 42;

  private final Path directory;
  private final boolean keep;
  private final Runnable onInterrupt;
  private final Thread hook = new Thread(this::interrupted, "demo-shutdown");
  private Ensemble ensemble;
  private OwnDisks disks;
  private Path treeDirectory;
  private boolean interrupted;

  /**
   * @param parent where the directory is made
   * @param keep whether data directories stay; the servers' logs always do after a whole run
   * @param onInterrupt called first when the JVM is told to end, to set the terminal right
   */
  Workspace(Path parent, boolean keep, Runnable onInterrupt) {
    this.keep = keep;
    this.onInterrupt = onInterrupt;
    try {
      this.directory = Files.createTempDirectory(parent.toAbsolutePath(), "snapkeeper-demo-");
    } catch (IOException e) {
      throw new Failure("cannot make a directory in " + parent + ": " + e.getMessage(), e);
    }
    Runtime.getRuntime().addShutdownHook(hook);
  }

  Path directory() {
    return directory;
  }

  /** Puts the servers' data on these disks, which from now on end with the workspace. */
  synchronized void use(OwnDisks emulated) {
    disks = emulated;
  }

  /** Writes the tree that all servers begin with; it goes with the workspace. */
  synchronized PreparedTree prepare(Pace pace) throws IOException {
    if (interrupted) {
      awaitEnd();
    }
    discardTree();
    treeDirectory = Files.createDirectory(directory.resolve("tree"));
    return PreparedTree.write(
        treeDirectory,
        pace.treeNodes(),
        pace.nodeBytes(),
        new PreparedTree.Target(TARGET_NODES, pace.writeBytes()),
        TREE_SEED);
  }

  private void discardTree() throws IOException {
    if (treeDirectory != null) {
      try (Stream<Path> files = Files.list(treeDirectory)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(treeDirectory);
      treeDirectory = null;
    }
  }

  /** Makes an ensemble that ends with the workspace; only one at a time. */
  synchronized Ensemble open(EnsembleSpec.Builder spec) {
    if (interrupted) {
      awaitEnd();
    }
    if (disks != null) {
      disks.makeEmpty();
      spec.dataParents(disks.mounts());
    }
    ensemble = new Ensemble(spec.directory(directory).keepFiles(keep).build());
    return ensemble;
  }

  /**
   * The servers are up: from now on their disks, if they have disks of their own, are as slow as
   * they are to be.
   */
  synchronized void slowTheDisksDown() {
    if (disks != null && !interrupted) {
      disks.slowDown();
    }
  }

  /** Where a side's logs are once they are saved. */
  Path logsOf(Side side) {
    return directory.resolve(side.key());
  }

  /**
   * Ends the ensemble, keeping its logs under the side's name.
   *
   * @return where the logs are
   */
  synchronized Path retire(Side side) throws IOException {
    Path logs = saveLogs(side);
    ensemble.close();
    ensemble = null;
    return logs;
  }

  /** Copies what the servers have logged so far to where it outlives the ensemble. */
  synchronized Path saveLogs(Side side) throws IOException {
    Path logs = logsOf(side);
    if (ensemble == null || interrupted) {
      return logs;
    }
    Files.createDirectories(logs);
    for (long sid : ensemble.sids()) {
      copy(ensemble.logFile(sid), logs.resolve("server-" + sid + ".log"));
      copy(ensemble.logFile(sid).resolveSibling("zoo.cfg"), logs.resolve("server-" + sid + ".cfg"));
    }
    return logs;
  }

  private static void copy(Path from, Path to) throws IOException {
    if (Files.exists(from)) {
      Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Whether the JVM has been told to end; errors are then no news. */
  synchronized boolean isInterrupted() {
    return interrupted;
  }

  /** Blocks until the JVM ends, which an interrupted workspace waits for. */
  static void awaitEnd() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void interrupted() {
    Ensemble running;
    OwnDisks mounted;
    synchronized (this) {
      interrupted = true;
      running = ensemble;
      mounted = disks;
    }
    onInterrupt.run();
    if (running != null) {
      running.close();
    }
    if (mounted != null) {
      mounted.close();
    }
    if (!keep) {
      deleteAll();
    }
  }

  /** Ends the servers; logs already saved stay. */
  @Override
  public void close() {
    Ensemble running;
    OwnDisks mounted;
    synchronized (this) {
      if (interrupted) {
        return;
      }
      running = ensemble;
      ensemble = null;
      mounted = disks;
      disks = null;
    }
    if (running != null) {
      running.close();
    }
    if (mounted != null) {
      mounted.close();
    }
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The hook runs and does the rest.
      return;
    }
    try {
      discardTree();
      // Only if nothing was saved in it.
      Files.deleteIfExists(directory);
    } catch (IOException e) {
      // It holds logs, which are to stay.
    }
  }

  private void deleteAll() {
    // A server that was being started as the signal came may still have added a file: look again.
    for (int attempt = 0; attempt < 5 && Files.exists(directory); attempt++) {
      try (Stream<Path> walk = Files.walk(directory)) {
        List<Path> deepestFirst = walk.sorted(Comparator.reverseOrder()).toList();
        for (Path path : deepestFirst) {
          Files.deleteIfExists(path);
        }
      } catch (IOException | java.io.UncheckedIOException e) {
        try {
          Thread.sleep(100);
        } catch (InterruptedException interrupt) {
          Thread.currentThread().interrupt();
          return;
        }
      }
    }
  }
}
