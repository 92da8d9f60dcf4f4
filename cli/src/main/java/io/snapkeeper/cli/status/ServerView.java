package io.snapkeeper.cli.status;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapkeeper.cli.HostPort;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What could be learnt about one server.
 *
 * @param client its client port
 * @param sid its server id, where known
 * @param role as it says itself, or one of the constants here
 * @param srvr its answer to {@code srvr}; empty if it did not answer or does not serve
 * @param plugin whether the plugin is there
 * @param status the plugin's status document
 * @param stock what a stock server's AdminServer tells
 * @param problem why its client port did not answer, in one line
 * @param adminProblem why its AdminServer told nothing, in one line
 */
public record ServerView(
    HostPort client,
    OptionalLong sid,
    String role,
    Map<String, String> srvr,
    Plugin plugin,
    Optional<JsonNode> status,
    StockFigures stock,
    Optional<String> problem,
    Optional<String> adminProblem) {

  /** Neither its client port nor its AdminServer answers. */
  public static final String UNREACHABLE = "unreachable";

  /** It runs, but has no quorum, or is still joining. */
  public static final String NOT_SERVING = "not serving";

  /** It answers, but does not say. */
  public static final String UNKNOWN_ROLE = "unknown";

  private static final Set<String> OUTSTANDING = Set.of("held", "fired", "running");

  /** Whether a server has the plugin. */
  public enum Plugin {
    PRESENT,
    MISSING,
    /** The AdminServer could not be asked. */
    UNKNOWN
  }

  public boolean isReachable() {
    return !role.equals(UNREACHABLE);
  }

  /**
   * Puts together what the client port and the AdminServer of one server said.
   *
   * @param sid as the ensemble's configuration knows it; empty if that is not known
   */
  public static ServerView of(ClientAnswer client, OptionalLong sid, AdminAnswer admin) {
    Map<String, String> srvr = client.srvr();
    return new ServerView(
        client.address(),
        sid.isPresent() ? sid : admin.sid(),
        role(client, srvr, admin),
        srvr,
        admin.plugin(),
        admin.document(),
        StockFigures.of(srvr.get("Zxid"), admin.lastSnapshot(), admin.monitor()),
        client.problem(),
        admin.problem());
  }

  private static String role(ClientAnswer client, Map<String, String> srvr, AdminAnswer admin) {
    if (admin.document().isPresent()) {
      return admin.document().get().path("server").path("role").asText(UNKNOWN_ROLE);
    }
    if (srvr.containsKey("Mode")) {
      return srvr.get("Mode");
    }
    if (client.isNotServing()) {
      return NOT_SERVING;
    }
    String state = admin.monitor().path("server_state").asText("");
    if (!state.isEmpty()) {
      return state;
    }
    return client.text().isEmpty() && admin.plugin() == Plugin.UNKNOWN ? UNREACHABLE : UNKNOWN_ROLE;
  }

  /** Its slot while that is outstanding; how the last one ended is history. */
  public Optional<JsonNode> outstandingSlot() {
    return status
        .map(document -> document.path("server").path("slot"))
        .filter(slot -> OUTSTANDING.contains(slot.path("state").asText("")));
  }

  /**
   * The status document of the server that schedules; of several, as in the moment of an election,
   * that of the latest epoch.
   */
  public static Optional<JsonNode> leaderOf(List<ServerView> views) {
    return ofLatestEpoch(views, "scheduler");
  }

  /** The status document of the server that leads and only watches. */
  static Optional<JsonNode> watcherOf(List<ServerView> views) {
    return ofLatestEpoch(views, "watch");
  }

  private static Optional<JsonNode> ofLatestEpoch(List<ServerView> views, String part) {
    return views.stream()
        .flatMap(view -> view.status().stream())
        .filter(document -> document.path(part).isObject())
        .max(Comparator.comparingLong(leader -> leader.path(part).path("epoch").asLong()));
  }

  /** For a sentence. */
  public String name() {
    return sid.isPresent() ? "server " + sid.getAsLong() : "server at " + client;
  }
}
