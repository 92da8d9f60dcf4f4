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
 * @param srvr its answer to {@code srvr}; empty if it did not answer or does not serve
 * @param status the plugin's status document; empty if the AdminServer did not give one
 * @param plugin whether the plugin is there
 * @param problem why something is missing, in one line
 */
record ServerView(
    HostPort client,
    OptionalLong sid,
    Map<String, String> srvr,
    Optional<JsonNode> status,
    Plugin plugin,
    Optional<String> problem) {

  enum Plugin {
    PRESENT,
    MISSING,
    /** The AdminServer could not be asked. */
    UNKNOWN
  }

  String role() {
    return status
        .map(document -> document.path("server").path("role").asText())
        .orElseGet(() -> srvr.getOrDefault("Mode", srvr.isEmpty() ? "unreachable" : "-"));
  }

  boolean isReachable() {
    return !srvr.isEmpty() || status.isPresent();
  }

  ServerView with(OptionalLong newSid) {
    return new ServerView(client, newSid, srvr, status, plugin, problem);
  }
}
