package io.snapkeeper.zk.it;

import io.snapkeeper.ensemble.ServerLibraries;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A release of ZooKeeper that the plugin is for. The build fetches ZooKeeper's own two jars of
 * each; what else is on its servers' class path is that of the line's newest release.
 */
record Release(String version) {

  /** Those that the build's pom names. */
  static final List<Release> ALL =
      List.of(
          new Release("3.8.3"),
          new Release("3.8.4"),
          new Release("3.8.5"),
          new Release("3.8.6"),
          new Release("3.9.0"),
          new Release("3.9.1"),
          new Release("3.9.2"),
          new Release("3.9.3"),
          new Release("3.9.4"),
          new Release("3.9.5"));

  Line line() {
    return version.startsWith(Line.V3_8.number() + ".") ? Line.V3_8 : Line.V3_9;
  }

  /**
   * Lays out its servers' libraries as a checkout has them.
   *
   * @param directory for links to the jars, empty
   * @throws IOException if the build has not fetched it
   */
  ServerLibraries librariesIn(Path directory) throws IOException {
    ServerLibraries build = ServerLibraries.fromSystemProperty();
    Path fetched = build.repository().resolve("zk-integration/target/releases").resolve(version);
    Path lib =
        Files.createDirectories(
            directory.resolve("ensemble/server-" + line().number() + "/target/lib"));
    for (String name : build.classPath(line()).split(File.pathSeparator, -1)) {
      Path jar = Path.of(name);
      String file = jar.getFileName().toString();
      if (!file.matches("zookeeper(-jute)?-3[.0-9]+\\.jar")) {
        Files.createSymbolicLink(lib.resolve(file), jar);
      }
    }
    for (String artifact : List.of("zookeeper-", "zookeeper-jute-")) {
      Path jar = fetched.resolve(artifact + version + ".jar");
      Files.createSymbolicLink(lib.resolve(jar.getFileName()), jar.toRealPath());
    }
    Path agents = Files.createDirectories(directory.resolve("zk-integration/target"));
    Path agent = build.agentJar();
    Files.createSymbolicLink(agents.resolve(agent.getFileName()), agent);
    return new ServerLibraries(directory);
  }

  /** Whether its AdminServer takes and restores snapshots. */
  boolean restores() {
    return line() == Line.V3_9;
  }

  @Override
  public String toString() {
    return version;
  }
}
