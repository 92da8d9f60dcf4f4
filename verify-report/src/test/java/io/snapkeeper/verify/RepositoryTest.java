package io.snapkeeper.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What holds for the repository as a whole. */
class RepositoryTest {

  /** Nothing written by hand is near this; built or downloaded files are above it. */
  private static final long FILE_BYTES_MAX = 256 * 1024;

  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

  private final Path repo = Path.of(System.getProperty("snapkeeper.repo"));

  @Test
  void everyKindOfTestOfEveryModuleIsInTheReport() throws IOException {
    List<Part> parts = VerifyReport.expectedParts();
    List<String> missing = new ArrayList<>();
    for (String module : modules()) {
      for (String kind : List.of("surefire:Test.java", "failsafe:IT.java")) {
        String runner = kind.substring(0, kind.indexOf(':'));
        boolean listed =
            parts.stream().anyMatch(p -> p.module().equals(module) && p.runner().equals(runner));
        if (hasTests(module, kind.substring(kind.indexOf(':') + 1)) && !listed) {
          missing.add(module + " " + runner);
        }
      }
    }
    assertThat(missing).as("tests that parts.txt does not list").isEmpty();
  }

  /** Without them the table would take the quick set for all. */
  @Test
  void theTestSetSaysWhatItLeavesOutInTheWordsThatTheReportKnows() throws IOException {
    String testSet =
        Files.readString(
            repo.resolve("scheduler-core/src/test/java/io/snapkeeper/testset/TestSet.java"));
    assertThat(testSet)
        .contains("\"" + TestReports.REDUCED + "\"")
        .contains("\"" + TestReports.REDUCED_IN_CI + "\"")
        .contains("\"" + Tally.NOT_IN_CI + "\"")
        .contains("\"" + Tally.LEFT_OUT + "\"");
  }

  @Test
  void reportIsTheLastModule() throws IOException {
    assertThat(modules()).last().isEqualTo("verify-report");
  }

  @Test
  void noLargeFileIsInTheRepository() throws IOException, InterruptedException {
    List<String> large = new ArrayList<>();
    for (String file : trackedFiles()) {
      Path path = repo.resolve(file);
      if (Files.isRegularFile(path) && Files.size(path) > FILE_BYTES_MAX) {
        large.add(file + " has " + Files.size(path) + " bytes");
      }
    }
    assertThat(large).as("files over %d bytes", FILE_BYTES_MAX).isEmpty();
  }

  @Test
  void noFileNamesThisMachinesDirectories() throws IOException, InterruptedException {
    List<String> naming = new ArrayList<>();
    for (String file : trackedFiles()) {
      Path path = repo.resolve(file);
      // Latin 1 reads any bytes; the directory is compared in the same encoding.
      if (Files.isRegularFile(path)
          && Files.readString(path, StandardCharsets.ISO_8859_1).contains(checkoutAsLatin1())) {
        naming.add(file);
      }
    }
    assertThat(naming).as("files that contain %s", repo).isEmpty();
  }

  private String checkoutAsLatin1() {
    return new String(
        repo.toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  private List<String> modules() throws IOException {
    Matcher matcher = MODULE.matcher(Files.readString(repo.resolve("pom.xml")));
    List<String> modules = new ArrayList<>();
    while (matcher.find()) {
      modules.add(matcher.group(1));
    }
    return modules;
  }

  private boolean hasTests(String module, String suffix) throws IOException {
    Path tests = repo.resolve(module).resolve("src/test/java");
    if (!Files.isDirectory(tests)) {
      return false;
    }
    try (Stream<Path> files = Files.walk(tests)) {
      return files.anyMatch(file -> file.getFileName().toString().endsWith(suffix));
    }
  }

  private List<String> trackedFiles() throws IOException, InterruptedException {
    assumeTrue(
        Files.exists(repo.resolve(".git")), "no .git here: a source archive, not a checkout");
    Process git =
        // A build by another user than the checkout's owner (root in a pipeline) only reads here.
        new ProcessBuilder(
                "git", "-c", "core.quotePath=false", "-c", "safe.directory=*", "ls-files")
            .directory(repo.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String listed = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(git.waitFor(30, TimeUnit.SECONDS)).as("git ls-files ended").isTrue();
    assertThat(git.exitValue()).as("exit status of git ls-files").isZero();
    return listed.lines().toList();
  }
}
