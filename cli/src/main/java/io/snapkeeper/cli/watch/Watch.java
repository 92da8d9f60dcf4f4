package io.snapkeeper.cli.watch;

import io.snapkeeper.cli.Failure;
import java.time.Duration;
import java.util.function.Supplier;

/** Asks and shows until nobody looks any more or the time is over. Used once. */
final class Watch {

  private static final long KEY_MILLIS = 100;

  /** Of an interval: the rest is for drawing and for the keyboard. */
  private static final double ANSWER_SHARE = 0.6;

  private static final long LONGEST_ROUND_NANOS = 3_000_000_000L;

  /**
   * When it looks.
   *
   * @param interval between two looks
   * @param cell of the timeline
   * @param length of it all
   */
  record Timing(Duration interval, Duration cell, Duration length) {}

  private final EnsemblePoller poller;
  private final Timing timing;

  Watch(EnsemblePoller poller, Timing timing) {
    this.poller = poller;
    this.timing = timing;
  }

  /**
   * @param displays opened when the ensemble has answered for the first time, so that an error
   *     before is printed where the user sees it
   * @throws Failure if no server answers at first, or the user's login is refused
   */
  void run(Supplier<Display> displays) throws InterruptedException {
    poller.start();
    Display display = displays.get();
    Thread hook = new Thread(display::close, "watch-shutdown");
    Runtime.getRuntime().addShutdownHook(hook);
    try (display) {
      loop(display);
    } finally {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // It runs.
      }
    }
  }

  private void loop(Display display) throws InterruptedException {
    long startNanos = System.nanoTime();
    long intervalNanos = timing.interval().toNanos();
    long roundNanos = Math.min((long) (ANSWER_SHARE * intervalNanos), LONGEST_ROUND_NANOS);
    Timeline timeline = new Timeline(timing.cell(), startNanos);
    DecisionLog log = new DecisionLog();
    long endNanos = startNanos + timing.length().toNanos();
    long nextNanos = startNanos;
    while (nextNanos - endNanos < 0) {
      EnsembleState state = poller.round(System.nanoTime() + roundNanos);
      timeline.add(System.nanoTime(), state);
      log.add(state);
      display.show(state, timeline, log);
      // Looks that were missed, as while the machine slept, are not made up for.
      nextNanos = Math.max(nextNanos + intervalNanos, System.nanoTime());
      if (!pause(display, Math.min(nextNanos, endNanos))) {
        return;
      }
    }
  }

  /** Waits; false if nobody looks any more. */
  private static boolean pause(Display display, long untilNanos) throws InterruptedException {
    while (display.isWanted()) {
      long leftMillis = (untilNanos - System.nanoTime()) / 1_000_000;
      if (leftMillis <= 0) {
        return true;
      }
      Thread.sleep(Math.min(leftMillis, KEY_MILLIS));
    }
    return false;
  }
}
