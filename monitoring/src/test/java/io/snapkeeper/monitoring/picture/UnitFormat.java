package io.snapkeeper.monitoring.picture;

import io.snapkeeper.monitoring.dashboard.Unit;
import java.io.Serial;
import java.text.FieldPosition;
import java.text.NumberFormat;
import java.text.ParsePosition;
import java.util.Locale;

/** Numbers with their unit, about as Grafana writes them. */
final class UnitFormat extends NumberFormat {

  @Serial private static final long serialVersionUID = 1;

  private final Unit unit;

  UnitFormat(Unit unit) {
    this.unit = unit;
  }

  /** One number. */
  String text(double value) {
    return switch (unit) {
      case COUNT -> scaled(value, "", " k", " million");
      case SECONDS -> seconds(value);
      case BYTES -> scaled(value, " B", " kB", " MB");
      case BYTES_PER_SECOND -> scaled(value, " B/s", " kB/s", " MB/s");
      case SHARE -> digits(value * 100) + "%";
    };
  }

  private static String seconds(double value) {
    double size = Math.abs(value);
    if (size == 0 || (size >= 1 && size < 120)) {
      return digits(value) + " s";
    }
    if (size >= 120) {
      return digits(value / 60) + " min";
    }
    return size >= 1e-3 ? digits(value * 1e3) + " ms" : digits(value * 1e6) + " us";
  }

  private static String scaled(double value, String one, String thousand, String million) {
    double size = Math.abs(value);
    if (size < 1_000) {
      return digits(value) + one;
    }
    return size < 1e6 ? digits(value / 1e3) + thousand : digits(value / 1e6) + million;
  }

  /** Three of them, and no zeros at the end. */
  private static String digits(double value) {
    double size = Math.abs(value);
    int decimals = size >= 100 ? 0 : size >= 10 ? 1 : 2;
    String text = String.format(Locale.ROOT, "%." + decimals + "f", value);
    return text.contains(".") ? text.replaceAll("0+$", "").replaceAll("\\.$", "") : text;
  }

  @Override
  public StringBuffer format(double number, StringBuffer to, FieldPosition position) {
    return to.append(text(number));
  }

  @Override
  public StringBuffer format(long number, StringBuffer to, FieldPosition position) {
    return to.append(text((double) number));
  }

  @Override
  public Number parse(String source, ParsePosition position) {
    throw new UnsupportedOperationException("only for axes");
  }
}
