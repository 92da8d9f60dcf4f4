package io.snapkeeper.cli.status;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What hinders the view of an ensemble, in words for its operator. */
public final class Problems {

  private Problems() {}

  /** One line for each server that does not answer and for each cause that its AdminServer has. */
  public static List<String> of(List<ServerView> views) {
    List<String> lines = new ArrayList<>();
    // One cause often holds for many servers, as where the AdminServers have another port.
    Map<String, List<String>> silentAdmins = new LinkedHashMap<>();
    for (ServerView view : views) {
      if (view.problem().isPresent()) {
        lines.add(view.name() + ", " + view.client() + ": " + view.problem().get());
      } else {
        view.adminProblem()
            .ifPresent(
                problem ->
                    silentAdmins.computeIfAbsent(problem, p -> new ArrayList<>()).add(view.name()));
      }
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

  /** "server 1, 2, 3", not the word each time. */
  static String join(List<String> names) {
    String first = names.get(0);
    return first
        + names.stream()
            .skip(1)
            .map(name -> ", " + name.replaceFirst("^server (?=\\d)", ""))
            .collect(Collectors.joining());
  }
}
