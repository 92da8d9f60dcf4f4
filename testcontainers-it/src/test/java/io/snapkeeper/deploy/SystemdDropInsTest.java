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
      Environment="SERVER_JVMFLAGS=-Dunit=1"
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
    install();

    assertThat(verify()).isEqualTo(new Command.Result(0, ""));
  }

  @Test
  void whatEachOfThemSetsIsInForceBesideTheOther() throws Exception {
    Path dropIns = install();

    Map<String, String> inForce = inForce();

    try (var files = Files.newDirectoryStream(dropIns)) {
      for (Path file : files) {
        Map<String, String> own = UnitFile.service(Files.readString(file));
        assertThat(own).isNotEmpty();
        assertThat(inForce).as(file.toString()).containsAllEntriesOf(own);
      }
    }
  }

  @Test
  void whatTheUnitAndItsOwnersDropInSetStaysInForce() throws Exception {
    Path dropIns = install();
    // The name that "systemctl edit" gives it.
    Files.writeString(dropIns.resolve("override.conf"), "[Service]\nRestartSec=60\n");

    assertThat(inForce())
        .containsEntry("Environment SERVER_JVMFLAGS", "-Dunit=1")
        .containsEntry("RestartSec", "60");
  }

  /** Installs both by deploy/README.md's commands, and returns their directory. */
  private Path install() throws Exception {
    PageCommands readme = new PageCommands("deploy/README.md", Map.of());
    List<String> installing = readme.beginningWith("install -D -m 644 deploy/systemd/");
    assertThat(installing).hasSize(2);
    for (String command : installing) {
      readme.run(command, TIMEOUT, line -> line.replace(" /etc/", " " + root + "/etc/"));
    }
    Path dropIns = units.resolve("zookeeper.service.d");
    try (var files = Files.list(dropIns)) {
      assertThat(files).hasSameSizeAs(installing);
    }
    return dropIns;
  }

  /** It reads the drop-ins. */
  @Test
  void systemdWouldSayWhatIsWrong() throws Exception {
    Path directory = Files.createDirectories(units.resolve("zookeeper.service.d"));
    Files.writeString(
        directory.resolve("wrong.conf"), "[Service]\nAmbientCapabilites=CAP_SYS_NICE\n");

    assertThat(verify().output()).contains("AmbientCapabilites");
  }

  /** The settings of unit and drop-ins, in the order in which systemd reads these files. */
  private Map<String, String> inForce() throws IOException, InterruptedException {
    Command.Result read =
        Command.run(
            TIMEOUT,
            Map.of(),
            List.of(
                "systemd-analyze",
                "--root=" + root,
                "--no-pager",
                "cat-config",
                "systemd/system/zookeeper.service"));
    assertThat(read.status()).as(read.output()).isZero();
    return UnitFile.service(read.output());
  }

  private Command.Result verify() throws IOException, InterruptedException {
    return Command.run(
        TIMEOUT,
        // With the colon systemd's own units are known, too.
        Map.of("SYSTEMD_UNIT_PATH", units + ":"),
        List.of("systemd-analyze", "verify", units.resolve("zookeeper.service").toString()));
  }
}
