package io.snapkeeper.simulation.ensemble;

import io.snapkeeper.core.member.MemberConfig;
import io.snapkeeper.core.member.Trigger;
import io.snapkeeper.core.quorum.MajorityQuorum;
import io.snapkeeper.core.quorum.QuorumRule;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.schedule.SchedulerAction;
import io.snapkeeper.core.schedule.SchedulerEvent;
import io.snapkeeper.core.schedule.SchedulerLimits;
import io.snapkeeper.core.wire.LeaderMessage;
import io.snapkeeper.core.wire.LeaderMessageCodec;
import io.snapkeeper.core.wire.PingRecord;
import io.snapkeeper.core.wire.ReportEncoder;
import io.snapkeeper.simulation.Draws;
import io.snapkeeper.simulation.ensemble.Agenda.Kind;
import io.snapkeeper.simulation.policy.Policy;
import io.snapkeeper.simulation.policy.StockPolicy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Servers, their connections and elections, as a sequence of events. Everything that the leader and
 * its members tell each other goes through the production codecs. Not thread-safe.
 */
public final class Ensemble {

  static final long PING_MILLIS = 500;

  /** What a server waits for a scheduler, as the plugin does by default. */
  private static final long GRACE_MILLIS = 10_000;

  /** As the plugin's default where ZooKeeper's size limit has its default of 4 GB. */
  private static final long HARD_LIMIT_LOG_BYTES = 12L << 30;

  private static final long START_TIMEOUT_MILLIS = 10_000;

  final Shape shape;
  final Draws draws;
  final Agenda agenda;
  final List<Server> servers = new ArrayList<>();
  private final Policy policy;
  private final boolean checked;
  private final Writes writes;
  private final Gauge gauge;
  private final Connection[] connections;
  private final Set<Long> degradedSlots = new HashSet<>();
  private final TreeSet<Long> voterSids = new TreeSet<>();
  private List<QuorumRule> rules;
  private List<Server> voters;
  private Troubles troubles;
  private Term term;
  private long nowMillis;
  private long epochs;
  private long finishedTermSteps;
  private boolean changed = true;

  /**
   * @param checked whether leaders have to follow the rules of the schedule; other policies do not
   */
  public Ensemble(Shape shape, Policy policy, boolean checked, long seed) {
    this.shape = shape;
    this.policy = policy;
    this.checked = checked;
    this.draws = new Draws(seed);
    this.writes = new Writes(shape.writesPerSecond());
    this.agenda = new Agenda(shape.servers() + 1);
    this.connections = new Connection[shape.servers() + 1];
    this.gauge = new Gauge(shape.voters(), draws.split());
    for (int sid = 1; sid <= shape.servers(); sid++) {
      if (sid <= shape.voters()) {
        voterSids.add((long) sid);
      }
      boolean plugin = !shape.withoutPlugin().contains(sid);
      MemberConfig config =
          new MemberConfig(
              sid, shape.limits(), HARD_LIMIT_LOG_BYTES, GRACE_MILLIS, START_TIMEOUT_MILLIS);
      Policy own = plugin ? policy : new StockPolicy();
      servers.add(new Server(sid, plugin, shape, writes, own, config, draws.split()));
      agenda.enter(Kind.TICK, sid, draws.between(0, Term.tickMillis()));
    }
    rules(List.of(new MajorityQuorum(voterSids)));
    agenda.enter(Kind.ELECTION, 0, 0);
    agenda.enter(Kind.SAMPLE, 0, shape.sampleMillis());
  }

  /** From now on things go wrong. */
  public void trouble(Troubles source) {
    troubles = source;
    agenda.enter(Kind.FAULT, 0, nowMillis + source.nextMillis());
  }

  /** What is broken is mended, and nothing goes wrong any more. */
  public void heal() {
    agenda.strike(Kind.FAULT, 0);
    troubles.healAll(this);
  }

  /** Goes on until that time, in milliseconds from the start. */
  public void runUntil(long endMillis) {
    while (agenda.nextMillis() <= endMillis) {
      nowMillis = Math.max(nowMillis, agenda.nextMillis());
      gauge.advance(nowMillis);
      Kind kind = agenda.take();
      int sid = agenda.server();
      handle(kind, sid == 0 ? null : servers.get(sid - 1));
      if (changed) {
        settle();
      }
    }
    nowMillis = endMillis;
    gauge.advance(nowMillis);
  }

  public long nowMillis() {
    return nowMillis;
  }

