package io.snapkeeper.simulation.trace;

/**
 * A line of a trace.
 *
 * @param file its name
 * @param line from 1
 */
public record TracePoint(String file, long line) {

  @Override
  public String toString() {
    return file + ":" + line;
  }
}
