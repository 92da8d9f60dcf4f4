package io.snapkeeper.simulation.trace;

import io.snapkeeper.core.trace.TraceCodec;
import io.snapkeeper.core.trace.TraceLine;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;

/** What a state machine has answered in its replay and the trace has yet to tell. */
final class Expected {

  private final Deque<TraceLine> answers = new ArrayDeque<>();
  private TracePoint step;

  /**
   * @param point of the step
   * @param lines the answers to it
   */
  void add(TracePoint point, Collection<? extends TraceLine> lines) {
    step = point;
    answers.addAll(lines);
  }

  /** The section ends, and not within the lines of the last step. */
  void requireAllTold() {
    if (!answers.isEmpty()) {
      throw new TraceRefused(step, text(answers.peek()) + " after this step", "no such line");
    }
  }

  /** An answer stands in the trace. */
  void take(TracePoint point, TraceLine found) {
    TraceLine answer = answers.poll();
    if (answer == null) {
      throw new TraceRefused(point, "no further answer to the step before", text(found));
    }
    if (!answer.equals(found)) {
      throw new TraceRefused(point, text(answer), text(found));
    }
  }

  /** The next step stands in the trace. */
  void requireTold(TracePoint point, TraceLine found) {
    if (!answers.isEmpty()) {
      throw new TraceRefused(point, text(answers.peek()), text(found));
    }
  }

  static String text(TraceLine line) {
    return TraceCodec.encode(line);
  }
}
