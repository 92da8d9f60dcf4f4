package io.snapkeeper.cli.watch;

import io.snapkeeper.cli.Printable;
import io.snapkeeper.cli.watch.Timeline.Mark;

/** Text in colours, where the terminal shows them. Not thread-safe. */
final class Painted {

  static final String RED = "\033[31m";
  private static final String BLUE = "\033[34m";
  private static final String YELLOW = "\033[33m";
  private static final String MAGENTA = "\033[35m";
  private static final String PLAIN = "";
  private static final String END = "\033[0m";

  private final boolean on;
  private final StringBuilder text = new StringBuilder();
  private String current = PLAIN;

  Painted(boolean on) {
    this.on = on;
  }

  static String colour(Mark mark) {
    return switch (mark) {
      case SLOT -> BLUE;
      case UNSCHEDULED -> YELLOW;
      case AWAY -> MAGENTA;
      case NONE, IDLE -> PLAIN;
    };
  }

  Painted add(String plain) {
    return add(PLAIN, plain);
  }

  /**
   * Goes on in another colour, without the control characters of the text; a run of one colour is
   * switched on and off once.
   */
  Painted add(String colour, String more) {
    if (on && !colour.equals(current)) {
      text.append(current.equals(PLAIN) ? "" : END).append(colour);
      current = colour;
    }
    text.append(Printable.of(more));
    return this;
  }

  @Override
  public String toString() {
    return current.equals(PLAIN) ? text.toString() : text + END;
  }
}
