package io.snapkeeper.simulation.trace;

import java.util.List;

/**
 * The traces of a real run with one thing in them that did not happen so.
 *
 * @param what was forged
 * @param traces all of the run
 * @param file the trace that was forged
 * @param line the line that must be refused
 * @param exact whether it must be this one; else it may be a later one, where the forged value
 *     first makes a difference
 */
public record Forgery(
    String what, List<TraceSource> traces, String file, long line, boolean exact) {

  /** Why the check of these traces is not the refusal that is due, or null if it is. */
  public String fault() {
    try {
      TraceVerdict verdict = TraceCheck.of(traces);
      return this + " is accepted: " + verdict;
    } catch (TraceRefused e) {
      TracePoint point = e.point();
      boolean right =
          point.file().equals(file)
              && (exact ? point.line() == line : point.line() >= line)
              && e.getMessage().startsWith(file + ":" + point.line() + ": ");
      return right ? null : this + " is refused elsewhere: " + e.getMessage();
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return what + " at " + file + ":" + line + (exact ? "" : " or later");
  }
}
