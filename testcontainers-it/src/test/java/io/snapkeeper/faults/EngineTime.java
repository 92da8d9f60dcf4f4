package io.snapkeeper.faults;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.regex.Pattern;

/**
 * The times that the container engine puts before each line of a log. They come from one clock,
 * also where a server's own is wrong.
 */
final class EngineTime {

  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  /** The engine leaves out zeros at the end. */
  private static final Pattern STAMP =
      Pattern.compile("(?m)^(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d)(?:\\.(\\d+))?Z ");

  private EngineTime() {}

  static String of(Instant instant) {
    return MILLIS.format(instant);
  }

  /** Cuts the times before all lines down to milliseconds, as the servers themselves give them. */
  static String inMillis(String log) {
    return STAMP
        .matcher(log)
        .replaceAll(
            stamp -> {
              String fraction = stamp.group(2) == null ? "" : stamp.group(2);
              return stamp.group(1) + "." + (fraction + "000").substring(0, 3) + "Z ";
            });
  }
}
