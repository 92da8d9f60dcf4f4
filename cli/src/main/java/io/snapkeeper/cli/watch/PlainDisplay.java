package io.snapkeeper.cli.watch;

import java.io.PrintWriter;

/** A line for each look, for a file or a pipe. */
final class PlainDisplay implements Display {

  private final PrintWriter out;

  PlainDisplay(PrintWriter out) {
    this.out = out;
  }

  @Override
  public synchronized void show(EnsembleState state, Timeline timeline, DecisionLog log) {
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
