package io.snapkeeper.cli.watch;

import java.io.PrintWriter;

/** The view on the terminal's alternate screen, redrawn in place; {@code q} ends it. */
final class TerminalDisplay implements Display {

  // Lines must not wrap while they are redrawn, should the terminal have become narrower.
  private static final String BEGIN = "\033[?1049h\033[?25l\033[?7l\033[2J";
  private static final String END = "\033[?7h\033[?25h\033[?1049l";
  private static final String TOP = "\033[H";
  private static final String REST_OF_LINE = "\033[K";
  private static final String REST_OF_SCREEN = "\033[J";

  private final PrintWriter out;
  private final WatchText text;
  private final TerminalDevice device;
  private boolean closed;

  /** Takes the terminal; {@link #close} gives it back. */
  TerminalDisplay(PrintWriter out, WatchText text, TerminalDevice device) {
    this.out = out;
    this.text = text;
    this.device = device;
    out.print(BEGIN);
    out.flush();
  }

  @Override
  public synchronized void show(EnsembleState state, Timeline timeline, DecisionLog log) {
    if (closed) {
      return;
    }
    StringBuilder drawn = new StringBuilder(TOP);
    String separator = "";
    for (String line : text.frame(state, timeline, log, device.size())) {
      drawn.append(separator).append(line).append(REST_OF_LINE);
      // Not after the last line: that would scroll the first one away.
      separator = "\r\n";
    }
    out.print(drawn.append(REST_OF_SCREEN));
    out.flush();
  }

  @Override
  public boolean isWanted() {
    return !device.quitPressed();
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    out.print(END);
    out.flush();
    device.close();
  }
}
