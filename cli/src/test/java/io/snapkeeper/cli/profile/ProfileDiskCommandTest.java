package io.snapkeeper.cli.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snapkeeper.cli.Failure;
import io.snapkeeper.wal.profile.DiskModel;
import io.snapkeeper.wal.profile.IoProperties;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class ProfileDiskCommandTest {

  private static final String MAIN = "org.apache.zookeeper.server.quorum.QuorumPeerMain";

  private static final int ATTEMPTS = 5;

  @TempDir(factory = BesideTheClasses.class)
  private Path directory;

  private Path proc;
  private Path measured;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** Where temporary files usually are may be in memory. */
  static final class BesideTheClasses implements TempDirFactory {
    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext extension)
        throws IOException {
      Path classes = Files.createDirectories(Path.of("target").toAbsolutePath());
      return Files.createTempDirectory(classes, "profile-disk-");
    }
  }

  @Command(name = "snapkeeper")
  private static final class Root {}

  @BeforeEach
  void directories() throws IOException {
    proc = Files.createDirectories(directory.resolve("proc"));
    measured = Files.createDirectories(directory.resolve("measured"));
  }

  private int run(String... args) {
    CommandLine line =
        new CommandLine(new Root())
            .addSubcommand("profile-disk", new ProfileDiskCommand(proc, Path.of("/sys")));
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    line.setExecutionExceptionHandler(
        (exception, command, parsed) -> {
          if (exception instanceof Failure failure) {
            command.getErr().println(failure.getMessage());
            return failure.exit().code();
          }
          throw exception;
        });
    List<String> all = new ArrayList<>(List.of("profile-disk"));
    all.addAll(List.of(args));
    return line.execute(all.toArray(String[]::new));
  }

  /** Measures for five seconds, again while others leave the disk too little time for its file. */
  private int measure(String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    all.add("--max-seconds=5");
    for (int attempt = 1; ; attempt++) {
      err.getBuffer().setLength(0);
      long start = System.nanoTime();
      int code = run(all.toArray(String[]::new));
      // The rest is for a machine whose disk stalls meanwhile.
      assertThat((System.nanoTime() - start) / 1e9).isLessThan(20);
      if (attempt == ATTEMPTS || !err.toString().contains("give it more time")) {
        return code;
      }
    }
  }

  private String file(String name) {
    return directory.resolve(name).toString();
  }

  private void assumeDirectIo() {
    Assumptions.assumeTrue(
        !err.toString().contains("refuses direct I/O") && !err.toString().contains("is memory"),
        () -> "needs a directory on a disk with direct I/O: " + err);
  }

  @Test
  void aShortRunWritesWhatTheServerReads() throws Exception {
    int code =
        measure(
            measured.toString(),
            "--size=32MiB",
            "--output=" + file("io.yaml"),
            "--figure=" + file("map.svg"),
            "--json=" + file("map.json"));
    assumeDirectIo();
    assertThat(code).as(err.toString()).isZero();
    assertThat(measured).isEmptyDirectory();

    DiskModel model = IoProperties.read(Path.of(file("io.yaml"))).diskOf(measured).orElseThrow();
    JsonNode json = new ObjectMapper().readTree(Path.of(file("map.json")).toFile());
    assertThat(model.writeBytesPerSecond())
        .isEqualTo(Math.rint(json.path("model").path("writeBytesPerSecond").asDouble()));
    assertThat(model.readIops())
        .isEqualTo(Math.rint(json.path("model").path("readIops").asDouble()));
    assertThat(json.path("map")).hasSize(9);
    json.path("map")
        .forEach(
            point -> {
              JsonNode latency = point.path("walLatencyMillis");
              assertThat(latency.path("writes").asLong()).isPositive();
              assertThat(latency.path("p50").asDouble())
                  .isPositive()
                  .isLessThanOrEqualTo(latency.path("p99").asDouble());
            });
    assertThat(Path.of(file("map.svg"))).content().contains("<svg").contains("p99, ms");
    assertThat(out.toString()).contains("Written: " + file("io.yaml"));
  }

  @Test
  void aFileThatExistsIsNotReplaced() throws Exception {
    Files.writeString(Path.of(file("io.yaml")), "mine");
    assertThat(run(measured.toString(), "-o", file("io.yaml"))).isEqualTo(1);
    assertThat(err.toString())
        .isEqualTo(
            file("io.yaml")
                + " (--output) exists; name another file, or replace it with --overwrite\n");
    assertThat(Path.of(file("io.yaml"))).hasContent("mine");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--max-seconds=4.9 | 2 | --max-seconds is 4.9; allowed: 5 or more",
        "--max-seconds=NaN | 2 | --max-seconds is NaN; allowed: 5 or more",
        "--max-seconds=soon | 2 | 'soon' is not a double",
        "--size=15MiB | 2 | --size is 15.73 MB; allowed: 16MiB or more",
        "--size=big | 2 | 'big' is not a size",
        "--wal-rate=0 | 2 | --wal-rate is 0.0; allowed: more than 0, up to 1000000",
        "--figure=a.jpg | 2 | a picture's name ends in .svg or .png",
        "--json=/no/such/dir/a.json | 1 | /no/such/dir is not an existing directory",
        "--sise=1GB | 2 | Unknown option: '--sise=1GB'",
      })
  void wrongOptionsAreNamed(String option, int code, String message) {
    assertThat(run(measured.toString(), "-o", file("io.yaml"), option)).isEqualTo(code);
    assertThat(err.toString()).contains(message);
    assertThat(Path.of(file("io.yaml"))).doesNotExist();
  }

  @Test
  void oneFileForTwoThingsIsRefused() {
    assertThat(run(measured.toString(), "-o", file("a"), "--json", file("a"))).isEqualTo(2);
    assertThat(err.toString()).contains("named twice");
  }

  @Test
  void aDirectoryIsNeeded() throws Exception {
    assertThat(run("-o", file("io.yaml"))).isEqualTo(2);
    assertThat(err.toString()).contains("Missing required parameter: 'DIR'");
    assertThat(run(file("none"), "-o", file("io.yaml"))).isEqualTo(1);
    assertThat(err.toString()).contains("no such directory: " + file("none"));
    Path plain = Files.createFile(directory.resolve("plain"));
    assertThat(run(plain.toString(), "-o", file("io.yaml"))).isEqualTo(1);
    assertThat(err.toString()).contains(plain + " is not a directory");
  }

  @Test
  void aSizeWithoutRoomIsRefused() {
    assertThat(run(measured.toString(), "-o", file("io.yaml"), "--size=100000TB")).isEqualTo(1);
    assumeDirectIo();
    assertThat(err.toString())
        .contains("too little room: " + measured + " has ")
        .contains("and a --size of 100000 TB needs 200000 TB")
        .contains("smaller --size");
  }

  @Test
  void twiceTheSizeAndAMarginHaveToBeFree() {
    Site site = new Site(Path.of("/data"));
    site.requireRoom(1_000_000_000, 2_000_000_000 + Site.MARGIN_BYTES);
    assertThatThrownBy(() -> site.requireRoom(1_000_000_000, 2_000_000_000 + Site.MARGIN_BYTES - 1))
        .isInstanceOf(Failure.class)
        .hasMessage(
            "too little room: /data has 2.27 GB free, and a --size of 1 GB needs 2.27 GB (twice as"
                + " much and 268.44 MB); free some, or give a smaller --size");
    assertThatThrownBy(() -> site.requireRoom(1_000_000_000, 0))
        .hasMessageContaining("nothing free");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tmpfs", "ramfs"})
  void memoryIsNoDisk(String fileSystem) {
    Site site = new Site(Path.of("/run"));
    assertThatThrownBy(() -> site.requireDisk(fileSystem))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("/run is on " + fileSystem + ", which is memory");
    site.requireDisk("ext4");
  }

  @Test
  void aServerOnTheSameDiskIsNotStalled() throws Exception {
    Files.createDirectories(directory.resolve("data"));
    Files.writeString(directory.resolve("zoo.cfg"), "dataDir=/data\n");
    FakeProcess.of(proc, 4711, "java", MAIN, "/zoo.cfg");
    assertThat(run(measured.toString(), "-o", file("io.yaml"))).isEqualTo(1);
    assumeDirectIo();
    assertThat(err.toString())
        .contains("ZooKeeper server 4711 keeps its data on the same disk (")
        .contains("stop it first, or measure all the same with --force")
        .hasLineCount(1);
    assertThat(measure(measured.toString(), "-o", file("io.yaml"), "--force", "--size=16MiB"))
        .as(err.toString())
        .isZero();
  }

  @Test
  void aServerWhoseDiskIsUnknownIsNotStalledEither() throws Exception {
    FakeProcess.of(proc, 4711, "java", MAIN, "/no/such/zoo.cfg");
    assertThat(run(measured.toString(), "-o", file("io.yaml"))).isEqualTo(1);
    assumeDirectIo();
    assertThat(err.toString())
        .contains("process 4711 is a ZooKeeper server, and where its data is cannot be found out");
  }

  @Test
  void helpSaysWhatEachDefaultIsFor() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString())
        .contains("--max-seconds=S")
        .contains("default 120")
        .contains("default")
        .contains("1GiB")
        .contains("io_properties.yaml");
  }
}
