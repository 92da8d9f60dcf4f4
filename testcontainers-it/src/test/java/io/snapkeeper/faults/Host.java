package io.snapkeeper.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.containers.Command;
import io.snapkeeper.containers.ImageUnderTest;
import io.snapkeeper.ensemble.flash.FlashDisks;
import io.snapkeeper.monitoring.prometheus.Programs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Commands on this machine that make faults, and what it must have for them. */
final class Host {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private Host() {}

  /** Ends the test as not run unless faults can be made here. */
  static void requireFaults() {
    if (!FlashDisks.isRoot()) {
      ImageUnderTest.notRun("faults in containers need root: signals, firewall rules, disks");
    }
    requireCommand("kill", "procps or util-linux");
    Programs.prometheus();
  }

  /** Ends the test as not run unless a command is there. */
  static void requireCommand(String command, String debianPackage) {
    if (!tryRun("sh", "-c", "command -v " + command).succeeded()) {
      ImageUnderTest.notRun(
          "there is no %s (Debian: apt install %s)".formatted(command, debianPackage));
    }
  }

  /** The first of these that exists; ends the test as not run if there is none. */
  static Path requireFile(String debianPackage, String... paths) {
    for (String path : paths) {
      if (Files.exists(Path.of(path))) {
        return Path.of(path);
      }
    }
    ImageUnderTest.notRun(
        "there is no %s (Debian: apt install %s)".formatted(paths[0], debianPackage));
    throw new AssertionError("not reached");
  }

  /** The output of a command that must succeed. */
  static String run(String... command) {
    Command.Result result = tryRun(command);
    assertThat(result.status()).as("%s: %s", List.of(command), result.output()).isZero();
    return result.output();
  }

  static Command.Result tryRun(String... command) {
    try {
      return Command.run(TIMEOUT, Map.of(), List.of(command));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted during " + List.of(command), e);
    }
  }

  /** The output of a command in the network namespace of a process, and nowhere else. */
  static String inNetworkOf(long pid, String... command) {
    List<String> line =
        new ArrayList<>(List.of("nsenter", "--target", Long.toString(pid), "--net"));
    line.addAll(List.of(command));
    return run(line.toArray(String[]::new));
  }

  static void signal(String name, long pid) {
    run("kill", "-" + name, Long.toString(pid));
  }
}
