package io.snapkeeper.zk.trace;

import io.snapkeeper.core.trace.TraceLine;
import java.util.List;

/**
 * Takes the lines of a trace. Callers hold the lock that puts the steps of one state machine in
 * their order, so that its lines come in that order. Thread-safe; never waits, never throws.
 */
public interface Trace {

  /** Nothing is traced. */
  Trace OFF = lines -> {};

  /** Takes lines that belong together: an event and what was answered. */
  void write(List<TraceLine> lines);

  /**
   * Ends the trace because a step cannot be traced.
   *
   * @param reason for the log
   */
  default void stop(String reason) {}

  /** Takes one line. */
  default void write(TraceLine line) {
    write(List.of(line));
  }
}
