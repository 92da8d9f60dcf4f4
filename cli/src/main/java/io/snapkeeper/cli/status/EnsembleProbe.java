package io.snapkeeper.cli.status;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapkeeper.cli.Failure;
import io.snapkeeper.cli.HostPort;
import io.snapkeeper.cli.status.ServerView.Plugin;
import io.snapkeeper.ensemble.AdminClient;
import io.snapkeeper.ensemble.FourLetterWord;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Asks every server of an ensemble what it will tell: {@code srvr} on the client port, and the
 * plugin's status on the AdminServer.
 *
 * @param admins AdminServers by hand, where they are not on {@code adminPort} of the client's host
 * @param adminPort where AdminServers listen
 * @param clientConfig for TLS or SASL; with it the four-letter word, which knows neither, is left
 *     out
 * @param timeout for each answer
 */
record EnsembleProbe(
    List<HostPort> admins, int adminPort, Optional<Path> clientConfig, Duration timeout) {

  /**
   * Looks at the whole ensemble that the given servers belong to.
   *
   * @throws Failure if none of the given servers is a ZooKeeper that answers
   */
  List<ServerView> look(List<HostPort> asked) {
    if (clientConfig.isEmpty()) {
      requireOneZooKeeper(asked);
    }
    Map<Long, JsonNode> byHand = adminsByHand();
    List<ServerView> views = new ArrayList<>();
    Optional<Membership> membership = membership(asked);
    if (membership.isPresent()) {
      membership
          .get()
          .clients()
          .forEach(
              (sid, client) ->
                  views.add(
                      view(client, Optional.ofNullable(byHand.get(sid)))
                          .with(OptionalLong.of(sid))));
    } else {
      asked.forEach(client -> views.add(view(client, Optional.empty())));
    }
    return views;
  }

  private Optional<Membership> membership(List<HostPort> asked) {
    try {
      Membership membership = Membership.read(asked, clientConfig, timeout);
      return membership.clients().isEmpty() ? Optional.empty() : Optional.of(membership);
    } catch (Failure e) {
      if (clientConfig.isPresent()) {
        throw e;
      }
      // The node may be protected, or the ensemble without a quorum: what was asked for is shown.
      return Optional.empty();
    }
  }

  private void requireOneZooKeeper(List<HostPort> asked) {
    List<String> problems = new ArrayList<>();
    for (HostPort server : asked) {
      try {
        String answer = FourLetterWord.ask(server.host(), server.port(), "srvr", timeout);
        if (isZooKeeper(answer)) {
          return;
        }
        problems.add(server + " is not a ZooKeeper client port (it answered something else)");
      } catch (IOException e) {
        problems.add(server + ": " + describe(e));
      }
    }
    throw new Failure(String.join("; ", problems));
  }

  private static boolean isZooKeeper(String answer) {
    return answer.startsWith("Zookeeper version")
        || answer.contains("ZooKeeper instance is not currently serving")
        || answer.contains("is not in the whitelist")
        || answer.contains("is not executed because it is not in the whitelist");
  }

  private Map<Long, JsonNode> adminsByHand() {
    Map<Long, JsonNode> documents = new HashMap<>();
    for (HostPort admin : admins) {
      try {
        JsonNode document = new AdminClient(admin.host(), admin.port(), timeout).get("snapkeeper");
        documents.put(document.path("server").path("sid").asLong(-1), document);
      } catch (IOException e) {
        throw new Failure("the AdminServer " + admin + " named by --admin: " + describe(e), e);
      }
    }
    return documents;
  }

  private ServerView view(HostPort client, Optional<JsonNode> document) {
    Map<String, String> srvr = Map.of();
    Optional<String> problem = Optional.empty();
    if (clientConfig.isEmpty()) {
      try {
        srvr =
            FourLetterWord.parseSrvr(
                FourLetterWord.ask(client.host(), client.port(), "srvr", timeout));
      } catch (IOException e) {
        problem = Optional.of(describe(e));
      }
    }
    if (document.isPresent()) {
      return view(client, srvr, document.get(), problem);
    }
    if (!admins.isEmpty()) {
      return new ServerView(
          client, OptionalLong.empty(), srvr, Optional.empty(), Plugin.UNKNOWN, problem);
    }
    try {
      JsonNode answer = new AdminClient(client.host(), adminPort, timeout).get("snapkeeper");
      return view(client, srvr, answer, problem);
    } catch (IOException e) {
      String missing = "AdminServer " + new HostPort(client.host(), adminPort) + ": " + describe(e);
      return new ServerView(
          client,
          OptionalLong.empty(),
          srvr,
          Optional.empty(),
          Plugin.UNKNOWN,
          Optional.of(problem.map(first -> first + "; " + missing).orElse(missing)));
    }
  }

  private static ServerView view(
      HostPort client, Map<String, String> srvr, JsonNode answer, Optional<String> problem) {
    if (answer.path("error").asText("").startsWith("Unknown command")) {
      return new ServerView(
          client, OptionalLong.empty(), srvr, Optional.empty(), Plugin.MISSING, problem);
    }
    return new ServerView(
        client,
        OptionalLong.of(answer.path("server").path("sid").asLong()),
        srvr,
        Optional.of(answer),
        Plugin.PRESENT,
        problem);
  }

  static String describe(IOException e) {
    if (e instanceof UnknownHostException) {
      return "no such host";
    }
    if (e instanceof SocketTimeoutException) {
      return "no answer in time (a server under load, a firewall, or not a ZooKeeper)";
    }
    if (e instanceof ConnectException || e instanceof NoRouteToHostException) {
      return e.getMessage() == null || e.getMessage().isBlank()
          ? "nothing listens there"
          : e.getMessage() + " (nothing listens there)";
    }
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
