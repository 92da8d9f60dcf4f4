package io.snapkeeper.cli;

/**
 * Something that the user can mend: printed as one line, without a stack trace. The message names
 * the cause, the value, and the remedy.
 */
public final class Failure extends RuntimeException {

  private final ExitCode exit;

  public Failure(String message) {
    this(message, ExitCode.FAILED);
  }

  public Failure(String message, ExitCode exit) {
    super(message);
    this.exit = exit;
  }

  public Failure(String message, Throwable cause) {
    this(message, ExitCode.FAILED, cause);
  }

  public Failure(String message, ExitCode exit, Throwable cause) {
    super(message, cause);
    this.exit = exit;
  }

  public ExitCode exit() {
    return exit;
  }
}
