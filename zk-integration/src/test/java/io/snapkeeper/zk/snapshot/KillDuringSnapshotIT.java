package io.snapkeeper.zk.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.ensemble.ServerLibraries;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.testset.TestSet;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.server.DataTree;
import org.apache.zookeeper.server.PurgeTxnLog;
import org.apache.zookeeper.server.persistence.FileSnap;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Snapshots of a JVM of its own: killed at random points, and compared with ZooKeeper's. */
class KillDuringSnapshotIT {

  /** The tree below takes about 150 ms at the rate of an unknown disk. */
  private static final int MILLIS_MAX = 200;

  private static final int KEPT = 3;

  @TempDir Path directory;

  @Test
  void afterEveryKillThePreviousOrTheNewSnapshotIsLoaded() throws Exception {
    long seed = Long.getLong("snapkeeper.seed", System.nanoTime());
    Random random = new Random(seed);
    int midway = 0;
    // Each takes about a second.
    int points = TestSet.times(12, 200, "kills in mid-snapshot");
    for (int point = 0; point < points; point++) {
      long logged = runAndKill(random.nextInt(MILLIS_MAX), random.nextInt(2));
      midway += partials().isEmpty() ? 0 : 1;
      assertRestored(logged, "point " + point + ", -Dsnapkeeper.seed=" + seed);
    }
    assertThat(midway).as("kills in the middle of a snapshot, seed " + seed).isPositive();
  }

  @ParameterizedTest
  @EnumSource(Line.class)
  void everyZooKeeperAndStreamModeGivesTheSameBytes(Line line) throws Exception {
    Process probe = java(line, FormProbe.class, List.of());
    String output = new String(probe.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(probe.waitFor()).as(output).isZero();
    assertThat(output.lines().filter(l -> l.endsWith("first difference -1"))).hasSize(3);
  }

  /**
   * Runs a server until some time after one of its snapshots began; it is killed without warning.
   *
   * @return the last transaction that it said was logged
   */
  private long runAndKill(int millis, int snapshotsBefore) throws Exception {
    Process server = java(Line.V3_9, KilledServer.class, List.of("-Dzookeeper.preAllocSize=64"));
    long logged = 0;
    int begun = 0;
    StringBuilder output = new StringBuilder();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8))) {
      String line;
      while (begun <= snapshotsBefore && (line = lines.readLine()) != null) {
        output.append(line).append('\n');
        if (line.startsWith("logged ")) {
          logged = Long.parseLong(line.substring("logged ".length()));
        }
        begun += line.startsWith("begins ") ? 1 : 0;
      }
      assertThat(begun).as(output.toString()).isEqualTo(snapshotsBefore + 1);
      Thread.sleep(millis);
      assertThat(server.isAlive()).as(output.toString()).isTrue();
    } finally {
      server.destroyForcibly();
      server.waitFor(10, TimeUnit.SECONDS);
    }
    return logged;
  }

  private void assertRestored(long logged, String where) throws IOException {
    File data = directory.toFile();
    File version2 = directory.resolve("version-2").toFile();
    String[] names = version2.list((dir, name) -> name.startsWith("snapshot."));
    assertThat(names).as(where).isNotEmpty();
    for (String name : names) {
      // Whatever is called a snapshot is one: alone in a directory ZooKeeper loads it.
      Path alone = Files.createDirectories(directory.resolve("alone"));
      Path copy = alone.resolve(name);
      Files.copy(version2.toPath().resolve(name), copy);
      assertThat(
              new FileSnap(alone.toFile()).deserialize(new DataTree(), new ConcurrentHashMap<>()))
          .as("%s, %s", name, where)
          .isEqualTo(Long.parseLong(name.substring("snapshot.".length()), 16));
      Files.delete(copy);
    }
    List<String> partials = partials();
    FileTxnSnapLog stock = new FileTxnSnapLog(data, data);
    DataTree tree = new DataTree();
    long restored = stock.restore(tree, new ConcurrentHashMap<>(), (header, record, digest) -> {});
    assertThat(restored).as(where).isGreaterThanOrEqualTo(logged);
    assertThat(tree.getNodeCount()).as(where).isGreaterThanOrEqualTo((int) logged);
    stock.close();
    PurgeTxnLog.purge(data, data, KEPT);
    assertThat(partials()).as("ZooKeeper's purging leaves it alone").isEqualTo(partials);
  }

  private List<String> partials() {
    String[] names =
        directory
            .resolve("version-2")
            .toFile()
            .list((dir, name) -> name.startsWith("snapkeeper.") && name.endsWith(".partial"));
    return names == null ? List.of() : Arrays.asList(names);
  }

  private Process java(Line line, Class<?> main, List<String> flags) throws IOException {
    ServerLibraries libraries = ServerLibraries.fromSystemProperty();
    String classPath =
        String.join(
            File.pathSeparator,
            libraries.agentJar().toString(),
            Path.of(System.getProperty("snapkeeper.repo"), "zk-integration/target/test-classes")
                .toString(),
            libraries.classPath(line));
    List<String> command =
        new java.util.ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx96m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1"));
    command.addAll(flags);
    command.addAll(List.of("-cp", classPath, main.getName(), directory.toString()));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }
}
