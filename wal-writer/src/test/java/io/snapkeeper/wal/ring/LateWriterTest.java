package io.snapkeeper.wal.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.snapkeeper.testset.TestSet;
import io.snapkeeper.wal.OnPath;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A writer that stops with a commit in hand, a server that dies, and the next server: nothing that
 * this one has read changes any more.
 */
@Timeout(600)
class LateWriterTest {

  @TempDir private Path temp;

  private Path program;

  /** How the next server starts. */
  enum Restart {
    /** As a process of the same machine. */
    PROCESS,
    /** Where it sees no process of the one before it: pid namespaces of their own. */
    CONTAINER
  }

  @BeforeEach
  void link() throws Exception {
    program =
        CompiledDriver.wrapping(
                List.of("pwritev"), "stopping_writer.c", CompiledDriver.writersSources())
            .program();
  }

  @AfterEach
  void removeOrder() throws IOException {
    Files.deleteIfExists(order());
  }

  private Path order() {
    return Path.of(program + ".stops");
  }

  /** Two kinds at a time: each round waits for two servers, one after the other. */
  @ParameterizedTest
  @Execution(ExecutionMode.CONCURRENT)
  @CsvSource({"RING, PROCESS", "PIPE, PROCESS", "RING, CONTAINER", "PIPE, CONTAINER"})
  void theNextServerWaitsForIt(LateServer.Way way, Restart restart) throws Exception {
    if (restart == Restart.CONTAINER) {
      OnPath.require("util-linux", "unshare");
      assumeTrue(
          Files.getOwner(temp).getName().equals("root"), "a pid namespace of its own needs root");
    }
    int rounds = TestSet.times(1, 3, 50, "late writers, for each transport and kind of restart");
    int late = 0;
    for (int round = 0; round < rounds; round++) {
      late += round(Files.createDirectory(temp.resolve("logs-" + round)), way, restart) ? 1 : 0;
    }
    System.out.printf(
        "%s, %s: %d rounds, in %d of them the writer was late%n", way, restart, rounds, late);
    assertThat(late).as("rounds in which the writer was late").isEqualTo(rounds);
  }

  /** Whether the writer still wrote when its server was gone. */
  private boolean round(Path logs, LateServer.Way way, Restart restart) throws Exception {
    Path log = logs.resolve(LateServer.LOG);
    try (Server first = new Server(logs, way, restart)) {
      assertThat(first.line()).isEqualTo("taken");
      assertThat(first.line()).isEqualTo("committed");
      byte[] acknowledged = Files.readAllBytes(log);
      Files.createFile(order());
      first.say("commit");
      ProcessHandle writer = first.writer();
      awaitStopped(writer.pid());
      Files.delete(order());
      first.kill();

      try (Server next = new Server(logs, way, restart)) {
        // It must not get as far as to read anything.
        assertThat(next.line()).startsWith("waits").contains("pid", "outlived its server");
        assertThat(Files.readAllBytes(log)).isEqualTo(acknowledged);
        new ProcessBuilder("kill", "-CONT", Long.toString(writer.pid())).start().waitFor();
        assertThat(next.line()).isEqualTo("taken");
        byte[] read = Files.readAllBytes(log);
        assertThat(writer.onExit().get(60, TimeUnit.SECONDS).isAlive()).isFalse();
        assertThat(next.line()).isEqualTo("committed");
        next.kill();
        assertThat(Files.readAllBytes(log)).as("what the next server has read").isEqualTo(read);
        return !Arrays.equals(acknowledged, read);
      }
    }
  }

  private static void awaitStopped(long pid) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!Files.readString(Path.of("/proc/" + pid + "/stat")).contains(") T ")) {
      assertThat(System.nanoTime()).as("the writer stops").isLessThan(deadline);
      Thread.sleep(1);
    }
  }

  /** A server in a process of its own. */
  private final class Server implements AutoCloseable {
    private final Process process;
    private final BufferedReader said;

    Server(Path logs, LateServer.Way way, Restart restart) throws IOException {
      List<String> command = new ArrayList<>();
      if (restart == Restart.CONTAINER) {
        // Its first process outlives the server, as a shell or tini does.
        command.addAll(
            List.of("unshare", "--pid", "--fork", "--kill-child", "--mount-proc", "sh", "-c"));
        command.add("\"$@\"; sleep 600");
        command.add("sh");
      }
      command.addAll(
          List.of(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-XX:TieredStopAtLevel=1",
              // JVMs of one number in two namespaces would complain of each other's files.
              "-XX:-UsePerfData",
              "-cp",
              System.getProperty("java.class.path"),
              LateServer.class.getName(),
              program.toString(),
              logs.toString(),
              way.name()));
      process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      said =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    String line() throws IOException {
      return said.readLine();
    }

    void say(String word) throws IOException {
      process.getOutputStream().write((word + "\n").getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    }

    private ProcessHandle server() {
      return Stream.concat(Stream.of(process.toHandle()), process.descendants())
          .filter(each -> each.info().command().orElse("").endsWith("/java"))
          .findFirst()
          .orElseThrow();
    }

    ProcessHandle writer() {
      return server().children().findFirst().orElseThrow();
    }

    /** The server alone: its writer stays. */
    void kill() throws Exception {
      ProcessHandle server = server();
      server.destroyForcibly();
      server.onExit().get(60, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
