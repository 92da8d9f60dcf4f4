package io.snapkeeper.cli.status;

import io.snapkeeper.cli.Failure;
import io.snapkeeper.cli.HostPort;
import io.snapkeeper.cli.Unreachable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Asks every server of an ensemble what it will tell: {@code srvr} on the client port, and the
 * plugin's status on the AdminServer. Used once, by one thread.
 */
final class EnsembleProbe {

  private final AdminServers admins;
  private final ClientAccess access;
  private final Duration timeout;
  private final Map<HostPort, AdminAnswer> adminAnswers = new LinkedHashMap<>();
  private final List<String> remarks = new ArrayList<>();

  /**
   * @param access to the client ports
   * @param timeout for each answer
   */
  EnsembleProbe(AdminServers admins, ClientAccess access, Duration timeout) {
    this.admins = admins;
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
    for (HostPort admin : admins.byHand()) {
      askAdmin(admin).problem().ifPresent(why -> remarks.add("AdminServer " + admin + ": " + why));
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
      return membership.clients().isEmpty()
          ? Optional.empty()
          : Optional.of(membership.at(named(asked, membership)));
    } catch (LoginRefused e) {
      throw new Failure(e.getMessage(), e); // asked for by name: a partial answer would hide it
    } catch (Failure e) {
      // The node may be protected, or the ensemble without a quorum.
      remarks.add("only the servers asked for are shown: " + e.getMessage());
      return Optional.empty();
    }
  }

  /** A server named on the command line is asked where it was named. */
  private Map<Long, HostPort> named(List<HostPort> asked, Membership membership)
      throws LoginRefused {
    Map<Long, HostPort> named = new TreeMap<>();
    for (HostPort at : asked) {
      // A session would be waited for in vain where nobody answers.
      if (ClientAnswer.ask(at, access, timeout).noZooKeeper().isEmpty()) {
        OptionalLong sid = membership.memberNamed(at, access, timeout);
        if (sid.isPresent()) {
          named.putIfAbsent(sid.getAsLong(), at);
        } else {
          remarks.add(at + ": which of the servers that is cannot be told from a session there");
        }
      }
    }
    return named;
  }

  private void requireOneZooKeeper(List<HostPort> asked) {
    List<String> problems = new ArrayList<>();
    for (HostPort server : asked) {
      Optional<String> problem = ClientAnswer.ask(server, access, timeout).noZooKeeper();
      if (problem.isEmpty()) {
        return;
      }
      problems.add(problem.get());
    }
    throw Unreachable.all(problems);
  }

  private ServerView view(HostPort client, OptionalLong sid) {
    ClientAnswer answer = ClientAnswer.ask(client, access, timeout);
    if (answer.hostAnswers()) {
      admins.toAsk(client).forEach(this::askAdmin);
    }
    return ServerView.of(answer, sid, admins.about(client, sid, adminAnswers.values()));
  }

  private AdminAnswer askAdmin(HostPort admin) {
    return adminAnswers.computeIfAbsent(admin, at -> AdminAnswer.ask(at, timeout));
  }
}
