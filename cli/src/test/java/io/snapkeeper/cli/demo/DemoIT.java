package io.snapkeeper.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snapkeeper.ensemble.FurtherJvmFlags;
import io.snapkeeper.ensemble.flash.EmulatedDisks;
import io.snapkeeper.ensemble.flash.FlashSpec;
import io.snapkeeper.testset.TestSet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command in a process of its own, as a user runs it. */
class DemoIT {

  @TempDir Path temp;
  @TempDir Path outputs;

  private Process demo;

  private Path start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Dsnapkeeper.repo=" + System.getProperty("snapkeeper.repo"));
    // Disks of its own are set up there; another demo on this machine is none of our business.
    command.add("-Djava.io.tmpdir=" + temp);
    command.add("-Dlogback.configurationFile=logback-cli.xml");
    command.addAll(FurtherJvmFlags.get());
    command.add(FurtherJvmFlags.handedOn());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("io.snapkeeper.cli.Main", "demo", "--dir", temp.toString()));
    command.addAll(List.of(arguments));
    Path output = Files.createTempFile(outputs, "demo", ".out");
    demo =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    return output;
  }

  @AfterEach
  void endTheDemo() throws InterruptedException {
    if (demo != null && demo.isAlive()) {
      demo.destroy();
      if (!demo.waitFor(20, TimeUnit.SECONDS)) {
        demo.descendants().forEach(ProcessHandle::destroyForcibly);
        demo.destroyForcibly();
      }
    }
  }

  /**
   * On a machine that is too slow at first both sides run twice, and by chance stock more often.
   */
  @Test
  @Timeout(600)
  void quickDemoShowsTheDifferenceAndWritesJson() throws Exception {
    TestSet.assume(false, "a whole demo");
    Path json = temp.resolve("summary.json");
    Path output = start("--quick", "--json", json.toString());
    assertThat(demo.waitFor(560, TimeUnit.SECONDS)).isTrue();
    String text = Files.readString(output, StandardCharsets.UTF_8);
    assertThat(demo.exitValue()).as(text).isZero();

    JsonNode summary = new ObjectMapper().readTree(json.toFile());
    JsonNode plugin = summary.path("snapkeeper");
    assertThat(summary.path("stock").path("quorumSnapshottingSeconds").asDouble()).isPositive();
    assertThat(plugin.path("quorumSnapshottingSeconds").asDouble()).isZero();
    assertThat(plugin.path("unscheduledSnapshots").asLong(-1)).isZero();
    assertThat(plugin.path("errors").asLong(-1)).isZero();
    for (int sid = 1; sid <= 5; sid++) {
      assertThat(plugin.path("snapshotsByServer").path(Integer.toString(sid)).asLong())
          .isGreaterThanOrEqualTo(2);
    }
    assertThat(summary.path("verdict").path("good").asBoolean()).isTrue();
    // Plain lines without a terminal, and of the servers' files only the logs are left.
    assertThat(text)
        .contains("stock: measuring", "snapkeeper: measuring", "3 of 5 snapshotting")
        .doesNotContain("\033");
    assertThat(remaining()).allMatch(name -> name.matches("server-[1-5]\\.(log|cfg)|summary.json"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "shared"})
  @Timeout(300)
  void terminationLeavesNoProcessAndNoFile(String disks) throws Exception {
    TestSet.assume(false, "a demo that is interrupted");
    assumeTrue(
        disks.equals("shared") || EmulatedDisks.unavailable(FlashSpec.ofDefaults(), 3).isEmpty(),
        "the servers' own emulated disks: without them it is the same as with a shared one");
    Path output = start("--quick", "--servers", "3", "--disks", disks);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(180);
    while (!Files.readString(output).contains("warming up")) {
      assertThat(demo.isAlive()).as(Files.readString(output)).isTrue();
      assertThat(System.nanoTime()).isLessThan(deadline);
      Thread.sleep(100);
    }
    List<ProcessHandle> servers = demo.descendants().toList();
    assertThat(servers).hasSizeGreaterThanOrEqualTo(3);
    demo.destroy();
    assertThat(demo.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(demo.exitValue()).isEqualTo(143);
    assertThat(servers).noneMatch(ProcessHandle::isAlive);
    assertThat(remaining()).isEmpty();
    assertThat(mounts()).isEmpty();
    assertThat(Files.readString(output)).contains("interrupted").doesNotContain("Exception");
  }

  private List<String> mounts() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/mounts"))) {
      return lines.filter(line -> line.contains(temp.toString())).toList();
    }
  }

  private List<String> remaining() throws IOException {
    try (Stream<Path> files = Files.walk(temp)) {
      return files.filter(Files::isRegularFile).map(f -> f.getFileName().toString()).toList();
    }
  }

  @Test
  @Timeout(240)
  void impossibleRequestsGetOneLine() throws Exception {
    assertFailsWith(2, "--servers is 4; allowed are 3, 5 and 7", "--servers", "4");
    assertFailsWith(
        2, "--keep goes with --disks shared only: emulated disks lie in memory", "--keep");
    assertFailsWith(2, "--layers has \"writer\"; allowed are", "--layers", "scheduler,writer");
    assertFailsWith(2, "--down is 3; of 5 servers up to 2 can be down", "--down", "3");
    assertFailsWith(2, "--disks is \"ssd\"; allowed are auto, own and shared", "--disks", "ssd");
    assertFailsWith(2, "a picture's name ends in .svg or .png", "--figure", "x.gif");
    assertFailsWith(1, "is not an existing directory", "--json", "/no/such/place/x.json");
  }

  private void assertFailsWith(int code, String words, String... arguments) throws Exception {
    Path output = start(arguments);
    assertThat(demo.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(demo.exitValue()).isEqualTo(code);
    String first = Files.readString(output).lines().findFirst().orElse("");
    assertThat(first).contains(words);
    assertThat(remaining()).isEmpty();
  }
}
