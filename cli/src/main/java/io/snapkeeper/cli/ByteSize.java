package io.snapkeeper.cli;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A number of bytes as an operator writes it: {@code 500MB}, {@code 1.5GB}, {@code 64KiB}.
 *
 * @param bytes at least 1
 */
public record ByteSize(long bytes) {

  private static final Pattern FORM =
      Pattern.compile("(\\d{1,15}(?:\\.\\d{1,6})?) ?(B|[KMGT]I?B)", Pattern.CASE_INSENSITIVE);
  private static final List<String> DECIMAL = List.of("B", "KB", "MB", "GB", "TB");
  private static final List<String> BINARY = List.of("B", "KIB", "MIB", "GIB", "TIB");

  private static final BigDecimal LARGEST = BigDecimal.TEN.pow(18);

  public ByteSize {
    if (bytes < 1) {
      throw new IllegalArgumentException("a size of " + bytes + " bytes is below one byte");
    }
  }

  /**
   * KB, MB, GB and TB are powers of 1000, KiB and so on of 1024.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  public static ByteSize parse(String text) {
    Matcher form = FORM.matcher(text.strip());
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a size; write for example 500MB, 10GB or 1.5GiB");
    }
    String unit = form.group(2).toUpperCase(Locale.ROOT);
    BigDecimal factor =
        unit.length() == 3
            ? BigDecimal.valueOf(1024).pow(BINARY.indexOf(unit))
            : BigDecimal.valueOf(1000).pow(DECIMAL.indexOf(unit));
    BigDecimal bytes =
        new BigDecimal(form.group(1)).multiply(factor).setScale(0, RoundingMode.HALF_UP);
    if (bytes.signum() == 0 || bytes.compareTo(LARGEST) > 0) {
      throw new IllegalArgumentException("'" + text + "' is not in 1 B .. 1,000,000 TB");
    }
    return new ByteSize(bytes.longValueExact());
  }

  /** In the largest decimal unit that leaves at least 1, with at most two decimals: "1.5 GB". */
  @Override
  public String toString() {
    int unit = 0;
    BigDecimal value = BigDecimal.valueOf(bytes);
    BigDecimal thousand = BigDecimal.valueOf(1000);
    while (value.compareTo(thousand) >= 0 && unit < DECIMAL.size() - 1) {
      value = value.movePointLeft(3);
      unit++;
    }
    return value.setScale(2, RoundingMode.HALF_UP).stripTrailingZeros().toPlainString()
        + " "
        + DECIMAL.get(unit);
  }

  /** For picocli. */
  public static final class Converter implements ITypeConverter<ByteSize> {
    @Override
    public ByteSize convert(String value) {
      try {
        return parse(value);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }
}
