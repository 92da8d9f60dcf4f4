package io.snapkeeper.cli.status;

import static java.util.stream.Collectors.joining;

import io.snapkeeper.cli.Unreachable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What hinders the view of an ensemble, in words for its operator. */
public final class Problems {

  private Problems() {}

  /** One line for each server that does not answer and for each cause that its AdminServer has. */
  public static List<String> of(List<ServerView> views) {
    List<String> lines = new ArrayList<>();
    // One cause often holds for many servers, as where the AdminServers have another port.
    Map<String, List<String>> silentAdmins = new LinkedHashMap<>();
    List<ServerView> unknownHosts = new ArrayList<>();
    for (ServerView view : views) {
      if (view.problem().equals(Optional.of(Unreachable.UNRESOLVED))) {
        unknownHosts.add(view);
      } else if (view.problem().isPresent()) {
        lines.add(view.name() + ", " + view.client() + ": " + view.problem().get());
      } else {
        view.adminProblem()
            .ifPresent(
                problem ->
                    silentAdmins.computeIfAbsent(problem, p -> new ArrayList<>()).add(view.name()));
      }
    }
    if (!unknownHosts.isEmpty()) {
      lines.add(unknown(unknownHosts));
    }
    silentAdmins.forEach(
        (problem, names) -> lines.add("AdminServer of " + join(names) + ": " + problem));
    if (!silentAdmins.isEmpty()) {
      lines.add(
          "without its AdminServer a server's plugin, backlog and slots are not known; if it"
              + " listens elsewhere, use --admin-port or --admin");
    }
    return lines;
  }

  /** As outside a network of containers, in which the servers' names are known. */
  private static String unknown(List<ServerView> views) {
    return join(views.stream().map(ServerView::name).toList())
        + views.stream().map(view -> view.client().toString()).collect(joining(", ", " (", "): "))
        + Unreachable.UNRESOLVED
        + "; start the server or container if it is stopped, else name all servers as this machine"
        + " reaches them, HOST:PORT HOST:PORT ..., and their AdminServers with --admin";
  }

  /** "server 1, 2, 3", not the word each time. */
  static String join(List<String> names) {
    String first = names.get(0);
    return first
        + names.stream()
            .skip(1)
            .map(name -> ", " + name.replaceFirst("^server (?=\\d)", ""))
            .collect(joining());
  }
}
