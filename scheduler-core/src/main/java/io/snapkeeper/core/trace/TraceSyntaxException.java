package io.snapkeeper.core.trace;

/** A line that no recorder of this version writes. The message names line, value and remedy. */
public final class TraceSyntaxException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  private static final String REMEDY =
      "the trace was damaged or edited, or another version wrote it: record it anew";

  private final long lineNumber;

  /**
   * @param lineNumber from 1
   * @param what the value found and what was expected instead
   */
  public TraceSyntaxException(long lineNumber, String what) {
    super("line " + lineNumber + ": " + what + "; " + REMEDY);
    this.lineNumber = lineNumber;
  }

  /** From 1. */
  public long lineNumber() {
    return lineNumber;
  }
}
