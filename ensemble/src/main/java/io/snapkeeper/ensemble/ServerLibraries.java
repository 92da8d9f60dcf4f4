package io.snapkeeper.ensemble;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The jars that the build has gathered in a checkout: stock ZooKeeper servers of each supported
 * line, and the agent.
 *
 * @param repository the root of the checkout
 */
public record ServerLibraries(Path repository) {

  /** The system property that names the root of the checkout. */
  public static final String REPOSITORY_PROPERTY = "snapkeeper.repo";

  /** The release line of a ZooKeeper server. */
  public enum Line {
    V3_9("3.9"),
    V3_8("3.8");

    private final String number;

    Line(String number) {
      this.number = number;
    }

    /** As people write it, "3.9". */
    public String number() {
      return number;
    }
  }

  /**
   * The checkout named by {@code -Dsnapkeeper.repo}.
   *
   * @throws EnsembleException if the property is not set or names no directory
   */
  public static ServerLibraries fromSystemProperty() {
    String root = System.getProperty(REPOSITORY_PROPERTY);
    if (root == null || root.isBlank()) {
      throw new EnsembleException(
          "the system property "
              + REPOSITORY_PROPERTY
              + " is not set; set it to the root of the Snapkeeper checkout");
    }
    Path path = Path.of(root).toAbsolutePath().normalize();
    if (!Files.isDirectory(path)) {
      throw new EnsembleException(
          REPOSITORY_PROPERTY + " is " + path + ", which is not a directory");
    }
    return new ServerLibraries(path);
  }

  /**
   * The class path of a stock server.
   *
   * @throws EnsembleException if the build has not gathered its jars yet
   */
  public String classPath(Line line) {
    return jars(line).stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  /**
   * The jars of a stock server, in the order of its class path.
   *
   * @throws EnsembleException if the build has not gathered them yet
   */
  List<Path> jars(Line line) {
    Path lib = repository.resolve("ensemble/server-" + line.number() + "/target/lib");
    List<Path> jars = jarsIn(lib);
    if (jars.stream().noneMatch(jar -> jar.getFileName().toString().startsWith("zookeeper-3"))) {
      throw new EnsembleException(
          "no ZooKeeper %s server jars in %s; run: mvn -q -pl ensemble/server-%s process-resources"
              .formatted(line.number(), lib, line.number()));
    }
    return jars;
  }

  /**
   * The plugin's agent jar.
   *
   * @throws EnsembleException if it has not been built yet
   */
  public Path agentJar() {
    Path jar = repository.resolve("zk-integration/target/snapkeeper-agent.jar");
    if (!Files.isRegularFile(jar)) {
      throw new EnsembleException(
          "no agent jar at " + jar + "; run: mvn -q -pl zk-integration -am package -DskipTests");
    }
    return jar;
  }

  private static List<Path> jarsIn(Path lib) {
    if (!Files.isDirectory(lib)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(lib)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list " + lib, e);
    }
  }
}
