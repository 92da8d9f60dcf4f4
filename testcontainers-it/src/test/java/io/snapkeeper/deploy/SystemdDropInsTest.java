package io.snapkeeper.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.containers.Command;
import io.snapkeeper.containers.ImageUnderTest;
import io.snapkeeper.containers.PageCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The drop-ins, installed by deploy/README.md's commands beside a unit, as systemd reads them. */
class SystemdDropInsTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final String UNIT =
      """
      [Unit]
      Description=ZooKeeper
      [Service]
      User=daemon
      ExecStart=/bin/true
      """;

  @TempDir Path root;

  private Path units;

  @BeforeEach
  void requireSystemd() throws Exception {
    if (!Command.run(TIMEOUT, Map.of(), List.of("systemd-analyze", "--version")).succeeded()) {
      ImageUnderTest.notRun("no systemd-analyze (Debian: apt install systemd)");
    }
    units = Files.createDirectories(root.resolve("etc/systemd/system"));
    Files.writeString(units.resolve("zookeeper.service"), UNIT);
  }

  @Test
  void systemdFindsNothingWrong() throws Exception {
    PageCommands readme = new PageCommands("deploy/README.md", Map.of());
    List<String> installing = readme.beginningWith("install -D -m 644 deploy/");
    assertThat(installing).hasSize(2);
    for (String command : installing) {
      readme.run(command, TIMEOUT, line -> line.replace(" /etc/", " " + root + "/etc/"));
    }
    try (var files = Files.list(units.resolve("zookeeper.service.d"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("snapkeeper.conf", "snapkeeper-priority.conf");
    }

    assertThat(verify()).isEqualTo(new Command.Result(0, ""));
  }

  /** It reads the drop-ins. */
  @Test
  void systemdWouldSayWhatIsWrong() throws Exception {
    Path directory = Files.createDirectories(units.resolve("zookeeper.service.d"));
    Files.writeString(
        directory.resolve("wrong.conf"), "[Service]\nAmbientCapabilites=CAP_SYS_NICE\n");

    assertThat(verify().output()).contains("AmbientCapabilites");
  }

  private Command.Result verify() throws IOException, InterruptedException {
    return Command.run(
        TIMEOUT,
        // With the colon systemd's own units are known, too.
        Map.of("SYSTEMD_UNIT_PATH", units + ":"),
        List.of("systemd-analyze", "verify", units.resolve("zookeeper.service").toString()));
  }
}
