package io.snapkeeper.zk.it;

import io.snapkeeper.ensemble.ServerLibraries;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** A server's libraries of which ZooKeeper's own jar is a doctored copy, and the agent. */
public final class DoctoredLibraries {

  /** What is done to ZooKeeper's jar. */
  public interface Treatment {
    void apply(DoctoredJar zooKeeper) throws IOException;
  }

  private DoctoredLibraries() {}

  /**
   * Lays out libraries as a checkout has them.
   *
   * @param directory for the copies, empty
   */
  public static ServerLibraries in(Path directory, Line line, Treatment treatment)
      throws IOException {
    return in(directory, ServerLibraries.fromSystemProperty(), line, treatment);
  }

  /** The same of other libraries than the build's. */
  static ServerLibraries in(
      Path directory, ServerLibraries original, Line line, Treatment treatment) throws IOException {
    DoctoredJar zooKeeper = DoctoredJar.copyOf(zooKeeper(original, line));
    treatment.apply(zooKeeper);
    return layOut(directory, original, line, zooKeeper);
  }

  /**
   * The same for many tests: all that treat the same libraries alike share the copies, and so an
   * archive of their classes. {@code mvn clean} removes them.
   */
  static ServerLibraries shared(Line line, Treatment treatment) throws IOException {
    ServerLibraries original = ServerLibraries.fromSystemProperty();
    DoctoredJar zooKeeper = DoctoredJar.copyOf(zooKeeper(original, line));
    treatment.apply(zooKeeper);
    Path all = Files.createDirectories(Path.of("target", "doctored").toAbsolutePath());
    Path directory = all.resolve(line.number() + "-" + zooKeeper.fingerprint(jars(original, line)));
    // A JVM may not lock a file twice: its own threads come one after the other.
    synchronized (DoctoredLibraries.class) {
      try (FileChannel lock =
          FileChannel.open(
              all.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        lock.lock();
        if (!Files.isDirectory(directory)) {
          Path made = Files.createTempDirectory(all, "new");
          layOut(made, original, line, zooKeeper);
          Files.move(made, directory, StandardCopyOption.ATOMIC_MOVE);
        }
      }
    }
    return new ServerLibraries(directory);
  }

  private static List<Path> jars(ServerLibraries libraries, Line line) {
    return Stream.of(libraries.classPath(line).split(File.pathSeparator)).map(Path::of).toList();
  }

  private static Path zooKeeper(ServerLibraries libraries, Line line) {
    // zookeeper-jute and zookeeper's own artifact begin alike.
    List<Path> jars =
        jars(libraries, line).stream()
            .filter(jar -> jar.getFileName().toString().matches("zookeeper-3[.0-9]+\\.jar"))
            .toList();
    if (jars.size() != 1) {
      throw new IllegalStateException("ZooKeeper's own jars of " + line + ": " + jars);
    }
    return jars.get(0);
  }

  private static ServerLibraries layOut(
      Path directory, ServerLibraries original, Line line, DoctoredJar zooKeeper)
      throws IOException {
    Path lib =
        Files.createDirectories(
            directory.resolve("ensemble/server-" + line.number() + "/target/lib"));
    for (Path jar : jars(original, line)) {
      Path copy = lib.resolve(jar.getFileName());
      if (jar.equals(zooKeeper(original, line))) {
        zooKeeper.writeTo(copy);
      } else {
        Files.copy(jar, copy);
      }
    }
    Path agents = Files.createDirectories(directory.resolve("zk-integration/target"));
    Path agent = original.agentJar();
    Files.createSymbolicLink(agents.resolve(agent.getFileName()), agent);
    return new ServerLibraries(directory);
  }
}
