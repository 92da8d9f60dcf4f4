package io.snapkeeper.zk.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.ensemble.ServerLibraries;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The plugin's snapshots have the bytes of ZooKeeper's own, with the jars of each ZooKeeper. */
class SnapshotFormIT {

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(Line.class)
  void everyZooKeeperAndStreamModeGivesTheSameBytes(Line line) throws Exception {
    Process probe = probe(line);
    String output = new String(probe.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(probe.waitFor()).as(output).isZero();
    assertThat(output.lines().filter(l -> l.endsWith("first difference -1"))).hasSize(3);
  }

  private Process probe(Line line) throws Exception {
    ServerLibraries libraries = ServerLibraries.fromSystemProperty();
    String classPath =
        String.join(
            File.pathSeparator,
            libraries.agentJar().toString(),
            Path.of(System.getProperty("snapkeeper.repo"), "zk-integration/target/test-classes")
                .toString(),
            libraries.classPath(line));
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx96m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            classPath,
            FormProbe.class.getName(),
            directory.toString());
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }
}
