package io.snapkeeper.wal.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.snapkeeper.wal.log.LogFigures.IoClass;
import io.snapkeeper.wal.log.LogSettings;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The server of an ordinary user, in a JVM without any privilege, and the program that root has
 * installed for it.
 */
@Timeout(60)
class InstalledWriterTest {

  private static final int ORDINARY_USER = 1000;
  private static final String CAPABILITY = "cap_sys_nice";

  @TempDir private Path directory;

  private Path program;

  @BeforeEach
  void install() throws Exception {
    assumeTrue(
        Files.getOwner(directory).getName().equals("root"), "giving up root's rights needs them");
    for (String tool : List.of("setpriv", "ionice", "setcap")) {
      OnPath.require("util-linux libcap2-bin", tool);
    }
    program = directory.resolve("snapkeeper-wal");
    Files.copy(TestWriter.binary().path(), program);
    everybodyMay(program);
    everybodyMay(directory);
  }

  @Test
  void itHasTheRealTimeClassByItsFileCapabilities() throws Exception {
    assertThat(run(List.of("setcap", CAPABILITY + "=ep", program.toString()))).isEmpty();
    assertThat(loggedByOrdinaryUser()).isEqualTo(IoClass.REAL_TIME + ", 1 of its threads");
  }

  /** The counterpart: what the test above sees comes from the capability. */
  @Test
  void withoutThemItHasTheFirstOfTheBestEffortClass() throws Exception {
    assertThat(loggedByOrdinaryUser()).isEqualTo(IoClass.BEST_EFFORT + ", 0 of its threads");
  }

  @Test
  void oneThatAnotherUserOwnsIsRefused() throws Exception {
    assertThat(run(List.of("chown", "1001", program.toString()))).isEmpty();
    assertThat(loggedByOrdinaryUser()).contains("it must belong to root or to the server's user");
  }

  /** What {@link Server} prints. */
  private String loggedByOrdinaryUser() throws Exception {
    Path logs = Files.createDirectory(directory.resolve("logs"));
    String user = Integer.toString(ORDINARY_USER);
    assertThat(run(List.of("chown", user, logs.toString()))).isEmpty();
    return run(
        List.of(
            "setpriv",
            "--reuid=" + user,
            "--regid=" + user,
            "--clear-groups",
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx64m",
            "-cp",
            readableClassPath(),
            Server.class.getName(),
            program.toString(),
            logs.toString()));
  }

  /** Copies: a checkout may be where only its owner can read it. */
  private String readableClassPath() throws IOException, URISyntaxException {
    List<String> copies = new ArrayList<>();
    for (Class<?> each : List.of(WriterProcessLog.class, InstalledWriterTest.class)) {
      Path classes = Path.of(each.getProtectionDomain().getCodeSource().getLocation().toURI());
      Path copy = directory.resolve("classes-" + copies.size());
      try (Stream<Path> files = Files.walk(classes)) {
        for (Path file : (Iterable<Path>) files::iterator) {
          Path to = copy.resolve(classes.relativize(file));
          Files.copy(file, to);
          everybodyMay(to);
        }
      }
      copies.add(copy.toString());
    }
    return String.join(File.pathSeparator, copies);
  }

  private static void everybodyMay(Path file) throws IOException {
    Set<PosixFilePermission> all = PosixFilePermissions.fromString("rwxr-xr-x");
    Files.setPosixFilePermissions(file, all);
  }

  private static String run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).as("%s ends", command).isTrue();
    return output.trim();
  }

  /**
   * Commits one record by the installed program, and prints the class that its writes have and how
   * many of its threads are in the real-time class: those that write zeros must not be.
   */
  static final class Server {

    private Server() {}

    public static void main(String[] args) throws Exception {
      try {
        WriterBinary binary = WriterBinary.installed(Path.of(args[0]));
        try (WriterProcessLog log =
            WriterProcessLog.byRing(
                binary,
                Path.of(args[1]),
                new LogSettings(1 << 20),
                Duration.ofSeconds(20),
                (where, fault) -> System.out.println(where + ": " + fault))) {
          log.begin("log.1", new byte[16]);
          log.append(new byte[] {1, 2, 3}, 0, 3);
          log.commit();
          System.out.println(
              log.figures().ioClass()
                  + ", "
                  + realTimeThreads(log.writerPid())
                  + " of its threads");
        }
      } catch (IOException e) {
        System.out.println(e.getMessage());
      }
    }

    private static int realTimeThreads(long pid) throws Exception {
      int count = 0;
      String[] threads = Path.of("/proc/" + pid + "/task").toFile().list();
      if (threads == null || threads.length < 2) {
        throw new IOException("no threads of " + pid + " that write zeros");
      }
      for (String thread : threads) {
        Process ionice = new ProcessBuilder("ionice", "-p", thread).start();
        if (new String(ionice.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
            .startsWith("realtime")) {
          count++;
        }
      }
      return count;
    }
  }
}
