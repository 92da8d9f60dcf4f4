package io.snapkeeper.cli.orders;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapkeeper.cli.ExitCode;
import io.snapkeeper.cli.Failure;
import io.snapkeeper.cli.HostPort;
import io.snapkeeper.cli.Unreachable;
import io.snapkeeper.ensemble.AdminClient;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A leader by its AdminServer, with the AdminServer's authentication. */
final class RemoteLeader implements Leader {

  private final HostPort address;
  private final AdminClient admin;
  private final JsonNode status;
  private final Optional<String> authorization;

  private RemoteLeader(
      HostPort address, AdminClient admin, JsonNode status, Optional<String> authorization) {
    this.address = address;
    this.admin = admin;
    this.status = status;
    this.authorization = authorization;
  }

  /** The leader among the servers whose AdminServers are given. */
  static RemoteLeader find(
      List<HostPort> admins, Duration timeout, Optional<String> authorization) {
    List<String> others = new ArrayList<>();
    ExitCode exit = ExitCode.FAILED;
    for (HostPort address : admins) {
      AdminClient admin = new AdminClient(address.host(), address.port(), timeout);
      try {
        JsonNode status = admin.get("snapkeeper");
        if (!status.path("error").isNull() && !status.path("error").isMissingNode()) {
          others.add(address + " has no plugin (" + status.path("error").asText() + ")");
        } else if (status.path("server").path("role").asText().equals("leader")) {
          return new RemoteLeader(address, admin, status, authorization);
        } else {
          others.add(address + " is a " + status.path("server").path("role").asText("server"));
        }
      } catch (IOException e) {
        others.add(address + ": " + Unreachable.describe(e));
        exit = ExitCode.UNREACHABLE;
      }
    }
    throw new Failure(
        "no leader with the plugin at the given AdminServers: " + String.join("; ", others), exit);
  }

  @Override
  public String name() {
    return "server " + status.path("server").path("sid").asText() + " (" + address + ")";
  }

  @Override
  public JsonNode status() {
    return status;
  }

  @Override
  public String give(Order order) {
    try {
      JsonNode answer = admin.post("snapkeeper_order", order.form(), authorization);
      JsonNode error = answer.path("error");
      if (!error.isNull() && !error.isMissingNode()) {
        throw new Failure("the leader refused: " + error.asText());
      }
      return answer.path("result").asText();
    } catch (IOException e) {
      throw new Failure(
          "the leader did not take the order: "
              + Unreachable.describe(e)
              + (authorization.isEmpty()
                  ? "; it asks for ALL on /: give --auth-file or set SNAPKEEPER_AUTH"
                  : ""),
          e);
    }
  }

  @Override
  public void close() {
    // HTTP keeps nothing open that is ours.
  }
}
