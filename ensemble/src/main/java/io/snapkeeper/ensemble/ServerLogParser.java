package io.snapkeeper.ensemble;

import io.snapkeeper.ensemble.SnapshotInterval.Kind;
import io.snapkeeper.ensemble.SnapshotInterval.Outcome;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the snapshots out of one server's log, line by line: stock's "Snapshotting" and "Snapshot
 * taken", and the plugin's "snapkeeper snapshot" lines. Not thread-safe.
 *
 * <p>A server with the plugin logs stock's lines as well. A stock snapshot during which the plugin
 * logged a start is the same snapshot, and the plugin's word counts: it knows when the bytes were
 * durable.
 */
final class ServerLogParser {

  private static final Pattern TIMESTAMP =
      Pattern.compile("^(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z) ");
  private static final Pattern PLUGIN =
      Pattern.compile("snapkeeper snapshot (started|ended|aborted|failed) sid=\\d+ (.*)");
  private static final Pattern KIND = Pattern.compile("\\bkind=(scheduled|unscheduled)\\b");
  private static final Pattern CAUSE = Pattern.compile("\\bcause=([a-z-]+)");
  private static final Pattern ZXID = Pattern.compile("\\bzxid=0x([0-9a-f]+)");
  private static final Pattern STOCK_START = Pattern.compile("- Snapshotting: 0x([0-9a-f]+) to ");
  private static final long UNKNOWN_ZXID = -1;

  private final long sid;
  private final List<SnapshotInterval> finished = new ArrayList<>();
  private final List<Open> openPlugin = new ArrayList<>();
  private Open openStock;
  private boolean stockIsPlugins;
  private Instant last = Instant.EPOCH;

  private record Open(Instant start, Kind kind, String cause, long zxid) {}

  ServerLogParser(long sid) {
    this.sid = sid;
  }

  void line(String line) {
    Matcher stamp = TIMESTAMP.matcher(line);
    if (!stamp.find()) {
      // Continuation of a stack trace, or the JVM's own output.
      return;
    }
    try {
      last = Instant.parse(stamp.group(1));
    } catch (DateTimeException e) {
      return;
    }
    Matcher plugin = PLUGIN.matcher(line);
    Matcher stock = STOCK_START.matcher(line);
    if (plugin.find()) {
      pluginLine(plugin.group(1), plugin.group(2));
    } else if (stock.find()) {
      if (zxid(stock.group(1)) == 0) {
        // A new server saves its empty tree, in no time and without a "Snapshot taken".
        return;
      }
      closeStock(Outcome.UNFINISHED);
      openStock = new Open(last, Kind.UNSCHEDULED, "stock", zxid(stock.group(1)));
      // The plugin may have logged its start just before.
      stockIsPlugins = !openPlugin.isEmpty();
    } else if (line.contains("- Snapshot taken in ")) {
      closeStock(Outcome.TAKEN);
    } else if (line.contains("QuorumPeerMain - Starting quorum peer")) {
      // A new process writes on: whatever was open died with the old one.
      closeAll();
    }
  }

  private void pluginLine(String verb, String fields) {
    long zxid = zxid(field(ZXID, fields, ""));
    if (verb.equals("started")) {
      Kind kind =
          field(KIND, fields, "unscheduled").equals("scheduled")
              ? Kind.SCHEDULED
              : Kind.UNSCHEDULED;
      openPlugin.add(new Open(last, kind, field(CAUSE, fields, "other"), zxid));
      stockIsPlugins |= openStock != null;
      return;
    }
    Outcome outcome =
        switch (verb) {
          case "ended" -> Outcome.TAKEN;
          case "aborted" -> Outcome.ABORTED;
          default -> Outcome.FAILED;
        };
    // Several may be open for a moment (an abort overlaps what caused it): the same zxid goes
    // first.
    Open match = null;
    for (Open open : openPlugin) {
      if (match == null || open.zxid() == zxid) {
        match = open;
      }
    }
    if (match != null) {
      openPlugin.remove(match);
      finish(match, outcome);
    }
  }

  private static long zxid(String hex) {
    try {
      return hex.isEmpty() ? UNKNOWN_ZXID : Long.parseUnsignedLong(hex, 16);
    } catch (NumberFormatException e) {
      return UNKNOWN_ZXID;
    }
  }

  private static String field(Pattern pattern, String text, String otherwise) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? matcher.group(1) : otherwise;
  }

  private void closeStock(Outcome outcome) {
    if (openStock != null && !stockIsPlugins) {
      finish(openStock, outcome);
    }
    openStock = null;
    stockIsPlugins = false;
  }

  private void closeAll() {
    closeStock(Outcome.UNFINISHED);
    openPlugin.forEach(open -> finish(open, Outcome.UNFINISHED));
    openPlugin.clear();
  }

  private void finish(Open open, Outcome outcome) {
    finished.add(
        new SnapshotInterval(
            sid, open.start(), last, open.kind(), open.cause(), outcome, open.zxid()));
  }

  /** All snapshots seen so far; one still open reaches up to {@code now}. */
  List<SnapshotInterval> intervals(Instant now) {
    List<SnapshotInterval> all = new ArrayList<>(finished);
    Instant end = now.isAfter(last) ? now : last;
    if (openStock != null && !stockIsPlugins) {
      all.add(unfinished(openStock, end));
    }
    openPlugin.forEach(open -> all.add(unfinished(open, end)));
    return all;
  }

  private SnapshotInterval unfinished(Open open, Instant end) {
    return new SnapshotInterval(
        sid, open.start(), end, open.kind(), open.cause(), Outcome.UNFINISHED, open.zxid());
  }
}
