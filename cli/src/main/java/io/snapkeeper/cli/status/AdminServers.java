package io.snapkeeper.cli.status;

import io.snapkeeper.cli.HostPort;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;

/**
 * Where the AdminServers of an ensemble are.
 *
 * @param byHand their addresses, where they are not on {@code port} of the client ports' hosts;
 *     whose they are, they tell themselves
 * @param port where they listen otherwise
 */
public record AdminServers(List<HostPort> byHand, int port) {

  public AdminServers {
    byHand = List.copyOf(byHand);
  }

  /** Those to ask about a server with this client port. */
  public List<HostPort> toAsk(HostPort client) {
    return byHand.isEmpty() ? List.of(new HostPort(client.host(), port)) : byHand;
  }

  /**
   * The answer that is about this server, wherever it came from.
   *
   * @param answers of all AdminServers that were asked
   */
  public AdminAnswer about(HostPort client, OptionalLong sid, Collection<AdminAnswer> answers) {
    if (sid.isPresent()) {
      for (AdminAnswer answer : answers) {
        if (answer.sid().equals(sid)) {
          return answer;
        }
      }
    }
    HostPort address = new HostPort(client.host(), port);
    if (!byHand.isEmpty()) {
      return AdminAnswer.none(
          address,
          sid.isPresent()
              ? "none of those named by --admin is its"
              : "which one named by --admin is its cannot be told without its server id");
    }
    return answers.stream()
        .filter(answer -> answer.address().equals(address))
        .findFirst()
        .map(answer -> ifNotOfAnother(answer, sid))
        .orElseGet(() -> AdminAnswer.none(address, "not asked, as the host does not answer"));
  }

  private AdminAnswer ifNotOfAnother(AdminAnswer answer, OptionalLong sid) {
    HostPort address = answer.address();
    if (sid.isPresent() && answer.sid().isPresent()) {
      return AdminAnswer.none(address, address + " is that of server " + answer.sid().getAsLong());
    }
    return answer.problem().isEmpty()
        ? answer
        : AdminAnswer.none(address, "port " + port + ": " + answer.problem().get());
  }
}
