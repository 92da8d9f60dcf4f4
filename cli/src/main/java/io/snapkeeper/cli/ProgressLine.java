package io.snapkeeper.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * How far a long command is: on a terminal one line that is written over, elsewhere a line now and
 * then, the longer it takes the more rarely. Not thread-safe.
 */
public final class ProgressLine implements AutoCloseable {

  private static final long PLAIN_LINE_NANOS = 10_000_000_000L;
  // About twenty lines for each tenfold of time.
  private static final long PLAIN_LINE_SHARE = 8;
  private static final int BAR_WIDTH = 24;
  // Earlier than that a time left would be a guess.
  private static final double FRACTION_FOR_ESTIMATE = 0.02;

  private final PrintWriter out;
  private final boolean terminal;
  private final LongSupplier nanoClock;
  private final long startNanos;
  private long lastLineNanos;
  private boolean drawn;

  /**
   * @param nanoClock as {@link System#nanoTime}
   */
  public ProgressLine(PrintWriter out, boolean terminal, LongSupplier nanoClock) {
    this.out = out;
    this.terminal = terminal;
    this.nanoClock = nanoClock;
    startNanos = nanoClock.getAsLong();
    lastLineNanos = startNanos;
  }

  /**
   * @param fraction of all the work, 0..1
   * @param state where the work is, in a few words
   */
  public void show(double fraction, String state) {
    long now = nanoClock.getAsLong();
    String text =
        String.format(
            Locale.ROOT,
            "%3d%%  %s%s",
            (int) (100 * fraction),
            state,
            left(fraction, (now - startNanos) / 1e9));
    if (terminal) {
      int full = (int) Math.round(BAR_WIDTH * fraction);
      out.print("\r[" + "#".repeat(full) + ".".repeat(BAR_WIDTH - full) + "] " + text + "\033[K");
      drawn = true;
    } else if (now - lastLineNanos
        >= Math.max(PLAIN_LINE_NANOS, (now - startNanos) / PLAIN_LINE_SHARE)) {
      out.println(text.strip());
      lastLineNanos = now;
    }
    out.flush();
  }

  private static String left(double fraction, double elapsedSeconds) {
    if (fraction < FRACTION_FOR_ESTIMATE || fraction >= 1) {
      return "";
    }
    long seconds = Math.round(elapsedSeconds * (1 - fraction) / fraction);
    return seconds < 90
        ? ", about " + seconds + " s left"
        : ", about " + Math.round(seconds / 60.0) + " min left";
  }

  /** Wipes the line from a terminal. Idempotent. */
  @Override
  public void close() {
    if (drawn) {
      out.print("\r\033[K");
      out.flush();
      drawn = false;
    }
  }
}