  /** Steps of production state machines so far: schedulers' and members'. */
  public long coreSteps() {
    long steps = finishedTermSteps + (term == null ? 0 : term.steps());
    for (Server server : servers) {
      steps += server.steps();
    }
    return steps;
  }

  /** Leaders that were elected. */
  public long epochs() {
    return epochs;
  }

  public Gauge gauge() {
    return gauge;
  }

  /** Figures count from now on. */
  public void beginToMeasure() {
    gauge.begin(nowMillis);
    servers.forEach(Server::forgetSnapshots);
  }

  /** Whether it has a leader and takes writes. */
  public boolean isWorking() {
    return writes.isFlowing();
  }

  public boolean allHavePlugin() {
    return shape.withoutPlugin().isEmpty();
  }

  /** The servers that have completed no snapshot since the measurement began, if there are any. */
  public Optional<Set<Integer>> serversWithoutSnapshot() {
    Set<Integer> without = new TreeSet<>();
    for (Server server : servers) {
      if (server.snapshots() == 0) {
        without.add(server.sid);
      }
    }
    return without.isEmpty() ? Optional.empty() : Optional.of(without);
  }

  /** Counts what is under way: waits and logs of snapshots that have not ended. */
  public void endMeasurement() {
    for (Server server : servers) {
      gauge.logged(server.backlog(nowMillis).logBytes());
      if (!server.isWriting()) {
        gauge.waited(waitedMillis(server));
      }
    }
  }

  private void handle(Kind kind, Server server) {
    switch (kind) {
      case CRASHED_SERVER_IS_BACK -> {
        server.restart();
        joinSoon(server);
      }
      case PAUSE_ENDS -> pauseEnds(server);
      case ISOLATION_ENDS -> {
        server.isolated = false;
        joinSoon(server);
      }
      case DISK_RECOVERS -> server.slowDisk(nowMillis, 1);
      case SILENCE_NOTICED -> silenceNoticed(server);
      case SNAPSHOT_ENDS -> snapshotEnds(server);
      case SNAPSHOT_STARTS -> snapshotStarts(server);
      case MESSAGE_TO_MEMBER -> messageToMember(server);
      case MESSAGE_TO_LEADER -> messageToLeader(server);
      case JOIN -> join(server);
      case FIRE -> fire(server);
      case TICK -> tick(server);
      case ELECTION -> elect();
      case RECONFIG_ENDS -> {
        rules(rules.subList(rules.size() - 1, rules.size()));
        tellMembership();
      }
      case PING -> ping();
      case SAMPLE -> {
        agenda.enter(Kind.SAMPLE, 0, nowMillis + shape.sampleMillis());
        if (writes.isFlowing()) {
          gauge.sampleWrite(voters, voters.size() / 2 + 1);
        }
      }
      case FAULT -> {
        agenda.enter(Kind.FAULT, 0, nowMillis + troubles.nextMillis());
        troubles.strike(this);
      }
    }
    if (server != null) {
      reschedule(server);
    }
  }

  /** After a change of roles or snapshots: do writes flow, does a quorum snapshot. */
  private void settle() {
    changed = false;
    Set<Long> working = new HashSet<>();
    Set<Long> quiet = new HashSet<>();
    boolean inDegradedSlot = false;
    for (Server voter : voters) {
      if (voter.isWorking()) {
        working.add((long) voter.sid);
        if (!voter.isWriting()) {
          quiet.add((long) voter.sid);
        } else {
          inDegradedSlot |= degradedSlots.contains(voter.snapshot().slotId);
        }
      }
    }
    boolean quorum = Term.isQuorum(rules, working);
    boolean flows = term != null && term.leader.isWorking() && quorum;
    if (term != null) {
      term.hadQuorum |= flows;
    }
    if (flows != writes.isFlowing()) {
      writes.flow(nowMillis, flows);
      for (Server server : servers) {
        reschedule(server);
      }
    }
    gauge.state(flows && !Term.isQuorum(rules, quiet), inDegradedSlot);
  }

  private void reschedule(Server server) {
    agenda.enter(Kind.FIRE, server.sid, server.firesAtMillis(nowMillis));
    agenda.enter(
        Kind.SNAPSHOT_ENDS,
        server.sid,
        server.isWriting() ? server.snapshot().endsAtMillis() : Agenda.NEVER);
  }

  // ---- snapshots

