package io.snapkeeper.core.trace;

import java.util.function.Function;

/**
 * Reads one line, strictly: the keys in their order, one blank between them, numbers as Java writes
 * them. So a line that is read is written again letter by letter. Not thread-safe.
 */
final class LineReader {

  private static final int ESCAPE_DIGITS = 4;
  private static final int HEX = 16;

  private final long lineNumber;
  private final String line;
  private int at;

  /**
   * @param lineNumber from 1, for errors
   * @param kind what the line begins with
   */
  LineReader(long lineNumber, String line, String kind) {
    this.lineNumber = lineNumber;
    this.line = line;
    this.at = kind.length();
  }

  long number(String key) {
    return number(key, token(key));
  }

  private long number(String key, String token) {
    try {
      long value = Long.parseLong(token);
      if (Long.toString(value).equals(token)) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw refused(key, token, "a whole number");
    }
    throw refused(key, token, "a whole number without sign or zeros before it");
  }

  int smallNumber(String key) {
    long value = number(key);
    if (value < Integer.MIN_VALUE || value > Integer.MAX_VALUE) {
      throw refused(key, Long.toString(value), "at most " + Integer.MAX_VALUE);
    }
    return (int) value;
  }

  long bound(String key) {
    String token = token(key);
    if (token.equals(LineWriter.NO_BOUND)) {
      return Long.MAX_VALUE;
    }
    long value = number(key, token);
    if (value == Long.MAX_VALUE) {
      throw refused(key, token, "the word " + LineWriter.NO_BOUND);
    }
    return value;
  }

  long slot(String key) {
    String token = token(key);
    try {
      long value = token.startsWith("0x") ? Long.parseUnsignedLong(token.substring(2), HEX) : -1;
      if (token.equals("0x" + Long.toHexString(value))) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw refused(key, token, "a slot id such as 0x500000002");
    }
    throw refused(key, token, "a slot id such as 0x500000002");
  }

  boolean flag(String key) {
    String token = token(key);
    return switch (token) {
      case "true" -> true;
      case "false" -> false;
      default -> throw refused(key, token, "true or false");
    };
  }

  <E extends Enum<E>> E word(String key, E[] constants) {
    String token = token(key);
    StringBuilder known = new StringBuilder();
    for (E constant : constants) {
      String word = LineWriter.wordOf(constant);
      if (word.equals(token)) {
        return constant;
      }
      known.append(known.length() == 0 ? "" : ", ").append(word);
    }
    throw refused(key, token, "one of " + known);
  }

  /** A value without blanks, to be read by the function; null from it refuses the value. */
  <T> T parsed(String key, Function<String, T> parser, String expected) {
    String token = token(key);
    T value = parser.apply(token);
    if (value == null) {
      throw refused(key, token, expected);
    }
    return value;
  }

  String text(String key) {
    enter(key);
    if (at == line.length() || line.charAt(at) != '"') {
      throw new TraceSyntaxException(lineNumber, key + " has no text in quotes");
    }
    at++;
    StringBuilder text = new StringBuilder();
    while (at < line.length() && line.charAt(at) != '"') {
      text.append(character(key));
    }
    if (at == line.length()) {
      throw new TraceSyntaxException(lineNumber, "the text of " + key + " has no closing quote");
    }
    at++;
    return text.toString();
  }

  private char character(String key) {
    char c = line.charAt(at++);
    if (LineWriter.isPlain(c)) {
      return c;
    }
    char escaped = c == '\\' && at < line.length() ? line.charAt(at++) : 0;
    if (escaped == '"' || escaped == '\\') {
      return escaped;
    }
    if (escaped == 'u' && at + ESCAPE_DIGITS <= line.length()) {
      String digits = line.substring(at, at + ESCAPE_DIGITS);
      at += ESCAPE_DIGITS;
      char value = hex(digits);
      boolean needed = !LineWriter.isPlain(value) && value != '"' && value != '\\';
      if (needed && String.format("%04x", (int) value).equals(digits)) {
        return value;
      }
    }
    throw new TraceSyntaxException(
        lineNumber, "the text of " + key + " has a character or an escape that is never written");
  }

  /** NUL, which no text of ours has, for what is no hexadecimal number. */
  private static char hex(String digits) {
    int value = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = Character.digit(digits.charAt(i), HEX);
      if (digit < 0) {
        return 0;
      }
      value = value * HEX + digit;
    }
    return (char) value;
  }

  /** Makes sure that nothing follows. */
  <T> T end(T read) {
    if (at != line.length()) {
      throw new TraceSyntaxException(
          lineNumber, "\"" + shortened(line.substring(at)) + "\" follows the last value");
    }
    return read;
  }

  private String token(String key) {
    enter(key);
    int end = line.indexOf(' ', at);
    String token = line.substring(at, end < 0 ? line.length() : end);
    at += token.length();
    return token;
  }

  private void enter(String key) {
    String prefix = " " + key + "=";
    if (!line.startsWith(prefix, at)) {
      throw new TraceSyntaxException(
          lineNumber,
          "\"" + shortened(line.substring(at)) + "\" stands where " + key + "= is expected");
    }
    at += prefix.length();
  }

  private TraceSyntaxException refused(String key, String value, String expected) {
    return new TraceSyntaxException(
        lineNumber, key + " is \"" + shortened(value) + "\"; expected " + expected);
  }

  static String shortened(String text) {
    return text.length() <= 60 ? text : text.substring(0, 60) + "...";
  }
}
