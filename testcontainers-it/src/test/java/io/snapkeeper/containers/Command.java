package io.snapkeeper.containers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A command that is run to its end, or stopped at a deadline. */
public final class Command {

  /**
   * How a command ended.
   *
   * @param status exit status; 127 if it could not be started, 124 if it was stopped at the
   *     deadline
   * @param output standard output and standard error, in the order they were written
   */
  public record Result(int status, String output) {

    public boolean succeeded() {
      return status == 0;
    }

    /** The last line that is not blank, or a dash. */
    public String lastLine() {
      return output.lines().filter(line -> !line.isBlank()).reduce("-", (a, b) -> b).strip();
    }
  }

  private Command() {}

  /**
   * Runs a command.
   *
   * @param environment added to this process's own
   */
  public static Result run(Duration timeout, Map<String, String> environment, List<String> command)
      throws IOException, InterruptedException {
    // Into a file, so that a command that writes and hangs cannot hang its reader.
    Path output = Files.createTempFile("snapkeeper-command", ".out");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .redirectOutput(output.toFile());
      builder.environment().putAll(environment);
      Process process;
      try {
        process = builder.start();
      } catch (IOException e) {
        return new Result(127, e.getMessage());
      }
      boolean ended = process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
      if (!ended) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
      }
      String text = Files.readString(output, StandardCharsets.UTF_8);
      return ended
          ? new Result(process.exitValue(), text)
          : new Result(124, text + "\nno end after " + timeout.toSeconds() + " s");
    } finally {
      Files.deleteIfExists(output);
    }
  }
}
