package io.snapkeeper.cli.watch;

import io.snapkeeper.cli.Failure;
import io.snapkeeper.cli.HostPort;
import io.snapkeeper.cli.Unreachable;
import io.snapkeeper.cli.status.AdminAnswer;
import io.snapkeeper.cli.status.AdminServers;
import io.snapkeeper.cli.status.ClientAccess;
import io.snapkeeper.cli.status.ClientAnswer;
import io.snapkeeper.cli.status.ServerView;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/**
 * Asks all servers of an ensemble at once, again and again. A round takes no longer than its
 * deadline, whatever the servers do. For one thread.
 */
final class EnsemblePoller implements AutoCloseable {

  /** An answer that took longer than this to be repeated says nothing about now. */
  private static final long FRESH_NANOS = 2_500_000_000L;

  private final AdminServers admins;
  private final ClientAccess access;
  private final Duration timeout;
  private final List<HostPort> named;
  private final Discovery discovery;
  private final Map<HostPort, Inquiry<ClientAnswer>> clientPorts = new LinkedHashMap<>();
  private final Map<HostPort, Inquiry<AdminAnswer>> adminPorts = new LinkedHashMap<>();
  private final ExecutorService executor =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "watch-inquiry");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * @param named client ports of one or more servers; each is asked at this address
   * @param timeout for each answer
   */
  EnsemblePoller(List<HostPort> named, AdminServers admins, ClientAccess access, Duration timeout) {
    this.named = named.stream().distinct().toList();
    this.admins = admins;
    this.access = access;
    this.timeout = timeout;
    discovery = new Discovery(this.named, access, timeout);
  }

  /**
   * Waits until one of the servers named has answered, and for a moment until the others are known.
   *
   * @throws Failure if none of them is a ZooKeeper that answers in time
   */
  void start() throws InterruptedException {
    ask(Roster.named(named));
    long deadlineNanos = System.nanoTime() + timeout.toNanos() + 1_000_000_000L;
    while (true) {
      List<String> problems = new ArrayList<>();
      boolean open = false;
      for (HostPort at : named) {
        Optional<ClientAnswer> answer = clientPorts.get(at).latest(System.nanoTime(), 0);
        open |= answer.isEmpty();
        Optional<String> problem =
            answer.isPresent()
                ? answer.get().noZooKeeper()
                : Optional.of(at + ": " + clientPorts.get(at).silence(System.nanoTime()));
        if (problem.isEmpty()) {
          discovery.start();
          discovery.awaitFirst(System.nanoTime() + FRESH_NANOS);
          return;
        }
        problems.add(problem.get());
      }
      if (!open || System.nanoTime() > deadlineNanos) {
        throw Unreachable.all(problems);
      }
      Thread.sleep(20);
    }
  }

  /**
   * Asks every server and takes what is there when all have answered or the time is over.
   *
   * @param deadlineNanos as {@link System#nanoTime}
   * @throws Failure if the user's login was refused
   */
  EnsembleState round(long deadlineNanos) throws InterruptedException {
    Roster roster = discovery.roster();
    ask(roster);
    for (Inquiry<?> inquiry : clientPorts.values()) {
      inquiry.await(deadlineNanos);
    }
    for (Inquiry<?> inquiry : adminPorts.values()) {
      inquiry.await(deadlineNanos);
    }
    long nowNanos = System.nanoTime();
    List<AdminAnswer> adminAnswers =
        adminPorts.entrySet().stream().map(e -> adminAnswer(e, nowNanos)).toList();
    List<ServerView> views = new ArrayList<>();
    for (Roster.Entry entry : roster.entries()) {
      Inquiry<ClientAnswer> inquiry = clientPorts.get(entry.client());
      ClientAnswer answer =
          inquiry
              .latest(nowNanos, FRESH_NANOS)
              .orElseGet(() -> ClientAnswer.none(entry.client(), inquiry.silence(nowNanos)));
      views.add(
          ServerView.of(
              answer, entry.sid(), admins.about(entry.client(), entry.sid(), adminAnswers)));
    }
    EnsembleState state =
        EnsembleState.of(
            LocalTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS),
            views,
            roster.observers(),
            remarks(adminAnswers));
    lookForMembers(roster, state);
    return state;
  }

  private List<String> remarks(List<AdminAnswer> adminAnswers) {
    List<String> remarks = new ArrayList<>();
    // Those that belong to a client port are spoken of together with it.
    Map<String, List<HostPort>> silent = new LinkedHashMap<>();
    for (AdminAnswer answer : adminAnswers) {
      if (admins.byHand().contains(answer.address())) {
        answer
            .problem()
            .ifPresent(
                why -> silent.computeIfAbsent(why, w -> new ArrayList<>()).add(answer.address()));
      }
    }
    silent.forEach(
        (why, at) ->
            remarks.add(
                "AdminServer "
                    + at.stream().map(HostPort::toString).collect(Collectors.joining(", "))
                    + ": "
                    + why));
    discovery.remark().ifPresent(remarks::add);
    return remarks;
  }

  private static AdminAnswer adminAnswer(
      Map.Entry<HostPort, Inquiry<AdminAnswer>> asked, long nowNanos) {
    return asked
        .getValue()
        .latest(nowNanos, FRESH_NANOS)
        .orElseGet(() -> AdminAnswer.none(asked.getKey(), asked.getValue().silence(nowNanos)));
  }

  private void ask(Roster roster) {
    Set<HostPort> clients = new HashSet<>();
    Set<HostPort> adminAddresses = new HashSet<>(admins.byHand());
    for (Roster.Entry entry : roster.entries()) {
      clients.add(entry.client());
      adminAddresses.addAll(admins.toAsk(entry.client()));
    }
    // Members come and go; what is no member any more is forgotten.
    clientPorts.keySet().retainAll(clients);
    adminPorts.keySet().retainAll(adminAddresses);
    long nowNanos = System.nanoTime();
    for (HostPort at : clients) {
      clientPorts
          .computeIfAbsent(
              at, a -> new Inquiry<>(() -> ClientAnswer.ask(a, access, timeout), nowNanos))
          .ask(executor);
    }
    for (HostPort at : adminAddresses) {
      adminPorts
          .computeIfAbsent(at, a -> new Inquiry<>(() -> AdminAnswer.ask(a, timeout), nowNanos))
          .ask(executor);
    }
  }

  /** The leader knows of a reconfiguration before anybody reads the configuration. */
  private void lookForMembers(Roster roster, EnsembleState state) {
    if (!roster.complete() || state.leadership().isEmpty()) {
      return;
    }
    Set<Long> known = new HashSet<>();
    roster.entries().forEach(entry -> entry.sid().ifPresent(known::add));
    if (!known.equals(state.leadership().get().members().keySet())) {
      discovery.look();
    }
  }

  @Override
  public void close() {
    discovery.close();
    executor.shutdownNow();
  }
}
