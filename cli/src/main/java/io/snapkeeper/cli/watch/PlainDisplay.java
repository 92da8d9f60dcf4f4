package io.snapkeeper.cli.watch;

import io.snapkeeper.cli.Printable;
import java.io.PrintWriter;

/** A line for each decision and for each look, for a file or a pipe. */
final class PlainDisplay implements Display {

  private final PrintWriter out;

  PlainDisplay(PrintWriter out) {
    this.out = out;
  }

  @Override
  public synchronized void show(EnsembleState state, Timeline timeline, DecisionLog log) {
    log.news().forEach(decision -> out.println(Printable.of(decision)));
    out.println(WatchText.plain(state));
    out.flush();
  }

  /** Until the reader of a pipe has gone. */
  @Override
  public synchronized boolean isWanted() {
    return !out.checkError();
  }

  @Override
  public void close() {
    // Every line has been flushed.
  }
}
