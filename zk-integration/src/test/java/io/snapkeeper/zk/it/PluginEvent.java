package io.snapkeeper.zk.it;

import io.snapkeeper.ensemble.Ensemble;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One line about a slot or a snapshot in a server's log.
 *
 * @param at by the machine's clock, in milliseconds
 * @param server whose log it is
 * @param line number of the line there
 * @param what "slot granted", "snapshot started", ...; "process started" and "process ended" for a
 *     server's start and its end by the test
 * @param fields the line's key=value pairs, without quotes
 */
record PluginEvent(Instant at, long server, int line, String what, Map<String, String> fields) {

  static final String PROCESS_STARTED = "process started";
  static final String PROCESS_ENDED = "process ended";

  private static final Pattern EVENT =
      Pattern.compile("^(\\S+Z) .* snapkeeper ((?:slot|snapshot) [a-z]+) (.*)$");
  private static final Pattern FIELD = Pattern.compile("(\\w+)=(\"[^\"]*\"|\\S+)");
  private static final Map<String, Pattern> PROCESS =
      Map.of(
          PROCESS_STARTED,
          Pattern.compile("^(\\S+Z) .*QuorumPeerMain - Starting quorum peer"),
          PROCESS_ENDED,
          Pattern.compile("^(\\S+Z) .*" + Pattern.quote(Ensemble.PROCESS_ENDED) + "$"));

  /** A line is in its file so long after the time that it bears, on a busy machine. */
  private static final long WRITTEN_AFTER_MILLIS = 1_000;

  /**
   * All events of all servers until now, in the order of time. Those of one server keep the order
   * of its log; where servers have a millisecond in common, ends come first, then grants, then the
   * snapshots that they allow.
   */
  static List<PluginEvent> of(Ensemble ensemble) {
    // Servers go on meanwhile, and their logs are read one after the other: what one server
    // answered
    // to another one's line must not be read without that.
    Instant now = Instant.now();
    awaitLines();
    List<Deque<PluginEvent>> logs = new ArrayList<>();
    for (long sid : ensemble.sids()) {
      logs.add(new ArrayDeque<>(of(sid, ensemble.logFile(sid))));
    }
    return merged(logs).stream().filter(event -> !event.at().isAfter(now)).toList();
  }

  private static void awaitLines() {
    try {
      Thread.sleep(WRITTEN_AFTER_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A snapshot may start and end in one millisecond, so a sort by time alone could swap them. */
  static List<PluginEvent> merged(List<Deque<PluginEvent>> logs) {
    List<PluginEvent> events = new ArrayList<>();
    Comparator<PluginEvent> order =
        Comparator.comparing(PluginEvent::at)
            .thenComparing(PluginEvent::rankInMillisecond)
            .thenComparing(PluginEvent::server);
    while (true) {
      Optional<Deque<PluginEvent>> next =
          logs.stream()
              .filter(log -> !log.isEmpty())
              .min((one, other) -> order.compare(one.peekFirst(), other.peekFirst()));
      if (next.isEmpty()) {
        return events;
      }
      events.add(next.get().removeFirst());
    }
  }

  /** The events of one server's log; none if it is not there. */
  static List<PluginEvent> of(long sid, Path log) {
    List<PluginEvent> events = new ArrayList<>();
    if (!Files.exists(log)) {
      return events;
    }
    String text;
    try {
      text = new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + log, e);
    }
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      of(sid, number, line).ifPresent(events::add);
    }
    return events;
  }

  private static Optional<PluginEvent> of(long sid, int number, String line) {
    for (Map.Entry<String, Pattern> process : PROCESS.entrySet()) {
      Matcher matcher = process.getValue().matcher(line);
      if (matcher.find()) {
        Instant at = Instant.parse(matcher.group(1));
        return Optional.of(new PluginEvent(at, sid, number, process.getKey(), Map.of()));
      }
    }
    Matcher event = EVENT.matcher(line);
    if (!event.find()) {
      return Optional.empty();
    }
    Map<String, String> fields = new HashMap<>();
    Matcher field = FIELD.matcher(event.group(3));
    while (field.find()) {
      fields.putIfAbsent(field.group(1), field.group(2).replace("\"", ""));
    }
    Instant at = Instant.parse(event.group(1));
    return Optional.of(new PluginEvent(at, sid, number, event.group(2), fields));
  }

  boolean is(String kind) {
    return what.equals(kind);
  }

  /** The server that the line is about: a leader logs the slots of others. */
  long sid() {
    return Long.parseLong(fields.get("sid"));
  }

  String slot() {
    return fields.getOrDefault("slot", "none");
  }

  /** The epoch in a slot id, its upper half. */
  long slotEpoch() {
    return Long.decode(slot()) >>> 32;
  }

  boolean isScheduled() {
    return "scheduled".equals(fields.get("kind"));
  }

  boolean isDegraded() {
    return "true".equals(fields.get("degraded"));
  }

  /** For the end of a slot: whether its holder was gone. */
  boolean hasLeft() {
    return "left".equals(fields.get("outcome"));
  }

  boolean isSnapshotEnd() {
    return is("snapshot ended") || is("snapshot aborted") || is("snapshot failed");
  }

  private int rankInMillisecond() {
    return is("snapshot started") ? 2 : is("slot granted") ? 1 : 0;
  }

  @Override
  public String toString() {
    return at + " server " + server + ":" + line + " " + what + " " + fields;
  }
}
