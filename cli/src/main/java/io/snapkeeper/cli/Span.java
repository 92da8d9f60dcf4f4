package io.snapkeeper.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A length of time as an operator writes it: {@code 90s}, {@code 10m}, {@code 2h}.
 *
 * @param seconds 1..86400: what an operator wants for longer than a day is a setting, and belongs
 *     into a configuration
 */
public record Span(long seconds) {

  private static final Pattern FORM = Pattern.compile("(\\d{1,6})([smh])");
  private static final long LONGEST_SECONDS = 86_400;

  public Span {
    if (seconds < 1 || seconds > LONGEST_SECONDS) {
      throw new IllegalArgumentException(
          seconds + " s is not in 1 s .. 24 h, the longest time that can be given");
    }
  }

  /**
   * @throws IllegalArgumentException with a message for the user
   */
  public static Span parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is no length of time; write for example 90s, 10m or 2h");
    }
    long count = Long.parseLong(form.group(1));
    return new Span(
        switch (form.group(2)) {
          case "h" -> count * 3_600;
          case "m" -> count * 60;
          default -> count;
        });
  }

  /** For picocli. */
  public static final class Converter implements ITypeConverter<Span> {
    @Override
    public Span convert(String value) {
      try {
        return parse(value);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }
}
