package io.snapkeeper.cli;

/**
 * Something that the user can mend: printed as one line, without a stack trace. The message names
 * the cause, the value, and the remedy.
 */
public final class Failure extends RuntimeException {

  /** Exit code for anything that went wrong. */
  public static final int ERROR = 1;

  /** Exit code of {@code status} when some servers of the ensemble lack the plugin. */
  public static final int PLUGIN_MISSING = 3;

  private final int exitCode;

  public Failure(String message) {
    this(message, ERROR);
  }

  public Failure(String message, int exitCode) {
    super(message);
    this.exitCode = exitCode;
  }

  public Failure(String message, Throwable cause) {
    super(message, cause);
    this.exitCode = ERROR;
  }

  public int exitCode() {
    return exitCode;
  }
}
