package io.snapkeeper.wal.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.snapkeeper.wal.OnPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The build's step for the writer, on a machine that has no C compiler. */
@Timeout(60)
class BuildWithoutCompilerTest {

  /** What the step itself runs, but for a compiler. */
  private static final List<String> TOOLS =
      List.of("uname", "dirname", "find", "sha256sum", "cut", "mkdir", "mv", "tr");

  private static final Path SCRIPT = Path.of("src/main/c/build.sh").toAbsolutePath();

  @TempDir private Path directory;

  private String build(String path) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder("/bin/sh", SCRIPT.toString(), directory.resolve("built").toString())
            .redirectErrorStream(true);
    builder.environment().put("PATH", path);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(output).isZero();
    return output;
  }

  /** A directory with these tools only. */
  private String only(List<String> tools) throws IOException {
    Path bin = Files.createDirectory(directory.resolve("bin"));
    for (String tool : tools) {
      Path found = OnPath.find(tool).orElseThrow();
      Files.createSymbolicLink(bin.resolve(tool), found);
    }
    return bin.toString();
  }

  @Test
  void itIsLeftOutWithOneLine() throws Exception {
    assumeTrue(System.getProperty("os.name").equals("Linux"), "elsewhere another line is printed");
    String output = build(only(TOOLS));
    assertThat(output)
        .isEqualTo(
            "[wal-writer] no C compiler: built without the log writer process"
                + " (Debian: apt-get install gcc libc6-dev)\n");
    assertThat(directory.resolve("built")).doesNotExist();
  }

  /**
   * The counterpart: what is missing above is the compiler. Only this machine's: compiling for the
   * other one takes as long again, and the build itself has done so.
   */
  @Test
  void withOneItIsBuiltForThisMachineAndNotForTheOther() throws Exception {
    TestWriter.binary();
    assertThat(build(only(withCompiler())))
        .matches(
            "\\[wal-writer] no compiler for (aarch64|x86_64): servers there write their logs in-process"
                + " \\(Debian: apt-get install gcc-(aarch64|x86-64)-linux-gnu\\)\n");
    assertThat(directory.resolve("built").toFile().list()).hasSize(2); // program and its sum
  }

  private static List<String> withCompiler() {
    return Stream.concat(TOOLS.stream(), Stream.of("cc", "as", "ld")).toList();
  }
}
