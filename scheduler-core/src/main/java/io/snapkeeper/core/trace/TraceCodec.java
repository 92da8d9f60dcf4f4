package io.snapkeeper.core.trace;

/**
 * Lines of a trace as text, and back. A line is ASCII without a line break: its kind, then {@code
 * key=value} pairs in a fixed order. No path, no data of clients and no address occurs in any.
 * Stateless.
 */
public final class TraceCodec {

  /**
   * The version of the format. Any change of a line is a new version, because a trace is only of
   * use where every line is read as it was meant.
   */
  public static final int VERSION = 3;

  /**
   * The longest line, in characters. The longest one written tells of a membership: twice 255
   * servers of a hierarchy need a quarter of it.
   */
  public static final int LINE_CHARS_MAX = 32_768;

  private static final String HEADER = "snapkeeper-trace";
  private static final String LOST = "lost";

  private TraceCodec() {}

  /**
   * A line as text, without a line break.
   *
   * @throws IllegalArgumentException if it would be longer than {@link #LINE_CHARS_MAX}
   */
  public static String encode(TraceLine line) {
    String text = writer(line).line();
    if (text.length() > LINE_CHARS_MAX) {
      throw new IllegalArgumentException(
          "a line of %d characters, \"%s\"; a trace has at most %d in a line"
              .formatted(text.length(), LineReader.shortened(text), LINE_CHARS_MAX));
    }
    return text;
  }

  private static LineWriter writer(TraceLine line) {
    if (line instanceof TraceLine.OfLeader ofLeader) {
      return LeaderText.write(ofLeader);
    }
    if (line instanceof TraceLine.OfMember ofMember) {
      return MemberText.write(ofMember);
    }
    if (line instanceof TraceLine.Lost lost) {
      return new LineWriter(LOST).number("lines", lost.lines());
    }
    return new LineWriter(HEADER)
        .number("version", VERSION)
        .number("sid", ((TraceLine.Header) line).sid());
  }

  /** Whether a text could be the first line of a section, of whatever version. */
  public static boolean isHeader(String text) {
    return text.startsWith(HEADER + " version=");
  }

  /**
   * Reads a line. What is read here, {@link #encode} writes in the same letters.
   *
   * @param lineNumber from 1, for errors
   * @throws TraceSyntaxException if no recorder of this version writes such a line
   */
  public static TraceLine decode(long lineNumber, String text) {
    if (text.length() > LINE_CHARS_MAX) {
      throw new TraceSyntaxException(
          lineNumber,
          "the line has " + text.length() + " characters; at most " + LINE_CHARS_MAX + " occur");
    }
    String kind = kindOf(text);
    LineReader line = new LineReader(lineNumber, text, kind);
    try {
      return line.end(read(lineNumber, kind, line));
    } catch (TraceSyntaxException e) {
      throw e;
    } catch (IllegalArgumentException e) { // a value that means nothing
      throw new TraceSyntaxException(lineNumber, e.getMessage());
    }
  }

  private static TraceLine read(long lineNumber, String kind, LineReader line) {
    if (kind.equals(HEADER)) {
      long version = line.number("version");
      if (version != VERSION) {
        throw new TraceSyntaxException(
            lineNumber, "version is " + version + "; this build reads version " + VERSION);
      }
      return new TraceLine.Header(line.number("sid"));
    }
    if (kind.equals(LOST)) {
      return new TraceLine.Lost(line.number("lines"));
    }
    TraceLine read = LeaderText.readOrNull(kind, line);
    if (read == null) {
      read = MemberText.readOrNull(kind, line);
    }
    if (read == null) {
      throw new TraceSyntaxException(
          lineNumber, "\"" + LineReader.shortened(kind) + "\" is no kind of line");
    }
    return read;
  }

  /** The words before the first pair. */
  private static String kindOf(String text) {
    int equals = text.indexOf('=');
    if (equals < 0) {
      return text;
    }
    int end = text.lastIndexOf(' ', equals);
    return text.substring(0, Math.max(end, 0));
  }
}
