package io.snapkeeper.cli.demo;

import java.util.Locale;
import java.util.Optional;

/** Whether the two sides' latencies say anything about the sides. */
final class Comparison {

  /** With less of them left, writes wait for a processor as much as for a disk. */
  private static final double IDLE_LEAST_PERCENT = 10;

  /** With more of it, the machine's host decides what a write takes. */
  private static final double STEAL_MOST_PERCENT = 10;

  private Comparison() {}

  /** Why latencies are not compared, in a sentence; empty if they are. */
  static Optional<String> objection(DemoPlan plan, SideResult stock, SideResult plugin) {
    if (!plan.ownDisks()) {
      return Optional.of(
          String.format(
              Locale.ROOT,
              "Latencies are left out: all servers share one disk, and %,.0f MB were still in memory,"
                  + " not on it, when the stock servers' window ended.",
              stock.unwrittenBytes() / 1e6));
    }
    double idle = Math.min(stock.cpu().idle(), plugin.cpu().idle());
    if (idle < IDLE_LEAST_PERCENT) {
      return Optional.of(
          String.format(
              Locale.ROOT,
              "Latencies are left out: the processors were idle for only %.0f%% (stock) and %.0f%%"
                  + " (Snapkeeper) of the time, so that writes waited for them, too.",
              stock.cpu().idle(),
              plugin.cpu().idle()));
    }
    double steal = Math.max(stock.cpu().steal(), plugin.cpu().steal());
    if (steal > STEAL_MOST_PERCENT) {
      return Optional.of(
          String.format(
              Locale.ROOT,
              "Latencies are left out: this machine's host took %.0f%% (stock) and %.0f%%"
                  + " (Snapkeeper) of its processors' time.",
              stock.cpu().steal(),
              plugin.cpu().steal()));
    }
    return Optional.empty();
  }
}
