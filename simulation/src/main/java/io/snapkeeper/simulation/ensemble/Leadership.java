package io.snapkeeper.simulation.ensemble;

import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.schedule.SchedulerAction;
import io.snapkeeper.core.schedule.SchedulerEvent;
import io.snapkeeper.core.wire.LeaderMessage;
import io.snapkeeper.simulation.policy.LeaderSide;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/** What a leader and its members tell each other during one term. */
final class Leadership {

  final Term term;
  private final List<Server> servers;
  private final Membership membership;
  private final Network network;
  private final Gauge gauge;
  private final Journal journal;
  private final Consumer<Server> rearmed;
  private final Set<Long> degradedSlots = new HashSet<>();

  /**
   * @param rearmed is told of a server whose triggers may have changed
   */
  Leadership(
      Term term,
      List<Server> servers,
      Membership membership,
      Network network,
      Gauge gauge,
      Journal journal,
      Consumer<Server> rearmed) {
    this.term = term;
    this.servers = servers;
    this.membership = membership;
    this.network = network;
    this.gauge = gauge;
    this.journal = journal;
    this.rearmed = rearmed;
  }

  Server leader() {
    return term.leader;
  }

  /** Whether this slot of the term leaves no quorum. */
  boolean isDegraded(long slotId) {
    return degradedSlots.contains(slotId);
  }

  /** Tells every member that it schedules, and considers grants. */
  void ping(long nowMillis, BooleanSupplier repeats) {
    if (leader().isPaused() || !term.schedules()) {
      return;
    }
    for (Server server : servers) {
      if (server == leader() || network.isConnected(server)) {
        send(nowMillis, server, term.renewalFor(leader().clock.at(nowMillis), server.sid));
        if (repeats.getAsBoolean()) {
          send(nowMillis, server, Optional.empty());
        }
      }
    }
    if (leader().side().reports()) {
      Report own = leader().report(nowMillis);
      feed(nowMillis, local -> new SchedulerEvent.Reported(local, own));
    }
    feed(nowMillis, SchedulerEvent.Tick::new);
  }

  /** A message has arrived at a member, which answers it. */
  void atMember(long nowMillis, Server server) {
    LeaderMessage message = network.atMember(server);
    if (!server.plugin) {
      return; // a stock server does not look at what a ping carries
    }
    server.hear(nowMillis, message);
    if (server.side().reports()) {
      network.toLeader(nowMillis, server, server.report(nowMillis));
    }
  }

  /** A report has arrived at the leader. */
  void atLeader(long nowMillis, Server server) {
    for (Report report : network.atLeader(server)) {
      feed(nowMillis, local -> new SchedulerEvent.Reported(local, report));
    }
  }

  /**
   * Something has happened; grants are on their way at once.
   *
   * @param event makes it, from the time that the leader's clock shows
   */
  void feed(long nowMillis, LongFunction<SchedulerEvent> event) {
    for (SchedulerAction action : term.feed(event.apply(leader().clock.at(nowMillis)))) {
      journal.note(nowMillis, () -> "scheduler: " + action);
      if (action instanceof SchedulerAction.Grant grant) {
        granted(nowMillis, grant);
      } else if (action instanceof SchedulerAction.SlotEnded ended) {
        degradedSlots.remove(ended.slotId());
      }
    }
  }

  /**
   * Another scheduler begins, and is told what is so. Reports that were on their way have arrived
   * in the minute of silence; the plugin refuses them by their stamps.
   */
  void restart(long nowMillis, LeaderSide side) {
    term.restart(side);
    feed(nowMillis, membership::asEvent);
    for (Server server : servers) {
      if (network.isConnected(server)) {
        feed(nowMillis, local -> new SchedulerEvent.MemberConnected(local, server.sid));
      }
    }
  }

  private void granted(long nowMillis, SchedulerAction.Grant grant) {
    gauge.granted(grant.degraded());
    if (term.isChecked()) {
      TruthCheck.granted(grant, term, servers, membership.rules());
    }
    if (grant.degraded()) {
      degradedSlots.add(grant.slotId());
    }
    send(
        nowMillis,
        servers.get((int) grant.sid() - 1),
        Optional.of(
            new LeaderMessage.SlotGrant(grant.slotId(), grant.ttlMillis(), grant.degraded())));
  }

  private void send(long nowMillis, Server to, Optional<LeaderMessage.SlotGrant> grant) {
    LeaderMessage message = term.message(leader().clock.at(nowMillis), to.sid, grant);
    if (to == leader()) {
      to.hear(nowMillis, message);
      rearmed.accept(to);
    } else {
      network.toMember(nowMillis, to, message);
    }
  }
}
