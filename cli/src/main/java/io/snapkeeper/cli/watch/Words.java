package io.snapkeeper.cli.watch;

import io.snapkeeper.cli.Printable;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Figures and sentences as the view writes them. */
final class Words {

  private static final String UNKNOWN = "-";

  private Words() {}

  /** "12:03:04". */
  static String time(LocalTime at) {
    return DateTimeFormatter.ISO_LOCAL_TIME.format(at);
  }

  /** "42 s", "9 min 58 s", "3 h 5 min". */
  static String duration(long seconds) {
    if (seconds < 60) {
      return seconds + " s";
    }
    return seconds < 3_600
        ? seconds / 60 + " min " + seconds % 60 + " s"
        : seconds / 3_600 + " h " + seconds % 3_600 / 60 + " min";
  }

  static String percent(OptionalDouble value) {
    return value.isPresent() ? String.format(Locale.ROOT, "%.0f%%", value.getAsDouble()) : UNKNOWN;
  }

  /** In milliseconds without a unit ("0.42", "3.1", "1,200"), or in seconds with it ("12 s"). */
  static String millis(OptionalDouble value) {
    return value.isPresent() ? millis(value.getAsDouble()) : UNKNOWN;
  }

  static String millis(double value) {
    if (value >= 10_000) {
      return String.format(Locale.ROOT, "%.0f s", value / 1_000);
    }
    String form = value < 1 ? "%.2f" : value < 10 ? "%.1f" : "%,.0f";
    return String.format(Locale.ROOT, form, value);
  }

  /** "25.0 MB/s". */
  static String rate(long bytesPerSecond) {
    double megabytes = bytesPerSecond / 1e6;
    return String.format(Locale.ROOT, megabytes < 100 ? "%.1f MB/s" : "%.0f MB/s", megabytes);
  }

  /**
   * Breaks a sentence at blanks into lines of the given width; those after the first begin with an
   * indent.
   */
  static List<String> broken(String text, int width, String indent) {
    List<String> lines = new ArrayList<>();
    String rest = Printable.of(text);
    while (rest.length() > width) {
      int end = rest.lastIndexOf(' ', width);
      // A word longer than a line is cut.
      int cut = end > indent.length() ? end : width;
      lines.add(rest.substring(0, cut));
      rest = indent + rest.substring(cut).strip();
    }
    lines.add(rest);
    return lines;
  }

  static String cut(String said, int width) {
    String text = Printable.of(said);
    if (text.length() <= width) {
      return text;
    }
    return width < 4 ? text.substring(0, width) : text.substring(0, width - 3) + "...";
  }
}
