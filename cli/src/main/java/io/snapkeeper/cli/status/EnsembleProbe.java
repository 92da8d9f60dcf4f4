package io.snapkeeper.cli.status;

import io.snapkeeper.cli.Failure;
import io.snapkeeper.cli.HostPort;
import io.snapkeeper.cli.Unreachable;
import io.snapkeeper.cli.status.ServerView.Plugin;
import io.snapkeeper.ensemble.FourLetterWord;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Asks every server of an ensemble what it will tell: {@code srvr} on the client port, and the
 * plugin's status on the AdminServer. Used once, by one thread.
 */
final class EnsembleProbe {

  private final List<HostPort> admins;
  private final int adminPort;
  private final ClientAccess access;
  private final Duration timeout;
  private final Map<HostPort, AdminAnswer> adminAnswers = new LinkedHashMap<>();
  private final List<String> remarks = new ArrayList<>();

  /**
   * @param admins AdminServers by hand, where they are not on {@code adminPort} of the client's
   *     host
   * @param adminPort where AdminServers listen otherwise
   * @param access to the client ports
   * @param timeout for each answer
   */
  EnsembleProbe(List<HostPort> admins, int adminPort, ClientAccess access, Duration timeout) {
    this.admins = List.copyOf(admins);
    this.adminPort = adminPort;
    this.access = access;
    this.timeout = timeout;
  }

  /**
   * What was found.
   *
   * @param servers by server id where the ensemble told, else as they were asked for
   * @param remarks on the whole, one line each
   */
  record Findings(List<ServerView> servers, List<String> remarks) {}

  /**
   * Looks at the whole ensemble that the given servers belong to.
   *
   * @throws Failure if none of the given servers is a ZooKeeper that answers
   */
  Findings look(List<HostPort> asked) {
    requireOneZooKeeper(asked);
    for (HostPort admin : admins) {
      AdminAnswer answer = adminAnswers.computeIfAbsent(admin, a -> AdminAnswer.ask(a, timeout));
      answer.problem().ifPresent(why -> remarks.add("AdminServer " + admin + ": " + why));
    }
    List<ServerView> views = new ArrayList<>();
    Optional<Membership> membership = membership(asked);
    if (membership.isPresent()) {
      membership.get().clients().forEach((sid, at) -> views.add(view(at, OptionalLong.of(sid))));
    } else {
      asked.forEach(client -> views.add(view(client, OptionalLong.empty())));
    }
    return new Findings(views, List.copyOf(remarks));
  }

  private Optional<Membership> membership(List<HostPort> asked) {
    try {
      Membership membership = Membership.read(asked, access, timeout);
      return membership.clients().isEmpty() ? Optional.empty() : Optional.of(membership);
    } catch (LoginRefused e) {
      throw new Failure(e.getMessage(), e); // asked for by name: a partial answer would hide it
    } catch (Failure e) {
      // The node may be protected, or the ensemble without a quorum.
      remarks.add("only the servers asked for are shown: " + e.getMessage());
      return Optional.empty();
    }
  }

  private void requireOneZooKeeper(List<HostPort> asked) {
    List<String> problems = new ArrayList<>();
    for (HostPort server : asked) {
      try {
        if (isZooKeeper(srvr(server))) {
          return;
        }
        problems.add(server + " is not a ZooKeeper client port (it answered something else)");
      } catch (IOException e) {
        problems.add(server + ": " + Unreachable.describe(e));
      }
    }
    throw new Failure(String.join("; ", problems));
  }

  private static boolean isZooKeeper(String answer) {
    return answer.startsWith("Zookeeper version") || isNotServing(answer) || isNotAllowed(answer);
  }

  private static boolean isNotServing(String answer) {
    return answer.contains("ZooKeeper instance is not currently serving");
  }

  private static boolean isNotAllowed(String answer) {
    return answer.contains("is not in the whitelist");
  }

  private String srvr(HostPort client) throws IOException {
    return FourLetterWord.ask(access.sockets(), client.host(), client.port(), "srvr", timeout);
  }

  private ServerView view(HostPort client, OptionalLong sid) {
    String answer = "";
    Optional<String> problem = Optional.empty();
    boolean hostAnswers = true;
    try {
      answer = srvr(client);
    } catch (IOException e) {
      problem = Optional.of(Unreachable.describe(e));
      hostAnswers = e instanceof ConnectException;
    }
    // A host that is down would only be waited for a second time.
    AdminAnswer admin = adminAnswer(client, sid, hostAnswers);
    Map<String, String> srvr =
        answer.startsWith("Zookeeper version") ? FourLetterWord.parseSrvr(answer) : Map.of();
    return new ServerView(
        client,
        sid.isPresent() ? sid : admin.sid(),
        role(answer, srvr, admin),
        srvr,
        admin.plugin(),
        admin.document(),
        StockFigures.of(srvr.get("Zxid"), admin.lastSnapshot(), admin.monitor()),
        problem,
        admin.problem());
  }

  private static String role(String answer, Map<String, String> srvr, AdminAnswer admin) {
    if (admin.document().isPresent()) {
      return admin.document().get().path("server").path("role").asText(ServerView.UNKNOWN_ROLE);
    }
    if (srvr.containsKey("Mode")) {
      return srvr.get("Mode");
    }
    if (isNotServing(answer)) {
      return ServerView.NOT_SERVING;
    }
    String state = admin.monitor().path("server_state").asText("");
    if (!state.isEmpty()) {
      return state;
    }
    return answer.isEmpty() && admin.plugin() == Plugin.UNKNOWN
        ? ServerView.UNREACHABLE
        : ServerView.UNKNOWN_ROLE;
  }

  /** The answer that is about this server, wherever it came from. */
  private AdminAnswer adminAnswer(HostPort client, OptionalLong sid, boolean hostAnswers) {
    HostPort address = new HostPort(client.host(), adminPort);
    if (admins.isEmpty() && hostAnswers) {
      adminAnswers.computeIfAbsent(address, a -> AdminAnswer.ask(a, timeout));
    }
    if (sid.isPresent()) {
      for (AdminAnswer answer : adminAnswers.values()) {
        if (answer.sid().equals(sid)) {
          return answer;
        }
      }
    }
    if (!admins.isEmpty()) {
      return AdminAnswer.none(
          address,
          sid.isPresent()
              ? "none of those named by --admin is its"
              : "which one named by --admin is its cannot be told without its server id");
    }
    AdminAnswer answer = adminAnswers.get(address);
    if (answer == null) {
      return AdminAnswer.none(address, "not asked, as the host does not answer");
    }
    if (sid.isPresent() && answer.sid().isPresent()) {
      return AdminAnswer.none(address, address + " is that of server " + answer.sid().getAsLong());
    }
    return answer.problem().isEmpty()
        ? answer
        : AdminAnswer.none(address, "port " + adminPort + ": " + answer.problem().get());
  }
}
