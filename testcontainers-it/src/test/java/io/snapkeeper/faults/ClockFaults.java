package io.snapkeeper.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Steps of one server's wall clock, by libfaketime in its JVM. Its monotonic clock goes on as it
 * was, as it does when an administrator or an NTP daemon sets the time.
 */
final class ClockFaults {

  private static final String LIBRARY = "/opt/libfaketime.so.1";
  private static final String OFFSET = "faketime";

  /** A server's own time, in a line of its log behind the engine's. */
  private static final Pattern OWN_TIME =
      Pattern.compile("^\\S+Z (\\d{4}-\\d\\d-\\d\\d)[T ](\\d\\d:\\d\\d:\\d\\d)");

  private ClockFaults() {}

  /** libfaketime on this machine; ends the test as not run if there is none. */
  static Path requireLibrary() {
    Host.requireFaults();
    return Host.requireFile(
        "faketime",
        "/usr/lib/%s-linux-gnu/faketime/libfaketimeMT.so.1".formatted(machine()),
        "/usr/lib64/faketime/libfaketimeMT.so.1");
  }

  private static String machine() {
    return Host.run("uname", "-m").strip();
  }

  /** The same software with a wall clock that can be stepped. */
  static Software withClock(Software software, Path library) {
    return software
        .withMount(library.toString(), LIBRARY)
        .withVariable("LD_PRELOAD", LIBRARY)
        .withVariable("FAKETIME_TIMESTAMP_FILE", "/data/" + OFFSET)
        // Seconds: with none each look at a clock would read the file.
        .withVariable("FAKETIME_CACHE_DURATION", "1")
        // With its fix for old C libraries a wait of 1 ms lasts about 30.
        .withVariable("FAKETIME_FORCE_MONOTONIC_FIX", "0")
        .withVariable("FAKETIME_DONT_FAKE_MONOTONIC", "1")
        .withVariable("DONT_FAKE_MONOTONIC", "1");
  }

  /** A step of a server's wall clock; healed by a step back. */
  static Fault step(Node node, Duration by) {
    return Fault.of(
        "the clock of %s steps by %+d s".formatted(node, by.toSeconds()),
        () -> set(node, by),
        () -> set(node, Duration.ZERO));
  }

  private static void set(Node node, Duration offset) {
    Path data = node.root().resolve("data");
    try {
      Path next =
          Files.writeString(data.resolve(OFFSET + ".next"), "%+d".formatted(offset.toSeconds()));
      Files.move(next, data.resolve(OFFSET), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * How far a server's clock was from the engine's in its last line since then, if there is one.
   */
  static Optional<Duration> offset(Node node, Instant since) {
    Optional<Duration> last = Optional.empty();
    for (String line : node.logSince(since).split("\n", -1)) {
      Matcher own = OWN_TIME.matcher(line);
      if (own.find()) {
        Instant written = Instant.parse(line.substring(0, line.indexOf(' ')));
        Instant said =
            LocalDateTime.parse(own.group(1) + "T" + own.group(2)).toInstant(ZoneOffset.UTC);
        last = Optional.of(Duration.between(written, said));
      }
    }
    return last;
  }
}
