package io.snapkeeper.monitoring.rules;

import java.util.Map;
import java.util.regex.Pattern;

/** Durations in PromQL, made shorter so that a test need not wait for hours. */
final class Durations {

  private static final Pattern DURATION = Pattern.compile("([0-9]+)(ms|s|m|h|d)");

  /** A range in brackets, or an offset. */
  private static final Pattern IN_EXPRESSION =
      Pattern.compile("(?<=\\[)[0-9]+[a-z]+(?=\\])|(?<=offset )[0-9]+[a-z]+");

  private static final Map<String, Long> MILLIS =
      Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L, "d", 86_400_000L);

  private Durations() {}

  static String fasterExpression(String expression, int factor, long leastMillis) {
    return IN_EXPRESSION
        .matcher(expression)
        .replaceAll(found -> faster(found.group(), factor, leastMillis));
  }

  /**
   * A duration divided by a factor, but not below the least one. No time at all stays none.
   *
   * @throws IllegalArgumentException if it is none, such as "1h30m", which our rules do not use
   */
  static String faster(String duration, int factor, long leastMillis) {
    var parts = DURATION.matcher(duration);
    if (!parts.matches()) {
      throw new IllegalArgumentException("\"" + duration + "\" is not a number and a unit");
    }
    long millis = Long.parseLong(parts.group(1)) * MILLIS.get(parts.group(2));
    return (millis == 0 ? 0 : Math.max(leastMillis, millis / factor)) + "ms";
  }
}
