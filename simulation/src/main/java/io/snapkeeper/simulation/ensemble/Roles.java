package io.snapkeeper.simulation.ensemble;

import io.snapkeeper.core.schedule.SchedulerEvent;
import io.snapkeeper.core.schedule.SchedulerLimits;
import io.snapkeeper.simulation.Draws;
import io.snapkeeper.simulation.ensemble.Agenda.Kind;
import io.snapkeeper.simulation.policy.Policy;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Who leads and who follows: elections, joins, and connections that end. */
final class Roles {

  private static final long RETRY_MILLIS = 500;

  private final List<Server> servers;
  private final Membership membership;
  private final Network network;
  private final Writes writes;
  private final Gauge gauge;
  private final Agenda agenda;
  private final Draws draws;
  private final Policy policy;
  private final boolean checked;
  private final Journal journal;
  private final Consumer<Server> touched;
  private Leadership leadership;
  private long epochs;
  private long finishedTermSteps;

  /**
   * @param touched is told of a server whose role or triggers have changed
   */
  Roles(
      List<Server> servers,
      Membership membership,
      Network network,
      Writes writes,
      Gauge gauge,
      Agenda agenda,
      Draws draws,
      Policy policy,
      boolean checked,
      Journal journal,
      Consumer<Server> touched) {
    this.servers = servers;
    this.membership = membership;
    this.network = network;
    this.writes = writes;
    this.gauge = gauge;
    this.agenda = agenda;
    this.draws = draws;
    this.policy = policy;
    this.checked = checked;
    this.journal = journal;
    this.touched = touched;
    agenda.enter(Kind.ELECTION, 0, 0);
  }

  /** The present term; empty between two leaders. */
  Optional<Leadership> leadership() {
    return Optional.ofNullable(leadership);
  }

  /** Leaders that were elected. */
  long epochs() {
    return epochs;
  }

  /** Steps of all schedulers so far. */
  long schedulerSteps() {
    return finishedTermSteps + (leadership == null ? 0 : leadership.term.steps());
  }

  /** Elects a leader, or tries again later where too few voters can be reached. */
  void elect(long nowMillis) {
    Set<Long> talking = new HashSet<>();
    Server best = null;
    for (Server voter : membership.voters()) {
      if (voter.canTalk() && !isSynchronising(voter)) {
        talking.add((long) voter.sid);
        best = better(nowMillis, best, voter);
      }
    }
    if (membership.isQuorum(talking)) {
      lead(nowMillis, best);
    } else {
      agenda.enter(Kind.ELECTION, 0, nowMillis + RETRY_MILLIS);
    }
  }

  /** Whether it is still writing the tree that it was sent. */
  private static boolean isSynchronising(Server server) {
    return server.snapshot() != null && server.snapshot().beforeServing;
  }

  /** The longer log wins; among equals chance, as elections depend on who is heard first. */
  private Server better(long nowMillis, Server one, Server other) {
    if (one == null || other.loggedTxns(nowMillis) > one.loggedTxns(nowMillis)) {
      return other;
    }
    boolean equal = other.loggedTxns(nowMillis) == one.loggedTxns(nowMillis);
    return equal && draws.oneIn(2) ? other : one;
  }

  private void lead(long nowMillis, Server leader) {
    epochs++;
    Term term =
        new Term(
            epochs,
            leader,
            leader.plugin
                ? policy.leader(epochs, leader.sid, SchedulerLimits.DEFAULT, 0)
                : Optional.empty(),
            checked);
    leadership = new Leadership(term, servers, membership, network, gauge, journal, touched);
    journal.note(nowMillis, () -> leader + " leads epoch " + epochs);
    leader.synchronise(nowMillis, false);
    leader.serve(nowMillis, epochs);
    if (leader.snapshot() == null) {
      leader.snapshotOutsideSlots(nowMillis, false); // loadData() of a new leader snapshots
    }
    touched.accept(leader);
    agenda.enter(Kind.PING, 0, nowMillis);
    leadership.feed(nowMillis, membership::asEvent);
    for (Server server : servers) {
      if (server != leader && server.canTalk()) {
        agenda.enter(Kind.JOIN, server.sid, nowMillis + draws.between(10, 400));
      }
    }
  }

  void joinSoon(long nowMillis, Server server) {
    agenda.enter(Kind.JOIN, server.sid, nowMillis + draws.between(20, 1_000));
  }

  /**
   * The server joins the leader and begins to serve; or it joins later, when what keeps it ends.
   *
   * @param wholeTree asked only of a server that has missed something: is it sent the whole tree
   */
  void join(long nowMillis, Server server, BooleanSupplier wholeTree) {
    if (leadership == null || server.isServing() || !server.canTalk() || isSynchronising(server)) {
      return;
    }
    boolean behind = server.loggedTxns(nowMillis) < writes.txnsAt(nowMillis);
    boolean receivesTree = behind && wholeTree.getAsBoolean() && server.snapshot() == null;
    server.synchronise(nowMillis, receivesTree);
    if (receivesTree) {
      server.snapshotOutsideSlots(nowMillis, true);
      return;
    }
    network.connect(server);
    journal.note(nowMillis, () -> server + " joins");
    server.serve(nowMillis, leadership.term.epoch);
    leadership.feed(nowMillis, local -> new SchedulerEvent.MemberConnected(local, server.sid));
    touched.accept(server);
  }

  /** The server's connection to its leader ends, or its leadership does. */
  void cut(long nowMillis, Server server) {
    if (leadership != null && leadership.leader() == server) {
      leaderLost(nowMillis);
      return;
    }
    if (!network.isConnected(server)) {
      return;
    }
    journal.note(nowMillis, () -> server + " is cut off");
    disconnect(nowMillis, server);
    leadership.feed(nowMillis, local -> new SchedulerEvent.MemberDisconnected(local, server.sid));
    Set<Long> left = new HashSet<>();
    for (Server voter : membership.voters()) {
      if (voter.isServing()) {
        left.add((long) voter.sid);
      }
    }
    if (leadership.term.hadQuorum && !membership.isQuorum(left)) {
      leaderLost(nowMillis);
    }
  }

  /** The present leader begins to schedule again. */
  void restartScheduler(long nowMillis) {
    Term term = leadership.term;
    policy
        .leader(term.epoch, term.leader.sid, SchedulerLimits.DEFAULT, term.lastNumber())
        .ifPresent(side -> leadership.restart(nowMillis, side));
  }

  private void disconnect(long nowMillis, Server server) {
    network.disconnect(server);
    if (server.isServing()) {
      server.stopServing(nowMillis);
    }
    touched.accept(server);
  }

  private void leaderLost(long nowMillis) {
    journal.note(nowMillis, () -> "leader lost: " + leadership.leader());
    finishedTermSteps += leadership.term.steps();
    leadership = null;
    agenda.strike(Kind.PING, 0);
    agenda.strike(Kind.SCHEDULER_IS_BACK, 0);
    for (Server server : servers) {
      disconnect(nowMillis, server);
    }
    agenda.enter(Kind.ELECTION, 0, nowMillis + draws.between(200, 2_000));
  }
}
