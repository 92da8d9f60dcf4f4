package io.snapkeeper.cli.status;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapkeeper.cli.HostPort;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

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
record ServerView(
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
  static final String UNREACHABLE = "unreachable";

  /** It runs, but has no quorum, or is still joining. */
  static final String NOT_SERVING = "not serving";

  /** It answers, but does not say. */
  static final String UNKNOWN_ROLE = "unknown";

  enum Plugin {
    PRESENT,
    MISSING,
    /** The AdminServer could not be asked. */
    UNKNOWN
  }

  boolean isReachable() {
    return !role.equals(UNREACHABLE);
  }

  /** For a sentence. */
  String name() {
    return sid.isPresent() ? "server " + sid.getAsLong() : "server at " + client;
  }
}