  private void fire(Server server) {
    Trigger trigger = server.fire(nowMillis);
    if (trigger != null) {
      TruthCheck.fired(server, trigger);
      gauge.fired(trigger.cause());
      // Measured: 74 ms until ZooKeeper's snapshot thread began.
      agenda.enter(Kind.SNAPSHOT_STARTS, server.sid, nowMillis + draws.between(5, 100));
    }
  }

  private void snapshotStarts(Server server) {
    if (server.snapshot() == null || server.isWriting()) {
      return; // its server left its role, or died
    }
    if (server.isPaused()) {
      agenda.enter(Kind.SNAPSHOT_STARTS, server.sid, nowMillis + PING_MILLIS);
      return;
    }
    gauge.waited(waitedMillis(server));
    server.startSnapshot(nowMillis);
    changed = true;
  }

  /** For how long the server's limit has been full. */
  private long waitedMillis(Server server) {
    if (!server.isWorking()) {
      return 0;
    }
    double beyond = server.backlog(nowMillis).txns() - shape.limitTxns();
    return Math.min(server.servingMillis(nowMillis), (long) (beyond / writes.perMilli()));
  }

  private void snapshotEnds(Server server) {
    gauge.logged(server.backlog(nowMillis).logBytes());
    RunningSnapshot done = server.finishSnapshot(nowMillis);
    gauge.completed();
    degradedSlots.remove(done.slotId);
    changed = true;
    if (done.beforeServing) {
      joinSoon(server);
    }
  }

  private void tick(Server server) {
    agenda.enter(Kind.TICK, server.sid, nowMillis + Term.tickMillis());
    if (server.up && !server.isPaused() && server.plugin) {
      server.tick(nowMillis);
      if (checked) {
        TruthCheck.bounded(server, nowMillis, writes.perMilli());
      }
    }
  }

  // ---- messages

  private void ping() {
    if (term == null) {
      return;
    }
    agenda.enter(Kind.PING, 0, nowMillis + PING_MILLIS);
    if (term.leader.isPaused() || !term.schedules()) {
      return;
    }
    for (Server server : servers) {
      if (server == term.leader || connections[server.sid] != null) {
        send(server, Optional.empty());
        if (troubles != null && troubles.repeatsPing()) {
          send(server, Optional.empty());
        }
      }
    }
    if (term.leader.side().reports()) {
      feed(new SchedulerEvent.Reported(leaderClock(), term.leader.report(nowMillis)));
    }
    feed(new SchedulerEvent.Tick(leaderClock()));
  }

  private long leaderClock() {
    return term.leader.clock.at(nowMillis);
  }

  private void send(Server to, Optional<LeaderMessage.SlotGrant> grant) {
    LeaderMessage message = term.message(leaderClock(), to.sid, grant);
    if (to == term.leader) {
      to.hear(nowMillis, message);
      reschedule(to);
      return;
    }
    Channel<byte[]> channel = connections[to.sid].toMember;
    channel.send(nowMillis, delay(to), LeaderMessageCodec.encode(message));
    agenda.enter(Kind.MESSAGE_TO_MEMBER, to.sid, channel.nextArrivalMillis());
  }

  private long delay(Server server) {
    return troubles == null ? draws.between(0, 2) : troubles.delayMillis(server);
  }

  private void messageToMember(Server server) {
    Connection connection = connections[server.sid];
    if (connection == null) {
      return;
    }
    if (server.isPaused()) {
      agenda.enter(Kind.MESSAGE_TO_MEMBER, server.sid, nowMillis + PING_MILLIS);
      return;
    }
    byte[] data = connection.toMember.receive();
    agenda.enter(Kind.MESSAGE_TO_MEMBER, server.sid, connection.toMember.nextArrivalMillis());
    if (!server.plugin) {
      return; // a stock server does not look at what a ping carries
    }
    server.hear(nowMillis, LeaderMessageCodec.decode(data).orElseThrow());
    if (server.side().reports()) {
      connection.toLeader.send(
          nowMillis, delay(server), ReportEncoder.encode(server.report(nowMillis)));
      agenda.enter(Kind.MESSAGE_TO_LEADER, server.sid, connection.toLeader.nextArrivalMillis());
    }
  }

