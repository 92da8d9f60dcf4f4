package io.snapkeeper.cli;

/** What others say, made fit for a terminal. */
public final class Printable {

  private Printable() {}

  /** The text without control characters: what a server answers must not steer the terminal. */
  public static String of(String text) {
    return text.replaceAll("[\\p{Cntrl}\\x80-\\x9f]", "?");
  }
}
