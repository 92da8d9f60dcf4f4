package io.snapkeeper.zk.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.ensemble.FurtherJvmFlags;
import io.snapkeeper.ensemble.ServerLibraries;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.ensemble.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One JVM with the agent and a main class of ZooKeeper, for what is no ensemble. */
final class ServerJvm implements AutoCloseable {

  private static final String LOGBACK =
      """
      <configuration>
        <appender name="CONSOLE" class="ch.qos.logback.core.ConsoleAppender">
          <encoder><pattern>%-5level %logger - %msg%n</pattern></encoder>
        </appender>
        <root level="INFO"><appender-ref ref="CONSOLE"/></root>
      </configuration>
      """;

  private final Process process;
  private final Path output;

  private ServerJvm(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  /**
   * Starts a JVM with the agent.
   *
   * @param directory for its output and logging configuration
   * @param mainAndArguments the main class first
   */
  static ServerJvm start(Path directory, List<String> jvmFlags, String... mainAndArguments)
      throws IOException {
    Files.writeString(directory.resolve("logback.xml"), LOGBACK);
    Path output = directory.resolve("output.txt");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx96m");
    command.add("-XX:+UseSerialGC");
    command.add("-javaagent:" + TestEnsembles.agentJar());
    command.add("-Dlogback.configurationFile=" + directory.resolve("logback.xml"));
    command.addAll(FurtherJvmFlags.get());
    command.addAll(jvmFlags);
    command.add("-cp");
    command.add(ServerLibraries.fromSystemProperty().classPath(Line.V3_9));
    command.addAll(List.of(mainAndArguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(output.toFile());
    Process process = builder.start();
    process.getOutputStream().close();
    return new ServerJvm(process, output);
  }

  /** The exit code, once it has ended. */
  int awaitExit() throws Exception {
    if (!process.waitFor(TestEnsembles.START_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError("still running; its output:\n" + output());
    }
    return process.exitValue();
  }

  /** Waits until it has printed this; fails at once if it ends. */
  void awaitOutput(String part, Duration timeout) {
    Waiting.until(
        "the JVM prints \"" + part + "\", or ends",
        timeout,
        () -> printed().contains(part) || !process.isAlive(),
        this::printed);
    assertThat(printed()).contains(part);
  }

  private String printed() {
    try {
      return output();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Everything it has printed on either stream. */
  String output() throws IOException {
    return Files.readString(output);
  }

  @Override
  public void close() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor(10, TimeUnit.SECONDS);
  }
}
