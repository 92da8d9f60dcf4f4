package io.snapkeeper.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.containers.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The lines for conf/java.env: a JVM whose -javaagent names a jar that is missing does not start.
 */
class AgentFlagsTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Path REPO = Path.of(System.getProperty("snapkeeper.repo"));
  private static final String JAR = "/opt/snapkeeper/snapkeeper-agent.jar";

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "deploy/java.env"})
  void thePluginIsAddedToTheFlagsThatAreThere(String recipe) throws Exception {
    Files.createFile(jar());

    assertThat(run(recipe, "printf '%s' \"$SERVER_JVMFLAGS\"").output())
        .startsWith("-Done=1 -javaagent:" + jar());
  }

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "deploy/java.env"})
  void withoutTheJarAServerStartsStock(String recipe) throws Exception {
    Command.Result started = run(recipe, "java $SERVER_JVMFLAGS -version");

    assertThat(started.status()).as(started.output()).isZero();
    assertThat(run(recipe, "printf '%s' \"$SERVER_JVMFLAGS\"").output()).endsWith("-Done=1");
  }

  private Path jar() {
    return directory.resolve("snapkeeper-agent.jar");
  }

  private Command.Result run(String recipe, String then) throws Exception {
    String here = lines(recipe).replace(JAR, jar().toString());
    assertThat(here).as(recipe).contains(jar().toString());
    Path env = Files.writeString(directory.resolve("java.env"), here);
    return Command.run(
        TIMEOUT,
        Map.of("SERVER_JVMFLAGS", "-Done=1"),
        List.of("sh", "-euc", ". " + env + "; " + then));
  }

  /** A file as it is, or a page's lines for java.env. */
  private static String lines(String recipe) throws IOException {
    String text = Files.readString(REPO.resolve(recipe));
    if (!recipe.endsWith(".md")) {
      return text;
    }
    String item = text.substring(text.indexOf("In `conf/java.env`"));
    return item.lines()
        .skip(1)
        .dropWhile(String::isBlank)
        .takeWhile(line -> line.startsWith("       "))
        .collect(Collectors.joining("\n", "", "\n"));
  }
}
