package io.snapkeeper.ensemble.flash;

import io.snapkeeper.ensemble.EnsembleException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Commands of the system that are run to their end. */
final class SystemCommand {

  /** Where administrators' commands are, which the search path of root need not name. */
  private static final String ADMINISTRATION = "/usr/sbin:/sbin";

  private static final Duration PROBE = Duration.ofSeconds(10);

  private SystemCommand() {}

  private static String searchPath() {
    String path = System.getenv("PATH");
    return path == null || path.isEmpty()
        ? "/usr/bin:/bin:" + ADMINISTRATION
        : path + ":" + ADMINISTRATION;
  }

  static boolean exists(String command) {
    return Stream.of(searchPath().split(File.pathSeparator, -1))
        .map(directory -> Path.of(directory, command))
        .anyMatch(Files::isExecutable);
  }

  static boolean succeeds(String... command) {
    try {
      run(PROBE, command);
      return true;
    } catch (EnsembleException e) {
      return false;
    }
  }

  /**
   * Runs a command and returns what it printed.
   *
   * @throws EnsembleException if it cannot be started, fails or takes too long, with its output
   */
  static String run(Duration timeout, String... command) {
    String name = String.join(" ", command);
    Path output = null;
    try {
      // A file, not a pipe: a command that leaves a child behind would hold a pipe open.
      output = Files.createTempFile("snapkeeper-", ".out");
      ProcessBuilder builder =
          new ProcessBuilder(Arrays.asList(command))
              .redirectErrorStream(true)
              .redirectOutput(output.toFile());
      builder.environment().put("PATH", searchPath());
      Process process = builder.start();
      process.getOutputStream().close();
      if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
        throw new EnsembleException(name + " did not end within " + timeout.toSeconds() + " s");
      }
      String text = Files.readString(output, StandardCharsets.UTF_8);
      if (process.exitValue() != 0) {
        throw new EnsembleException(
            name + " failed with " + process.exitValue() + ": " + text.strip());
      }
      return text;
    } catch (IOException e) {
      throw new EnsembleException("cannot run " + name + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EnsembleException("interrupted while running " + name, e);
    } finally {
      deleteIfExists(output);
    }
  }

  private static void deleteIfExists(Path file) {
    try {
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      // An empty file among the system's temporary ones.
    }
  }
}
