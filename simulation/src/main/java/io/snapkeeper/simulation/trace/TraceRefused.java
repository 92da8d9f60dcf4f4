package io.snapkeeper.simulation.trace;

/**
 * A step that the model does not allow, or a trace that cannot be checked. The message names the
 * file, the line, what was expected and what was found.
 */
public final class TraceRefused extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final transient TracePoint point;

  TraceRefused(TracePoint point, String expected, String found) {
    super(point + ": expected " + expected + "; found " + found);
    this.point = point;
  }

  TraceRefused(TracePoint point, String what, Throwable cause) {
    super(point + ": " + what, cause);
    this.point = point;
  }

  /** The first line that is refused. */
  public TracePoint point() {
    return point;
  }
}
