package io.snapkeeper.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.SnapshotInterval;
import io.snapkeeper.ensemble.SnapshotInterval.Outcome;
import io.snapkeeper.ensemble.SnapshotTimeline;
import io.snapkeeper.ensemble.TimelineFollower;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Asks the servers once a second what the live table shows: with the plugin their status document,
 * without it what srvr and their logs tell. Asking costs the servers a few milliseconds per second,
 * the same for both sides.
 */
final class ServerPoller implements AutoCloseable {

  private static final long PERIOD_MILLIS = 1_000;
  private static final Set<String> OUTSTANDING = Set.of("held", "fired", "running");

  private final Ensemble ensemble;
  private final Side side;
  private final DemoPlan plan;
  private final List<Long> sids;
  private final TimelineFollower follower;
  private final Thread thread = new Thread(this::poll, "demo-poller");
  private volatile boolean stopping;
  private volatile EnsembleView latest = EnsembleView.EMPTY;
  private volatile SnapshotTimeline timeline = new SnapshotTimeline(List.of());
  private volatile Instant since = Instant.EPOCH;

  ServerPoller(Ensemble ensemble, Side side, DemoPlan plan) {
    this.ensemble = ensemble;
    this.side = side;
    this.plan = plan;
    this.sids = ensemble.sids().subList(0, plan.running());
    this.follower = new TimelineFollower(ensemble);
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  EnsembleView latest() {
    return latest;
  }

  /** All snapshots as of the last poll. */
  SnapshotTimeline timeline() {
    return timeline;
  }

  /** Counts snapshots and overlap from now on. */
  void countFrom(Instant start) {
    since = start;
    EnsembleView before = latest;
    latest = new EnsembleView(before.rows(), before.quorumMargin(), before.decision(), 0, 0);
  }

  private void poll() {
    while (!stopping) {
      try {
        timeline = follower.poll();
        Instant countedFrom = since;
        EnsembleView view = view(countedFrom);
        if (countedFrom.equals(since)) {
          latest = view;
        }
        Thread.sleep(PERIOD_MILLIS);
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException e) {
        // The table is a view and no measurement: keep the last one. What ails a server shows in
        // the load and in the logs.
        if (stopping) {
          return;
        }
      }
    }
  }

  private EnsembleView view(Instant from) {
    List<ServerRow> rows = new ArrayList<>();
    OptionalInt margin = OptionalInt.empty();
    String decision = "";
    for (long sid : sids) {
      Optional<JsonNode> status = side == Side.SNAPKEEPER ? status(sid) : Optional.empty();
      rows.add(status.map(json -> pluginRow(sid, json)).orElseGet(() -> stockRow(sid)));
      JsonNode scheduler = status.map(json -> json.path("scheduler")).orElse(null);
      if (scheduler != null && scheduler.isObject()) {
        margin = OptionalInt.of(scheduler.path("quorumMargin").asInt());
        decision = decision(scheduler);
      }
    }
    if (side == Side.STOCK) {
      long quiet =
          rows.stream().filter(row -> !row.role().equals("-") && !row.snapshotting()).count();
      margin = OptionalInt.of((int) quiet - plan.quorum());
    }
    Instant now = Instant.now();
    return new EnsembleView(
        rows,
        margin,
        decision,
        timeline.startedWithin(from, now).snapshots(),
        timeline.within(from, now).withAtLeast(plan.tooMany(), sids).toMillis() / 1e3);
  }

  private Optional<JsonNode> status(long sid) {
    try {
      return Optional.of(ensemble.admin(sid).get("snapkeeper"));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** What the scheduler says of the member with the largest backlog. */
  private static String decision(JsonNode scheduler) {
    String said = "";
    double most = -1;
    for (JsonNode member : scheduler.path("members")) {
      double backlog = member.path("backlogPercent").asDouble(0);
      String text = member.path("decision").asText("");
      if (backlog > most && !text.isEmpty()) {
        most = backlog;
        said = "server " + member.path("sid").asLong() + ": " + text;
      }
    }
    return said;
  }

  private static ServerRow pluginRow(long sid, JsonNode json) {
    JsonNode server = json.path("server");
    return new ServerRow(
        sid,
        server.path("role").asText("-"),
        server.path("backlogTxns").isNumber()
            ? OptionalLong.of(server.path("backlogTxns").asLong())
            : OptionalLong.empty(),
        slot(server.path("slot").path("state").asText("-")),
        server.path("snapshot").isObject());
  }

  /** Only while it is outstanding: how the last one ended is history. */
  private static String slot(String state) {
    return OUTSTANDING.contains(state) ? state : "-";
  }

  private ServerRow stockRow(long sid) {
    Map<String, String> srvr = ensemble.srvr(sid);
    return new ServerRow(
        sid,
        srvr.getOrDefault("Mode", "-"),
        sinceSnapshot(srvr.get("Zxid"), last(sid, Outcome.TAKEN)),
        "-",
        last(sid, Outcome.UNFINISHED).isPresent());
  }

  private Optional<SnapshotInterval> last(long sid, Outcome outcome) {
    return timeline.intervals().stream()
        .filter(interval -> interval.sid() == sid && interval.outcome() == outcome)
        .reduce((first, second) -> second);
  }

  /** The counter is in the low half of a zxid; a new epoch starts it anew. */
  static OptionalLong sinceSnapshot(String zxidText, Optional<SnapshotInterval> snapshot) {
    if (zxidText == null || !zxidText.startsWith("0x")) {
      return OptionalLong.empty();
    }
    long zxid = Long.parseUnsignedLong(zxidText.substring(2), 16);
    long counter = zxid & 0xffff_ffffL;
    if (snapshot.isEmpty() || zxid >>> 32 != snapshot.get().zxid() >>> 32) {
      return OptionalLong.of(counter);
    }
    return OptionalLong.of(Math.max(0, counter - (snapshot.get().zxid() & 0xffff_ffffL)));
  }

  @Override
  public void close() {
    stopping = true;
    thread.interrupt();
    try {
      thread.join(5_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
