package io.snapkeeper.cli.simulate;

import java.util.Locale;

/** Numbers as tables and pictures show them. */
final class Figures {

  private static final double HUNDREDTH = 0.01;

  private Figures() {}

  /** Two decimals; what would be rounded to zero without being zero is "&lt;0.01". */
  static String seconds(double value) {
    if (value > 0 && value < HUNDREDTH) {
      return "<0.01";
    }
    return String.format(Locale.ROOT, "%,.2f", value);
  }

  /** Three digits or more. */
  static String millis(double value) {
    String form = value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%,.0f";
    return String.format(Locale.ROOT, form, value);
  }

  static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  static String average(double value) {
    return String.format(Locale.ROOT, "%,.1f", value);
  }

  /** Bytes in MB. */
  static String megabytes(long bytes) {
    double megabytes = bytes / 1e6;
    return String.format(Locale.ROOT, megabytes < 100 ? "%.1f" : "%,.0f", megabytes);
  }

  /** A number as it was given: without decimals that it does not have. */
  static String plain(double value) {
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.format(Locale.ROOT, "%,.3f", value).replaceAll("0+$", "");
  }
}
