package io.snapkeeper.wal.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.snapkeeper.wal.OnPath;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A file system whose locks do not work, as NFS without a lock daemon: {@code fcntl} fails with
 * {@code ENOLCK}, by a library that is preloaded.
 */
@Timeout(120)
class WithoutLocksTest {

  private static final Path SOURCES = Path.of("src/main/c").toAbsolutePath();

  @TempDir private Path work;

  private Path compiler;
  private Path library;
  private Path directory;

  @BeforeEach
  void build() throws Exception {
    assumeTrue(System.getProperty("os.name").equals("Linux"), "preloading needs Linux");
    compiler = OnPath.require("gcc libc6-dev", "cc");
    library = work.resolve("without_locks.so");
    compile("-shared", "-fPIC", "-o", library.toString(), "src/test/c/without_locks.c");
    directory = Files.createDirectory(work.resolve("logs"));
  }

  private void compile(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(compiler.toString()));
    command.addAll(List.of(arguments));
    assertThat(run(Map.of(), command.toArray(String[]::new))).isEmpty();
  }

  private static String run(Map<String, String> environment, String... command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return said.strip();
  }

  private String taken(Map<String, String> environment) throws Exception {
    return run(
        environment,
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp",
        System.getProperty("java.class.path"),
        Server.class.getName(),
        directory.toString());
  }

  private Map<String, String> withoutLocks() {
    return Map.of("LD_PRELOAD", library.toString());
  }

  @Test
  void theServerIsToldWhichDirectoryAndWhy() throws Exception {
    assertThat(taken(withoutLocks()))
        .startsWith("LocksUnavailableException: " + directory.toRealPath() + " (")
        .contains(") cannot be locked: ")
        .contains("No locks available");
  }

  /** The counterpart: what the test above sees comes from the locks. */
  @Test
  void withLocksItIsTaken() throws Exception {
    assertThat(taken(Map.of())).isEqualTo("taken");
  }

  @Test
  void theCLibrarySaysSo() throws Exception {
    Path program = work.resolve("kv");
    List<String> arguments =
        new ArrayList<>(List.of("-I" + SOURCES.resolve("client"), "-o", program.toString()));
    Stream.of(
            "client/kv.c",
            "client/client.c",
            "client/writer.c",
            "crc32c.c",
            "owner.c",
            "file_system.c",
            "mounts.c")
        .map(source -> SOURCES.resolve(source).toString())
        .forEach(arguments::add);
    compile(arguments.toArray(String[]::new));
    assertThat(run(withoutLocks(), program.toString(), directory.toString()))
        .contains("No locks available");
  }

  /** Takes the directory, and says how that went. */
  static final class Server {
    public static void main(String[] args) throws Exception {
      try {
        DirectoryOwner owner = DirectoryOwner.take(Path.of(args[0]), Duration.ofSeconds(5));
        System.out.println("taken");
        owner.close();
      } catch (LocksUnavailableException e) {
        System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
      }
    }
  }
}
