package io.snapkeeper.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.snapkeeper.cli.HostPort;
import io.snapkeeper.cli.status.ServerView;
import io.snapkeeper.cli.status.ServerView.Plugin;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/**
 * One server at one moment. What is not known is empty.
 *
 * @param address of its client port
 * @param sid its server id
 * @param role as it says itself, or {@link ServerView#UNREACHABLE} and the like
 * @param serves whether it answers and takes part in the ensemble
 * @param voter whether it has a vote
 * @param plugin whether the plugin is there
 * @param standing what the leader thinks of it ("draining", ...), else by which rule it snapshots
 * @param backlogTxns transactions since its last snapshot
 * @param backlogPercent share of the nearer limit
 * @param p99Millis recent commit latency
 * @param meanMillis the same; of a stock server the mean since its start
 * @param slot state of its slot while that is outstanding
 * @param degraded whether that slot is on the quorum's path
 * @param snapshot the one in progress
 * @param last the last one completed
 * @param requests a stock server's own figures of its request latency
 */
record ServerState(
    HostPort address,
    OptionalLong sid,
    String role,
    boolean serves,
    boolean voter,
    Plugin plugin,
    String standing,
    OptionalLong backlogTxns,
    OptionalDouble backlogPercent,
    OptionalDouble p99Millis,
    OptionalDouble meanMillis,
    Optional<String> slot,
    boolean degraded,
    Optional<Running> snapshot,
    Optional<Completed> last,
    String requests) {

  private static final Set<String> OUT_OF_SERVICE =
      Set.of(ServerView.UNREACHABLE, ServerView.NOT_SERVING, "looking");

  /**
   * A snapshot in progress.
   *
   * @param cause {@code slot}, or why it is taken outside one
   * @param scheduled whether in a slot
   * @param percent of it that is written
   * @param bytesPerSecond the pacer's rate, if it is paced
   */
  record Running(
      String cause, boolean scheduled, OptionalDouble percent, OptionalLong bytesPerSecond) {}

  /**
   * A completed snapshot.
   *
   * @param id tells one of a server from another
   * @param scheduled whether in a slot
   */
  record Completed(String id, boolean scheduled) {}

  /**
   * @param observers ids of servers without a vote, as the configuration names them
   */
  static ServerState of(ServerView view, Optional<Leadership> leadership, Set<Long> observers) {
    JsonNode server = view.status().map(d -> d.path("server")).orElse(MissingNode.getInstance());
    JsonNode member =
        leadership.isPresent() && view.sid().isPresent()
            ? leadership.get().member(view.sid().getAsLong())
            : MissingNode.getInstance();
    boolean plugin = view.status().isPresent();
    return new ServerState(
        view.client(),
        view.sid(),
        view.role(),
        !OUT_OF_SERVICE.contains(view.role()),
        voter(view, member, observers),
        view.plugin(),
        member.path("state").asText(server.path("mode").asText("")),
        plugin ? whole(server.path("backlogTxns")) : view.stock().backlogTxns(),
        number(server.path("backlogPercent"), 1),
        latency(server, "fsyncP99Micros"),
        plugin ? latency(server, "fsyncMeanMicros") : view.stock().fsyncMeanMillis(),
        view.outstandingSlot()
            .map(slot -> slot.path("state").asText())
            .or(() -> text(member.path("slot").path("state"))),
        member.path("slot").path("degraded").asBoolean(false),
        running(server),
        completed(view, server),
        view.srvr().getOrDefault("Latency min/avg/max", ""));
  }

  private static boolean voter(ServerView view, JsonNode member, Set<Long> observers) {
    if (member.path("voter").isBoolean()) {
      return member.path("voter").asBoolean();
    }
    return !view.role().equals("observer")
        && (view.sid().isEmpty() || !observers.contains(view.sid().getAsLong()));
  }

  private static Optional<Running> running(JsonNode server) {
    JsonNode snapshot = server.path("snapshot");
    if (!snapshot.isObject()) {
      return Optional.empty();
    }
    JsonNode writing = server.path("snapshotWriting");
    boolean paced = !writing.path("limitedBy").asText("idle").equals("idle");
    return Optional.of(
        new Running(
            snapshot.path("cause").asText("snapshot"),
            snapshot.path("kind").asText("").equals("scheduled"),
            number(snapshot.path("progressPercent"), 1),
            paced ? whole(writing.path("bytesPerSecond")) : OptionalLong.empty()));
  }

  private static Optional<Completed> completed(ServerView view, JsonNode server) {
    JsonNode last = server.path("lastSnapshot");
    if (last.isObject()) {
      // An idle server can take a second one of the same transaction: not worth a mark.
      return Optional.of(
          new Completed(
              last.path("zxid").asText(), last.path("kind").asText("").equals("scheduled")));
    }
    OptionalLong zxid = view.stock().snapshotZxid();
    return zxid.isPresent()
        ? Optional.of(new Completed("0x" + Long.toHexString(zxid.getAsLong()), false))
        : Optional.empty();
  }

  /** Recent latency; 0 where nothing was committed of late. */
  private static OptionalDouble latency(JsonNode server, String name) {
    return server.path(name).asLong() > 0 ? number(server.path(name), 1e3) : OptionalDouble.empty();
  }

  private static Optional<String> text(JsonNode value) {
    return value.isTextual() ? Optional.of(value.asText()) : Optional.empty();
  }

  private static OptionalLong whole(JsonNode value) {
    return value.isNumber() ? OptionalLong.of(value.asLong()) : OptionalLong.empty();
  }

  private static OptionalDouble number(JsonNode value, double unit) {
    return value.isNumber() ? OptionalDouble.of(value.asDouble() / unit) : OptionalDouble.empty();
  }

  /** What its history is kept under. */
  String key() {
    return sid.isPresent() ? Long.toString(sid.getAsLong()) : address.toString();
  }
}
