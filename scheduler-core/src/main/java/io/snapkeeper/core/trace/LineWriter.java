package io.snapkeeper.core.trace;

import java.util.Locale;

/** Writes one line: its kind, then {@code key=value} pairs. Not thread-safe. */
final class LineWriter {

  /** Stands for {@link Long#MAX_VALUE}: no bound. */
  static final String NO_BOUND = "max";

  private final StringBuilder line;

  /**
   * @param kind one or two words
   */
  LineWriter(String kind) {
    this.line = new StringBuilder(96).append(kind);
  }

  LineWriter number(String key, long value) {
    return raw(key, Long.toString(value));
  }

  /** A number of which the largest one means that there is no bound. */
  LineWriter bound(String key, long value) {
    return raw(key, value == Long.MAX_VALUE ? NO_BOUND : Long.toString(value));
  }

  LineWriter slot(String key, long slotId) {
    return raw(key, "0x" + Long.toHexString(slotId));
  }

  LineWriter flag(String key, boolean value) {
    return raw(key, Boolean.toString(value));
  }

  LineWriter word(String key, Enum<?> value) {
    return raw(key, wordOf(value));
  }

  /** Words in quotes; ASCII, whatever the text. */
  LineWriter text(String key, String text) {
    line.append(' ').append(key).append("=\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        line.append('\\').append(c);
      } else if (isPlain(c)) {
        line.append(c);
      } else {
        line.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      }
    }
    line.append('"');
    return this;
  }

  /** A value without blanks. */
  LineWriter raw(String key, String value) {
    line.append(' ').append(key).append('=').append(value);
    return this;
  }

  String line() {
    return line.toString();
  }

  /** Whether a character stands for itself in a quoted text. */
  static boolean isPlain(char c) {
    return c >= ' ' && c <= '~' && c != '"' && c != '\\';
  }

  /** An enum constant as it is written. */
  static String wordOf(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
