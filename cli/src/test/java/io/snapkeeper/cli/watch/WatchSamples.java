package io.snapkeeper.cli.watch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snapkeeper.cli.HostPort;
import io.snapkeeper.cli.status.ServerView;
import io.snapkeeper.cli.status.ServerView.Plugin;
import io.snapkeeper.cli.status.StockFigures;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/** What servers answered, cut down to what the view reads. */
final class WatchSamples {

  static final LocalTime NOON = LocalTime.NOON;

  private static final ObjectMapper JSON = new ObjectMapper();

  private WatchSamples() {}

  static HostPort address(long sid) {
    return new HostPort("zoo" + sid, 2181);
  }

  static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  static String idle() {
    return "\"snapshot\": null, \"slot\": null, \"snapshotWriting\": {\"limitedBy\": \"idle\","
        + " \"bytesPerSecond\": 7}";
  }

  static String running(String kind, String cause, double percent) {
    return """
    "snapshot": {"kind": "%s", "cause": "%s", "progressPercent": %s},
    "slot": {"id": "0x500000003", "state": "running"},
    "snapshotWriting": {"limitedBy": "feedback", "bytesPerSecond": 25000000}
    """
        .formatted(kind, cause, percent);
  }

  static String server(long sid, String role, double backlogPercent, long p99Micros, String more) {
    return """
    "plugin": {"scheduler": "on"},
    "server": {"sid": %d, "role": "%s", "mode": "scheduled", "backlogTxns": %d,
      "backlogPercent": %s, "fsyncP99Micros": %d, "fsyncMeanMicros": %d, %s}
    """
        .formatted(
            sid,
            role,
            (long) (1_000 * backlogPercent),
            backlogPercent,
            p99Micros,
            p99Micros / 3,
            more);
  }

  static String member(long sid, String state, String slot, String decision) {
    return """
    {"sid": %d, "voter": true, "state": "%s", "slot": %s, "backlogPercent": 50,
     "decision": "%s"}
    """
        .formatted(sid, state, slot, decision);
  }

  static String scheduler(String state, long lapsesMillis, int margin, List<String> members) {
    return scheduler(state, lapsesMillis, margin, members, List.of());
  }

  static String scheduler(
      String state, long lapsesMillis, int margin, List<String> members, List<String> decided) {
    return """
    "scheduler": {"epoch": 5, "state": "%s", "overrideExpiresInMillis": %d,
      "quorumMargin": %d, "counters": {"granted": 1204, "degraded": 2}, "members": [%s],
      "decisions": [%s]}
    """
        .formatted(
            state, lapsesMillis, margin, String.join(",", members), String.join(",", decided));
  }

  /**
   * @param slot null for a decision that is about none
   */
  static String decided(
      long number, long ageMillis, String kind, long sid, String slot, String text) {
    return """
    {"number": %d, "ageMillis": %d, "kind": "%s", "sid": %d, "slot": %s, "text": "%s"}
    """
        .formatted(number, ageMillis, kind, sid, slot == null ? "null" : '"' + slot + '"', text);
  }

  static ServerView plugin(long sid, String role, String... parts) {
    return new ServerView(
        address(sid),
        OptionalLong.of(sid),
        role,
        Map.of("Mode", role, "Zxid", "0x500000017", "Latency min/avg/max", "0/0.7/12"),
        Plugin.PRESENT,
        Optional.of(json("{" + String.join(",", parts) + "}")),
        StockFigures.UNKNOWN,
        Optional.empty(),
        Optional.empty());
  }

  static ServerView stock(long sid, String role, long snapshotZxid) {
    return new ServerView(
        address(sid),
        OptionalLong.of(sid),
        role,
        Map.of("Mode", role, "Zxid", "0x500000117", "Latency min/avg/max", "0/0.7/12"),
        Plugin.MISSING,
        Optional.empty(),
        new StockFigures(
            OptionalLong.of(0x117), OptionalDouble.of(1.25), OptionalLong.of(snapshotZxid)),
        Optional.empty(),
        Optional.empty());
  }

  static ServerView away(long sid) {
    return new ServerView(
        address(sid),
        OptionalLong.of(sid),
        ServerView.UNREACHABLE,
        Map.of(),
        Plugin.UNKNOWN,
        Optional.empty(),
        StockFigures.UNKNOWN,
        Optional.of("no answer for 12 s"),
        Optional.of("not asked, as the host does not answer"));
  }

  static EnsembleState state(List<ServerView> views) {
    return EnsembleState.of(NOON, views, Set.of(), List.of());
  }

  /**
   * Five servers, led by 4.
   *
   * @param snapshotting those in a slot
   * @param unscheduled those that snapshot outside one
   */
  static List<ServerView> five(Set<Long> snapshotting, Set<Long> unscheduled, long p99Micros) {
    List<String> members = new ArrayList<>();
    List<ServerView> views = new ArrayList<>();
    for (long sid = 1; sid <= 5; sid++) {
      members.add(
          snapshotting.contains(sid)
              ? member(
                  sid,
                  "snapshotting",
                  "{\"id\": \"0x500000003\", \"state\": \"running\", \"degraded\": false}",
                  "holds slot 0x500000003 (running 42%), granted because backlog is 81% of its"
                      + " limit; a quorum is fast without it")
              : member(sid, "fast", "null", "not ready: backlog is 12%, ready from 50%"));
    }
    for (long sid = 1; sid <= 5; sid++) {
      String role = sid == 4 ? "leader" : "follower";
      String more =
          snapshotting.contains(sid)
              ? running("scheduled", "slot", 42)
              : unscheduled.contains(sid) ? running("unscheduled", "leader-start", 7.5) : idle();
      String own = server(sid, role, 20.0 * sid, p99Micros * sid, more);
      views.add(
          sid == 4
              ? plugin(sid, role, own, scheduler("scheduling", 0, 1, members, granted()))
              : plugin(sid, role, own));
    }
    return views;
  }

  private static List<String> granted() {
    return List.of(
        decided(
            0,
            30_000,
            "granted",
            1,
            "0x500000003",
            "backlog is 81% of its limit; a quorum is fast without it"),
        decided(
            1,
            5_000,
            "granted-degraded",
            2,
            "0x500000004",
            "backlog is 72% of its limit; no quorum is left without it: server 5 is gone for 9.0"
                + " s"));
  }
}
