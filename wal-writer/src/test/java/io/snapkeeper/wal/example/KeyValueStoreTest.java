package io.snapkeeper.wal.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.snapkeeper.wal.OnPath;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Both examples: what they acknowledged is there after every kill. */
@Timeout(120)
class KeyValueStoreTest {

  private static final Path C_SOURCES = Path.of("src/main/c").toAbsolutePath();

  @TempDir private static Path installed;

  private static String notInstalled = "";

  @TempDir private Path directory;

  /** As a user installs the library and builds a program with it. */
  @BeforeAll
  static void install() throws Exception {
    if (!System.getProperty("os.name").equals("Linux") || OnPath.find("cc").isEmpty()) {
      notInstalled = "no C compiler: the C library was not built";
      return;
    }
    run("sh", C_SOURCES.resolve("install.sh").toString(), installed.toString());
    run(
        "cc",
        "-std=c11",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-I" + installed.resolve("include"),
        "-o",
        installed.resolve("bin/kv").toString(),
        C_SOURCES.resolve("client/kv.c").toString(),
        installed.resolve("lib/libsnapkeeper-wal.a").toString());
  }

  private static void run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }

  private List<String> inJava() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp",
        System.getProperty("java.class.path"),
        KeyValueStore.class.getName(),
        directory.toString());
  }

  private List<String> inC() {
    assumeTrue(notInstalled.isEmpty(), notInstalled);
    return List.of(
        installed.resolve("bin/kv").toString(),
        directory.toString(),
        installed.resolve("bin/snapkeeper-wal").toString());
  }

  @Test
  void inJavaWhatWasAcknowledgedIsThereAfterEveryKill() throws Exception {
    survivesKills(inJava());
  }

  @Test
  void inCWhatWasAcknowledgedIsThereAfterEveryKill() throws Exception {
    survivesKills(inC());
  }

  @Test
  void inCAKilledWriterIsReplaced() throws Exception {
    try (Store store = new Store(inC())) {
      for (int round = 0; round < 5; round++) {
        store.process.children().forEach(ProcessHandle::destroyForcibly);
        for (int i = 0; i < 20; i++) {
          assertThat(store.ask("set key-" + i + " " + round)).isEqualTo("ok");
        }
      }
    }
    try (Store recovered = new Store(inC())) {
      assertThat(recovered.ask("get key-19")).isEqualTo("4");
    }
  }

  /** As root installs it for other users: the kernel lets them see less of such a process. */
  @Test
  void inCAnOrdinaryUserHasAWriterWithFileCapabilities() throws Exception {
    List<String> command = new ArrayList<>(inC());
    assumeTrue(
        Files.getOwner(directory).getName().equals("root"), "giving up root's rights needs them");
    OnPath.require("util-linux", "setpriv");
    OnPath.require("libcap2-bin", "setcap");
    Path writer = installed.resolve("bin/snapkeeper-wal-for-others");
    run("install", "-m", "755", installed.resolve("bin/snapkeeper-wal").toString(), writer + "");
    run("setcap", "cap_sys_nice=ep", writer.toString());
    run("chown", "1000", directory.toString());
    Files.setPosixFilePermissions(installed, PosixFilePermissions.fromString("rwxr-xr-x"));
    command.set(command.size() - 1, writer.toString());
    command.addAll(0, List.of("setpriv", "--reuid=1000", "--regid=1000", "--clear-groups"));
    try (Store store = new Store(command)) {
      assertThat(store.ask("set key value")).isEqualTo("ok");
      long pid = store.process.children().findFirst().orElseThrow().pid();
      assertThat(Files.readAllLines(Path.of("/proc/" + pid + "/status")))
          .contains("CapEff:\t0000000000800000");
    }
    try (Store recovered = new Store(command)) {
      assertThat(recovered.ask("get key")).isEqualTo("value");
    }
  }

  private static void survivesKills(List<String> command) throws Exception {
    Random random = new Random(1);
    int acknowledged = 0;
    for (int round = 0; round < 5; round++) {
      try (Store store = new Store(command)) {
        assertHasAll(store, acknowledged);
        int to = acknowledged + 20 + random.nextInt(100);
        for (; acknowledged < to; acknowledged++) {
          String set = "set key-" + acknowledged + " value " + acknowledged;
          assertThat(store.ask(set)).isEqualTo("ok");
        }
        store.send("set key-" + acknowledged + " value " + acknowledged);
        store.process.destroyForcibly();
      }
    }
    // It also waits for the writer of the last one, which may still make a file in the directory.
    try (Store recovered = new Store(command)) {
      assertHasAll(recovered, acknowledged);
    }
  }

  private static void assertHasAll(Store store, int acknowledged) throws IOException {
    for (int i = 0; i < acknowledged; i++) {
      assertThat(store.ask("get key-" + i)).isEqualTo("value " + i);
    }
  }

  /** A running store. */
  private static final class Store implements AutoCloseable {
    final Process process;
    private final OutputStream commands;
    private final BufferedReader answers;

    Store(List<String> command) throws IOException {
      process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      commands = process.getOutputStream();
      answers =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    void send(String command) throws IOException {
      commands.write((command + "\n").getBytes(StandardCharsets.UTF_8));
      commands.flush();
    }

    String ask(String command) throws IOException {
      send(command);
      return answers.readLine();
    }

    @Override
    public void close() throws IOException {
      try {
        commands.close();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
          process.destroyForcibly();
          throw new AssertionError("it does not end");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
