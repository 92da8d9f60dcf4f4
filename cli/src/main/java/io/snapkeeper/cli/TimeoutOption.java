package io.snapkeeper.cli;

import java.time.Duration;
import picocli.CommandLine.Option;

/** {@code --timeout}: how long to wait for each answer. */
public final class TimeoutOption {

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "5",
      description = "How long to wait for each answer (default ${DEFAULT-VALUE}).")
  private int seconds;

  /** At least one second. */
  public Duration timeout() {
    if (seconds < 1) {
      throw new Failure(
          "--timeout is " + seconds + "; it must be at least 1 second", ExitCode.WRONG_USAGE);
    }
    return Duration.ofSeconds(seconds);
  }
}
