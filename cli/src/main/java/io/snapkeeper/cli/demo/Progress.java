package io.snapkeeper.cli.demo;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How far the demo has come and how long it has to go. The second side's steps are expected to take
 * what the first side's took. Thread-safe.
 */
final class Progress {

  private record Step(Side side, Stage stage) {}

  private final Map<Step, Double> expectedSeconds = new LinkedHashMap<>();
  private final long startNanos;
  private Step step;
  private long stepStartNanos;
  private boolean finished;

  Progress(DemoPlan plan, long nowNanos) {
    if (plan.ownDisks()) {
      expectedSeconds.put(new Step(Side.STOCK, Stage.DISKS), 3.0);
    } else {
      expectedSeconds.put(new Step(Side.STOCK, Stage.CALIBRATE), 12.0);
    }
    for (Side side : Side.values()) {
      expectedSeconds.put(new Step(side, Stage.START), 5.0);
      expectedSeconds.put(new Step(side, Stage.WARM_UP), (double) plan.warmUpSeconds());
      expectedSeconds.put(new Step(side, Stage.MEASURE), plan.windowSeconds());
      expectedSeconds.put(new Step(side, Stage.COLLECT), 1.0);
    }
    step = expectedSeconds.keySet().iterator().next();
    startNanos = nowNanos;
    stepStartNanos = nowNanos;
  }

  synchronized void enter(Side side, Stage stage, long nowNanos) {
    Step next = new Step(side, stage);
    if (!next.equals(step) && step.side() == Side.STOCK) {
      expectedSeconds.replace(
          new Step(Side.SNAPKEEPER, step.stage()), (nowNanos - stepStartNanos) / 1e9);
    }
    step = next;
    stepStartNanos = nowNanos;
  }

  synchronized void finish() {
    finished = true;
  }

  synchronized Side side() {
    return step.side();
  }

  synchronized Stage stage() {
    return step.stage();
  }

  synchronized double elapsedSeconds(long nowNanos) {
    return (nowNanos - startNanos) / 1e9;
  }

  /** Seconds still to go, an estimate; 0 when finished. */
  synchronized double remainingSeconds(long nowNanos) {
    if (finished) {
      return 0;
    }
    double remaining = 0;
    boolean later = false;
    for (Map.Entry<Step, Double> entry : expectedSeconds.entrySet()) {
      if (later) {
        remaining += entry.getValue();
      } else if (entry.getKey().equals(step)) {
        later = true;
        remaining = Math.max(0, entry.getValue() - (nowNanos - stepStartNanos) / 1e9);
      }
    }
    return remaining;
  }

  /** Share of the whole that is done, 0..1; never 1 before {@link #finish}. */
  synchronized double fraction(long nowNanos) {
    if (finished) {
      return 1;
    }
    double elapsed = elapsedSeconds(nowNanos);
    return Math.min(0.99, elapsed / Math.max(0.001, elapsed + remainingSeconds(nowNanos)));
  }
}
