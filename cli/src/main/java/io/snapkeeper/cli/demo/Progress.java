package io.snapkeeper.cli.demo;

import java.util.EnumMap;
import java.util.Map;

/**
 * How far the demo has come and how long it has to go. The second side's steps are expected to take
 * what the first side's took. Thread-safe.
 */
final class Progress {

  private final Map<Stage, Double> expectedSeconds = new EnumMap<>(Stage.class);
  private final long startNanos;
  private Side side = Side.STOCK;
  private Stage stage = Stage.START;
  private long stageStartNanos;
  private boolean finished;

  Progress(DemoPlan plan, long nowNanos) {
    expectedSeconds.put(Stage.START, 6.0);
    expectedSeconds.put(Stage.LOAD_TREE, plan.firstTreeNodes() / 12_000.0);
    expectedSeconds.put(Stage.CALIBRATE, 7.0);
    expectedSeconds.put(Stage.WARM_UP, 4.0);
    expectedSeconds.put(Stage.MEASURE, (double) plan.windowSeconds());
    expectedSeconds.put(Stage.COLLECT, 1.0);
    startNanos = nowNanos;
    stageStartNanos = nowNanos;
  }

  synchronized void enter(Side newSide, Stage newStage, long nowNanos) {
    double took = (nowNanos - stageStartNanos) / 1e9;
    if (newStage != stage && side == Side.STOCK) {
      expectedSeconds.put(stage, took);
    }
    side = newSide;
    stage = newStage;
    stageStartNanos = nowNanos;
  }

  /** Corrects the expectation for a step that has just become known. */
  synchronized void expect(Stage of, double seconds) {
    expectedSeconds.put(of, seconds);
  }

  synchronized void finish() {
    finished = true;
  }

  synchronized Side side() {
    return side;
  }

  synchronized Stage stage() {
    return stage;
  }

  synchronized double elapsedSeconds(long nowNanos) {
    return (nowNanos - startNanos) / 1e9;
  }

  synchronized double stageSeconds(long nowNanos) {
    return (nowNanos - stageStartNanos) / 1e9;
  }

  synchronized double stageExpectedSeconds() {
    return expectedSeconds.get(stage);
  }

  /** Seconds still to go, an estimate; 0 when finished. */
  synchronized double remainingSeconds(long nowNanos) {
    if (finished) {
      return 0;
    }
    double remaining = Math.max(0, expectedSeconds.get(stage) - stageSeconds(nowNanos));
    for (Stage later : Stage.values()) {
      if (later.compareTo(stage) > 0) {
        remaining += expectedSeconds.get(later);
      }
      if (side == Side.STOCK) {
        remaining += expectedSeconds.get(later);
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
