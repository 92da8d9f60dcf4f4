package io.snapkeeper.benchmarks.ensemble;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where the checkout and its built agent are. */
final class Repository {

  private Repository() {}

  /**
   * The built agent jar of the checkout named by {@code -Dsnapkeeper.repo}.
   *
   * @throws IllegalStateException if it is not there, with the command that makes it
   */
  static Path agentJar() {
    String root = System.getProperty("snapkeeper.repo");
    if (root == null) {
      throw new IllegalStateException("give the checkout: -Dsnapkeeper.repo=DIRECTORY");
    }
    Path jar = Path.of(root, "zk-integration", "target", "snapkeeper-agent.jar");
    if (!Files.isRegularFile(jar)) {
      throw new IllegalStateException(
          jar + " is missing; build it: mvn -pl zk-integration -am package -DskipTests");
    }
    return jar;
  }
}
