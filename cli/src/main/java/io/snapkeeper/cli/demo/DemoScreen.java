package io.snapkeeper.cli.demo;

import java.io.PrintWriter;
import java.util.List;

/**
 * Shows the live view: on a terminal a table redrawn in place four times a second, elsewhere a line
 * at each new step and every five seconds. Thread-safe.
 */
final class DemoScreen implements AutoCloseable {

  private static final long TICK_MILLIS = 250;
  private static final long PLAIN_LINE_NANOS = 5_000_000_000L;

  // Lines must not wrap while they are redrawn, whatever the terminal's width.
  private static final String BEGIN = "\033[?25l\033[?7l";
  private static final String END = "\033[?7h\033[?25h";

  private final PrintWriter out;
  private final boolean terminal;
  private final Progress progress;
  private final LiveText text;
  private final Thread thread = new Thread(this::run, "demo-screen");
  private int drawnLines;
  private boolean begun;
  private boolean closed;
  private String lastStep = "";
  private long lastLineNanos;

  DemoScreen(PrintWriter out, boolean terminal, Progress progress, LiveText text) {
    this.out = out;
    this.terminal = terminal;
    this.progress = progress;
    this.text = text;
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  private void run() {
    while (tick()) {
      try {
        Thread.sleep(TICK_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private synchronized boolean tick() {
    if (closed) {
      return false;
    }
    if (terminal) {
      draw();
    } else {
      printLine();
    }
    return true;
  }

  private void draw() {
    StringBuilder drawn = new StringBuilder();
    if (!begun) {
      drawn.append(BEGIN);
      begun = true;
    }
    moveToTop(drawn);
    List<String> lines = text.screen(System.nanoTime());
    for (String line : lines) {
      drawn.append(line).append("\033[K\n");
    }
    // A view that has become shorter leaves nothing of the longer one behind.
    drawn.append("\033[J");
    drawnLines = lines.size();
    out.print(drawn);
    out.flush();
  }

  private void moveToTop(StringBuilder drawn) {
    if (drawnLines > 0) {
      drawn.append("\033[").append(drawnLines).append("A\r");
    }
  }

  private void printLine() {
    long now = System.nanoTime();
    String step = progress.side() + "/" + progress.stage();
    if (!step.equals(lastStep) || now - lastLineNanos >= PLAIN_LINE_NANOS) {
      lastStep = step;
      lastLineNanos = now;
      out.println(text.plain(now));
      out.flush();
    }
  }

  /** Prints lines that stay, above the live table. */
  synchronized void say(String... lines) {
    StringBuilder said = new StringBuilder();
    if (terminal && begun && !closed) {
      moveToTop(said);
      said.append("\033[J");
      drawnLines = 0;
    }
    for (String line : lines) {
      said.append(line).append(System.lineSeparator());
    }
    out.print(said);
    out.flush();
  }

  /** Stops showing, wipes the table, and gives the terminal back. Idempotent. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (terminal && begun) {
      StringBuilder wiped = new StringBuilder();
      moveToTop(wiped);
      out.print(wiped.append("\033[J").append(END));
    }
    out.flush();
  }
}
