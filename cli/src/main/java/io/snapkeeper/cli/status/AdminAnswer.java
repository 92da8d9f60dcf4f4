package io.snapkeeper.cli.status;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.snapkeeper.cli.HostPort;
import io.snapkeeper.cli.Unreachable;
import io.snapkeeper.cli.status.ServerView.Plugin;
import io.snapkeeper.ensemble.AdminClient;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What one AdminServer says of the server that it belongs to.
 *
 * @param address of the AdminServer
 * @param sid the server's id; empty if it does not tell, as while it does not serve
 * @param plugin whether the plugin is there
 * @param document the plugin's status document
 * @param lastSnapshot a stock server's answer to {@code last_snapshot}, else missing
 * @param monitor a stock server's answer to {@code monitor}, else missing
 * @param problem why there is nothing, in a few words
 */
public record AdminAnswer(
    HostPort address,
    OptionalLong sid,
    Plugin plugin,
    Optional<JsonNode> document,
    JsonNode lastSnapshot,
    JsonNode monitor,
    Optional<String> problem) {

  /** Asks one; waits for up to {@code timeout} for each of up to four answers. */
  public static AdminAnswer ask(HostPort address, Duration timeout) {
    AdminClient admin = new AdminClient(address.host(), address.port(), timeout);
    try {
      JsonNode answer = admin.get("snapkeeper");
      if (!answer.path("error").asText("").startsWith("Unknown command")) {
        return new AdminAnswer(
            address,
            sid(answer.path("server").path("sid")),
            Plugin.PRESENT,
            Optional.of(answer),
            MissingNode.getInstance(),
            MissingNode.getInstance(),
            Optional.empty());
      }
      return new AdminAnswer(
          address,
          sid(admin.get("configuration").path("server_id")),
          Plugin.MISSING,
          Optional.empty(),
          admin.get("last_snapshot"),
          admin.get("monitor"),
          Optional.empty());
    } catch (IOException e) {
      return none(address, Unreachable.describe(e));
    }
  }

  /** Where nothing was learnt. */
  public static AdminAnswer none(HostPort address, String problem) {
    return new AdminAnswer(
        address,
        OptionalLong.empty(),
        Plugin.UNKNOWN,
        Optional.empty(),
        MissingNode.getInstance(),
        MissingNode.getInstance(),
        Optional.of(problem));
  }

  private static OptionalLong sid(JsonNode value) {
    return value.canConvertToLong() ? OptionalLong.of(value.asLong()) : OptionalLong.empty();
  }
}
