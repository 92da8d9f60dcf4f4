package io.snapkeeper.wal.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.snapkeeper.wal.OnPath;
import io.snapkeeper.wal.log.LogFigures.IoClass;
import io.snapkeeper.wal.log.LogSettings;
import io.snapkeeper.wal.owner.DirectoryOwner;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
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
import java.util.concurrent.CompletableFuture;
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
    assertThat(loggedByOrdinaryUser()).isEqualTo(raised(IoClass.REAL_TIME));
  }

  /** The counterpart: what the test above sees comes from the capability. */
  @Test
  void withoutThemItHasTheFirstOfTheBestEffortClass() throws Exception {
    assertThat(loggedByOrdinaryUser()).isEqualTo(raised(IoClass.BEST_EFFORT));
  }

  @Test
  void oneThatAnotherUserOwnsIsRefused() throws Exception {
    assertThat(run(List.of("chown", "1001", program.toString()))).isEmpty();
    assertThat(loggedByOrdinaryUser()).contains("it must belong to root or to the server's user");
  }

  private static String raised(IoClass ioClass) {
    return ioClass + ": 0 threads, with slow commits 1";
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
   * Commits by the installed program, and prints the class that slow commits get, and how many
   * threads the kernel has in it: before there were any, and once there are. Threads that write
   * zeros must not be among them.
   */
  static final class Server {

    private static final int TRIES = 40;
    private static final long STOPPED_MILLIS = 300; // a slow commit, and no hung writer

    private final WriterProcessLog log;
    private volatile boolean stopping;

    private Server(WriterProcessLog log) {
      this.log = log;
    }

    public static void main(String[] args) throws Exception {
      try {
        WriterBinary binary = WriterBinary.installed(Path.of(args[0]));
        try (WriterProcessLog log =
            WriterProcessLog.byRing(
                binary,
                DirectoryOwner.take(Path.of(args[1]), Duration.ofSeconds(10)),
                new LogSettings(1 << 20),
                Duration.ofSeconds(20),
                (where, fault) -> System.out.println(where + ": " + fault))) {
          log.begin("log.1", new byte[16]);
          new Server(log).run();
        }
      } catch (IOException e) {
        System.out.println(e.getMessage());
      }
    }

    private void run() throws Exception {
      commit();
      IoClass ioClass = log.figures().ioClass();
      int before = threadsIn(ioClass);
      CompletableFuture<Void> commits = CompletableFuture.runAsync(this::keepCommitting);
      int after = before;
      // A stop counts if it falls into a commit, as most of them do.
      for (int i = 0; i < TRIES && after == before && !commits.isDone(); i++) {
        signal("STOP");
        Thread.sleep(STOPPED_MILLIS);
        signal("CONT");
        Thread.sleep(50);
        after = threadsIn(ioClass);
      }
      stopping = true;
      commits.get();
      System.out.println(ioClass + ": " + before + " threads, with slow commits " + after);
    }

    private void commit() throws IOException {
      log.append(new byte[4096], 0, 4096);
      log.commit();
    }

    private void keepCommitting() {
      try {
        while (!stopping) {
          commit();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private void signal(String name) throws IOException, InterruptedException {
      new ProcessBuilder("kill", "-" + name, Long.toString(log.writerPid())).start().waitFor();
    }

    /** Those at the first level of the class. */
    private int threadsIn(IoClass ioClass) throws Exception {
      String wanted = ioClass == IoClass.REAL_TIME ? "realtime: prio 0" : "best-effort: prio 0";
      int count = 0;
      String[] threads = Path.of("/proc/" + log.writerPid() + "/task").toFile().list();
      if (threads == null || threads.length < 2) {
        throw new IOException("no threads of " + log.writerPid() + " that write zeros");
      }
      for (String thread : threads) {
        Process ionice = new ProcessBuilder("ionice", "-p", thread).start();
        String answer =
            new String(ionice.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (answer.equals(wanted)) {
          count++;
        }
      }
      return count;
    }
  }
}