  private void messageToLeader(Server server) {
    Connection connection = connections[server.sid];
    if (connection == null) {
      return;
    }
    if (term.leader.isPaused()) {
      agenda.enter(Kind.MESSAGE_TO_LEADER, server.sid, nowMillis + PING_MILLIS);
      return;
    }
    List<PingRecord> records = connection.toLeader.receive();
    agenda.enter(Kind.MESSAGE_TO_LEADER, server.sid, connection.toLeader.nextArrivalMillis());
    for (PingRecord record : records) {
      Optional<Report> report = connection.decoder.accept(record.sessionId(), record.timeout());
      if (report.isPresent()) {
        feed(new SchedulerEvent.Reported(leaderClock(), report.get()));
      }
    }
  }

  private void feed(SchedulerEvent event) {
    for (SchedulerAction action : term.feed(event)) {
      if (action instanceof SchedulerAction.Grant grant) {
        gauge.granted();
        if (checked) {
          TruthCheck.granted(grant, term, servers, rules);
        }
        if (grant.degraded()) {
          degradedSlots.add(grant.slotId());
        }
        send(
            servers.get((int) grant.sid() - 1),
            Optional.of(
                new LeaderMessage.SlotGrant(grant.slotId(), grant.ttlMillis(), grant.degraded())));
      } else if (action instanceof SchedulerAction.SlotEnded ended) {
        degradedSlots.remove(ended.slotId());
      }
    }
  }

  // ---- membership

  private void rules(List<QuorumRule> inForce) {
    rules = inForce;
    voters = new ArrayList<>();
    for (Server server : servers) {
      for (QuorumRule rule : inForce) {
        if (rule.voters().contains((long) server.sid) && !voters.contains(server)) {
          voters.add(server);
        }
      }
    }
    changed = true;
  }

  /** A voter is removed, or comes back; both rules are in force until the change is committed. */
  void reconfigure(int sid, long jointMillis) {
    Set<Long> next = new TreeSet<>(voterSids);
    if (!next.remove((long) sid)) {
      next.add((long) sid);
    }
    if (agenda.has(Kind.RECONFIG_ENDS, 0) || next.size() < 3) {
      return;
    }
    voterSids.clear();
    voterSids.addAll(next);
    rules(List.of(rules.get(0), new MajorityQuorum(next)));
    agenda.enter(Kind.RECONFIG_ENDS, 0, nowMillis + jointMillis);
    tellMembership();
  }

  /** Voters that the first configuration had and the present one has not. */
  Set<Integer> removedVoters() {
    Set<Integer> removed = new TreeSet<>();
    for (int sid = 1; sid <= shape.voters(); sid++) {
      if (!voterSids.contains((long) sid)) {
        removed.add(sid);
      }
    }
    return removed;
  }

  private void tellMembership() {
    if (term != null) {
      feed(membership());
    }
  }

  private SchedulerEvent membership() {
    Set<Long> observers = new TreeSet<>();
    for (Server server : servers) {
      if (!voters.contains(server)) {
        observers.add((long) server.sid);
      }
    }
    return new SchedulerEvent.MembershipChanged(leaderClock(), rules, observers);
  }

  // ---- roles

  Optional<Term> term() {
    return Optional.ofNullable(term);
  }

  /** An operator's order, or another event for the present scheduler alone. */
  void order(java.util.function.LongFunction<SchedulerEvent> event) {
    if (term != null) {
      feed(event.apply(leaderClock()));
    }
  }

  private void elect() {
    Set<Long> talking = new HashSet<>();
    Server best = null;
    for (Server voter : voters) {
      if (voter.canTalk() && !startsBusy(voter)) {
        talking.add((long) voter.sid);
        best = better(best, voter);
      }
    }
    if (!Term.isQuorum(rules, talking)) {
      agenda.enter(Kind.ELECTION, 0, nowMillis + PING_MILLIS);
      return;
    }
    lead(best);
  }

  private static boolean startsBusy(Server server) {
    return server.snapshot() != null && server.snapshot().beforeServing;
  }

  /** The longer log wins; among equals chance, as elections depend on who is heard first. */
  private Server better(Server one, Server other) {
    if (one == null || other.loggedTxns(nowMillis) > one.loggedTxns(nowMillis)) {
      return other;
    }
    boolean equal = other.loggedTxns(nowMillis) == one.loggedTxns(nowMillis);
    return equal && draws.oneIn(2) ? other : one;
  }

