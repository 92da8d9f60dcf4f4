package io.snapkeeper.cli.watch;

import io.snapkeeper.cli.status.Problems;
import io.snapkeeper.cli.status.ServerView;
import io.snapkeeper.cli.status.ServerView.Plugin;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * An ensemble at one moment.
 *
 * @param at by the wall clock, for the eye only
 * @param servers in the order in which they are shown
 * @param leadership what the leader tells, if it schedules
 * @param schedule whether slots are granted, in words; why not
 * @param epoch as servers tell; empty if none does
 * @param problems what hinders the view, one line each
 */
record EnsembleState(
    LocalTime at,
    List<ServerState> servers,
    Optional<Leadership> leadership,
    String schedule,
    OptionalLong epoch,
    List<String> problems) {

  EnsembleState {
    servers = List.copyOf(servers);
    problems = List.copyOf(problems);
  }

  /**
   * @param views in the order in which they are shown
   * @param observers ids of servers without a vote, as the configuration names them
   * @param remarks further problems
   */
  static EnsembleState of(
      LocalTime at, List<ServerView> views, Set<Long> observers, List<String> remarks) {
    Optional<Leadership> leadership = ServerView.leaderOf(views).map(Leadership::of);
    List<String> problems = new ArrayList<>(Problems.of(views));
    problems.addAll(remarks);
    return new EnsembleState(
        at,
        views.stream().map(view -> ServerState.of(view, leadership, observers)).toList(),
        leadership,
        leadership.map(EnsembleState::order).orElseGet(() -> whyNoSchedule(views)),
        leadership.map(l -> OptionalLong.of(l.epoch())).orElseGet(() -> epoch(views)),
        problems);
  }

  private static String order(Leadership leadership) {
    return leadership.lapsesMillis() > 0
        ? leadership.state() + " for another " + Words.duration(leadership.lapsesMillis() / 1_000)
        : leadership.state();
  }

  private static String whyNoSchedule(List<ServerView> views) {
    if (views.stream().noneMatch(ServerView::isReachable)) {
      return "no server answers";
    }
    if (views.stream().anyMatch(view -> view.role().equals("standalone"))) {
      return "a stand-alone server: there is nothing to schedule";
    }
    boolean nobodyHasIt = views.stream().noneMatch(view -> view.plugin() == Plugin.PRESENT);
    if (nobodyHasIt && views.stream().anyMatch(view -> view.plugin() == Plugin.MISSING)) {
      return "stock: the plugin is not installed";
    }
    Optional<ServerView> leader =
        views.stream().filter(view -> view.role().equals("leader")).findFirst();
    if (leader.isEmpty()) {
      return "no leader";
    }
    return switch (leader.get().plugin()) {
      case MISSING -> "not scheduling: the leader lacks the plugin";
      case UNKNOWN -> "not known: the leader's AdminServer does not answer";
      case PRESENT ->
          switch (leader.get().status().get().path("plugin").path("scheduler").asText("")) {
            case "off" -> "not scheduling: switched off in the leader's configuration";
            case "failed" -> "not scheduling: the leader's scheduler failed";
            default -> "not scheduling yet";
          };
    };
  }

  /** The upper half of the latest zxid. */
  private static OptionalLong epoch(List<ServerView> views) {
    return views.stream()
        .map(view -> view.srvr().getOrDefault("Zxid", ""))
        .filter(zxid -> zxid.matches("0x[0-9a-f]{1,16}"))
        .mapToLong(zxid -> Long.parseUnsignedLong(zxid.substring(2), 16) >>> 32)
        .max();
  }

  /** Whether snapshots in progress are told of: servers without the plugin do not. */
  boolean tellsSnapshots() {
    // While no server answers, the view stays as it is with the plugin.
    return servers.stream().anyMatch(server -> server.plugin() == Plugin.PRESENT)
        || servers.stream().noneMatch(ServerState::serves);
  }

  /** Servers with a vote, whether they answer or not. */
  int voters() {
    return (int) servers.stream().filter(ServerState::voter).count();
  }

  /** From so many voters snapshotting at once, no majority of the others is left. */
  int tooMany() {
    return Math.max(1, (voters() + 1) / 2);
  }

  /** How many voters are snapshotting. */
  int snapshotting() {
    return (int) servers.stream().filter(s -> s.voter() && s.snapshot().isPresent()).count();
  }

  /** The server with the slowest commits; empty if none tells. */
  Optional<ServerState> slowest() {
    return servers.stream()
        .filter(server -> server.p99Millis().isPresent())
        .max(Comparator.comparingDouble(server -> server.p99Millis().getAsDouble()));
  }
}
