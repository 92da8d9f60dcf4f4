package io.snapkeeper.faults;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The times that the container engine puts before each line of a log. They come from one clock,
 * also where a server's own is wrong. On a busy machine a line may have its time tens of
 * milliseconds after it was written: {@link #whenWritten} takes that out.
 */
final class EngineTime {

  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  /** The engine leaves out zeros at the end. */
  private static final Pattern STAMP =
      Pattern.compile("(?m)^(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d)(?:\\.(\\d+))?Z ");

  /** The engine's time, and the server's own in the same form. */
  private static final Pattern BOTH =
      Pattern.compile(
          "^(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z) (\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z) ");

  /**
   * Lines so near each other tell how far the two clocks are apart. On a busy machine all lines of
   * a second may be late.
   */
  private static final long NEAR_MILLIS = 10_000;

  /** A clock that steps does so by more, and a server that stands still does so for less. */
  private static final long STEP_MILLIS = 30_000;

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

  /**
   * Puts each line at the time at which its server wrote it, by the engine's clock: the server's
   * own time, and the least that the engine's was ahead of it on a line near this one.
   *
   * @param log as {@link #inMillis} returns it; lines without a time of the server's own stay as
   *     they are
   */
  static String whenWritten(String log) {
    List<String> lines = log.lines().toList();
    long[] engine = new long[lines.size()];
    long[] ahead = new long[lines.size()];
    boolean[] both = new boolean[lines.size()];
    for (int i = 0; i < engine.length; i++) {
      Matcher times = BOTH.matcher(lines.get(i));
      both[i] = times.find();
      if (both[i]) {
        engine[i] = Instant.parse(times.group(1)).toEpochMilli();
        ahead[i] = engine[i] - Instant.parse(times.group(2)).toEpochMilli();
      } else {
        engine[i] = i == 0 ? 0 : engine[i - 1];
      }
    }
    StringBuilder result = new StringBuilder(log.length());
    int first = 0;
    for (int i = 0; i < engine.length; i++) {
      String line = lines.get(i);
      if (both[i]) {
        while (engine[first] < engine[i] - NEAR_MILLIS) {
          first++;
        }
        long least = ahead[i];
        for (int j = first; j < engine.length && engine[j] <= engine[i] + NEAR_MILLIS; j++) {
          if (both[j] && Math.abs(ahead[j] - ahead[i]) < STEP_MILLIS) {
            least = Math.min(least, ahead[j]);
          }
        }
        result.append(of(Instant.ofEpochMilli(engine[i] - ahead[i] + least)));
        line = line.substring(line.indexOf(' '));
      }
      result.append(line).append('\n');
    }
    return result.toString();
  }
}