  private void lead(Server leader) {
    epochs++;
    term =
        new Term(
            epochs,
            leader,
            leader.plugin
                ? policy.leader(epochs, leader.sid, SchedulerLimits.DEFAULT)
                : Optional.empty(),
            checked);
    leader.synchronise(nowMillis);
    leader.serve(nowMillis, epochs);
    if (leader.snapshot() == null) {
      leader.snapshotOutsideSlots(nowMillis, false); // loadData() of a new leader snapshots
    }
    reschedule(leader);
    agenda.enter(Kind.PING, 0, nowMillis);
    feed(membership());
    for (Server server : servers) {
      if (server != leader && server.canTalk()) {
        agenda.enter(Kind.JOIN, server.sid, nowMillis + draws.between(10, 400));
      }
    }
    changed = true;
  }

  private void joinSoon(Server server) {
    agenda.enter(Kind.JOIN, server.sid, nowMillis + draws.between(20, 1_000));
    changed = true;
  }

  private void join(Server server) {
    if (term == null || server.isServing() || !server.canTalk() || startsBusy(server)) {
      return; // it joins when what keeps it ends
    }
    boolean behind = server.loggedTxns(nowMillis) < writes.txnsAt(nowMillis);
    if (behind && troubles != null && troubles.needsWholeTree()) {
      server.synchronise(nowMillis);
      if (server.snapshot() == null) {
        server.snapshotOutsideSlots(nowMillis, true);
        return;
      }
    }
    server.synchronise(nowMillis);
    connections[server.sid] = new Connection(server.sid);
    server.serve(nowMillis, term.epoch);
    feed(new SchedulerEvent.MemberConnected(leaderClock(), server.sid));
    changed = true;
  }

  /** The server's connection to its leader ends, or its leadership does. */
  void cut(Server server) {
    changed = true;
    if (term != null && term.leader == server) {
      leaderLost();
      return;
    }
    if (connections[server.sid] == null) {
      return;
    }
    disconnect(server);
    feed(new SchedulerEvent.MemberDisconnected(leaderClock(), server.sid));
    Set<Long> left = new HashSet<>();
    for (Server voter : voters) {
      if (voter.isServing()) {
        left.add((long) voter.sid);
      }
    }
    if (term.hadQuorum && !Term.isQuorum(rules, left)) {
      leaderLost();
    }
  }

  private void disconnect(Server server) {
    connections[server.sid] = null;
    agenda.strike(Kind.MESSAGE_TO_MEMBER, server.sid);
    agenda.strike(Kind.MESSAGE_TO_LEADER, server.sid);
    if (server.isServing()) {
      server.stopServing(nowMillis);
    }
    reschedule(server);
  }

  private void leaderLost() {
    finishedTermSteps += term.steps();
    term = null;
    agenda.strike(Kind.PING, 0);
    for (Server server : servers) {
      disconnect(server);
    }
    agenda.enter(Kind.ELECTION, 0, nowMillis + draws.between(200, 2_000));
    changed = true;
  }

  // ---- what goes wrong with one server

  void crash(Server server, long downMillis) {
    cut(server);
    server.crash(nowMillis);
    reschedule(server);
    agenda.strike(Kind.SNAPSHOT_STARTS, server.sid);
    agenda.strike(Kind.PAUSE_ENDS, server.sid);
    agenda.strike(Kind.SILENCE_NOTICED, server.sid);
    agenda.enter(Kind.CRASHED_SERVER_IS_BACK, server.sid, nowMillis + downMillis);
    changed = true;
  }

  void isolate(Server server, long millis) {
    cut(server);
    server.isolated = true;
    agenda.enter(Kind.ISOLATION_ENDS, server.sid, nowMillis + millis);
  }

  void pause(Server server, long millis, long noticedAfterMillis) {
    server.pause(nowMillis, true);
    reschedule(server);
    agenda.enter(Kind.PAUSE_ENDS, server.sid, nowMillis + millis);
    agenda.enter(Kind.SILENCE_NOTICED, server.sid, nowMillis + noticedAfterMillis);
    changed = true;
  }

  private void pauseEnds(Server server) {
    server.pause(nowMillis, false);
    agenda.strike(Kind.SILENCE_NOTICED, server.sid);
    changed = true;
    if (!server.isServing()) {
      joinSoon(server);
    }
  }

  /** The others have waited long enough for a server that stands still. */
  private void silenceNoticed(Server server) {
    cut(server);
  }

  void slowDisk(Server server, double factor, long millis) {
    server.slowDisk(nowMillis, factor);
    reschedule(server);
    agenda.enter(Kind.DISK_RECOVERS, server.sid, nowMillis + millis);
  }
}
