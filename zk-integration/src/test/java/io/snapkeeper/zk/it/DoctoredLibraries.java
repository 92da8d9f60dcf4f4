package io.snapkeeper.zk.it;

import io.snapkeeper.ensemble.ServerLibraries;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

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
    Path lib =
        Files.createDirectories(
            directory.resolve("ensemble/server-" + line.number() + "/target/lib"));
    String stock = ServerLibraries.fromSystemProperty().classPath(line);
    int doctored = 0;
    for (String name : stock.split(File.pathSeparator, -1)) {
      Path jar = Path.of(name);
      Path copy = lib.resolve(jar.getFileName());
      // zookeeper-jute and zookeeper's own artifact begin alike.
      if (jar.getFileName().toString().matches("zookeeper-3[.0-9]+\\.jar")) {
        DoctoredJar zooKeeper = DoctoredJar.copyOf(jar);
        treatment.apply(zooKeeper);
        zooKeeper.writeTo(copy);
        doctored++;
      } else {
        Files.copy(jar, copy);
      }
    }
    if (doctored != 1) {
      throw new IllegalStateException("doctored " + doctored + " jars of " + stock);
    }
    Path agents = Files.createDirectories(directory.resolve("zk-integration/target"));
    Path agent = ServerLibraries.fromSystemProperty().agentJar();
    Files.createSymbolicLink(agents.resolve(agent.getFileName()), agent);
    return new ServerLibraries(directory);
  }
}
