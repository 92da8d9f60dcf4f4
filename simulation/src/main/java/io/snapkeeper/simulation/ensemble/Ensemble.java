package io.snapkeeper.simulation.ensemble;

import io.snapkeeper.core.member.MemberConfig;
import io.snapkeeper.core.schedule.SchedulerEvent;
import io.snapkeeper.simulation.Draws;
import io.snapkeeper.simulation.ensemble.Agenda.Kind;
import io.snapkeeper.simulation.policy.Policy;
import io.snapkeeper.simulation.policy.StockPolicy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongFunction;

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
  final Journal journal = new Journal();
  final List<Server> servers = new ArrayList<>();
  private final boolean checked;
  private final Writes writes;
  private final Gauge gauge;
  private final Network network;
  private final Membership membership;
  private final Snapshots snapshots;
  private final Roles roles;
  private Troubles troubles;
  private long nowMillis;
  private boolean changed = true;

  /**
   * @param checked whether leaders have to follow the rules of the schedule; other policies do not
   */
  public Ensemble(Shape shape, Policy policy, boolean checked, long seed) {
    this.shape = shape;
    this.checked = checked;
    this.draws = new Draws(seed);
    this.writes = new Writes(shape.writesPerSecond());
    this.agenda = new Agenda(shape.servers() + 1);
    this.network = new Network(shape.servers(), agenda, draws);
    this.gauge = new Gauge(shape.voters(), shape.servers(), draws.split());
    this.snapshots = new Snapshots(shape, writes, gauge, agenda, draws, journal);
    for (int sid = 1; sid <= shape.servers(); sid++) {
      boolean plugin = !shape.withoutPlugin().contains(sid);
      MemberConfig config =
          new MemberConfig(
              sid, shape.limits(), HARD_LIMIT_LOG_BYTES, GRACE_MILLIS, START_TIMEOUT_MILLIS);
      Policy own = plugin ? policy : new StockPolicy();
      servers.add(new Server(sid, plugin, shape, writes, own, config, draws.split()));
      agenda.enter(Kind.TICK, sid, draws.between(0, Term.tickMillis()));
    }
    membership = new Membership(servers, shape.voters(), shape.votes());
    roles =
        new Roles(
            servers,
            membership,
            network,
            writes,
            gauge,
            agenda,
            draws,
            policy,
            checked,
            journal,
            this::touched);
    agenda.enter(Kind.SAMPLE, 0, shape.sampleMillis());
    if (shape.bursts().hasGaps()) {
      agenda.enter(Kind.BURST, 0, shape.bursts().burstMillis());
    }
  }

  /** From now on things go wrong. */
  public void trouble(Troubles source) {
    troubles = source;
    network.trouble(source);
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
    long steps = roles.schedulerSteps();
    for (Server server : servers) {
      steps += server.steps();
    }
    return steps;
  }

  /** Leaders that were elected. */
  public long epochs() {
    return roles.epochs();
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
        gauge.waited(snapshots.waitedMillis(nowMillis, server));
      }
    }
  }

  /** What happens from now on, step by step. */
  public Journal journal() {
    return journal;
  }

  private void handle(Kind kind, Server server) {
    journal.step(nowMillis, kind, server);
    switch (kind) {
      case CRASHED_SERVER_IS_BACK -> {
        server.restart();
        roles.joinSoon(nowMillis, server);
      }
      case PAUSE_ENDS -> pauseEnds(server);
      case ISOLATION_ENDS -> {
        server.isolated = false;
        roles.joinSoon(nowMillis, server);
      }
      case DISK_RECOVERS -> server.slowDisk(nowMillis, 1);
      // The others have waited long enough for a server that stands still.
      case SILENCE_NOTICED -> cut(server);
      case SNAPSHOT_ENDS -> snapshotEnds(server);
      case SNAPSHOT_STARTS -> {
        snapshots.starts(nowMillis, server);
        changed = true;
      }
      case MESSAGE_TO_MEMBER -> messageToMember(server);
      case MESSAGE_TO_LEADER -> messageToLeader(server);
      case JOIN -> join(server);
      case FIRE -> snapshots.append(nowMillis, server);
      case TICK -> tick(server);
      case ELECTION -> roles.elect(nowMillis);
      case RECONFIG_ENDS -> {
        membership.settle();
        tellMembership();
      }
      case SCHEDULER_IS_BACK -> roles.restartScheduler(nowMillis);
      case BURST -> burst();
      case PING -> ping();
      case SAMPLE -> {
        agenda.enter(Kind.SAMPLE, 0, nowMillis + shape.sampleMillis());
        if (writes.isFlowing() && writes.isBursting()) {
          gauge.sampleWrite(membership);
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

  /** From now on the disk of this server is slower by a factor. */
  public void wearDiskOut(int sid, double factor) {
    Server server = servers.get(sid - 1);
    server.wearDiskOut(nowMillis, factor);
    reschedule(server);
  }

  /** A burst of writes ends, or the next one begins. */
  private void burst() {
    boolean begins = !writes.isBursting();
    writes.burst(nowMillis, begins);
    long lastsMillis = begins ? shape.bursts().burstMillis() : shape.bursts().gapMillis();
    agenda.enter(Kind.BURST, 0, nowMillis + lastsMillis);
    servers.forEach(this::reschedule);
  }

  /** After a change of roles or snapshots: do writes flow, does a quorum snapshot. */
  private void settle() {
    changed = false;
    Leadership leadership = roles.leadership().orElse(null);
    Set<Long> working = new HashSet<>();
    Set<Long> quiet = new HashSet<>();
    boolean inDegradedSlot = false;
    for (Server voter : membership.voters()) {
      if (voter.isWorking()) {
        working.add((long) voter.sid);
        if (!voter.isWriting()) {
          quiet.add((long) voter.sid);
        } else {
          inDegradedSlot |= leadership != null && leadership.isDegraded(voter.snapshot().slotId);
        }
      }
    }
    boolean flows =
        leadership != null && leadership.leader().isWorking() && membership.isQuorum(working);
    if (leadership != null) {
      leadership.term.hadQuorum |= flows;
    }
    if (flows != writes.isFlowing()) {
      writes.flow(nowMillis, flows);
      servers.forEach(this::reschedule);
    }
    gauge.state(flows && !membership.isQuorum(quiet), inDegradedSlot);
  }

  private void reschedule(Server server) {
    agenda.enter(Kind.FIRE, server.sid, server.firesAtMillis(nowMillis));
    agenda.enter(
        Kind.SNAPSHOT_ENDS,
        server.sid,
        server.isWriting() ? server.snapshot().endsAtMillis() : Agenda.NEVER);
  }

  private void snapshotEnds(Server server) {
    RunningSnapshot done = snapshots.ends(nowMillis, server);
    changed = true;
    if (done.beforeServing) {
      roles.joinSoon(nowMillis, server);
    }
  }

  private void tick(Server server) {
    agenda.enter(Kind.TICK, server.sid, nowMillis + Term.tickMillis());
    if (server.up && !server.isPaused() && server.plugin) {
      if (server.tick(nowMillis)) {
        snapshots.fired(nowMillis, server);
      }
      if (checked) {
        TruthCheck.bounded(server, nowMillis, writes);
      }
    }
  }

  // ---- messages

  private void ping() {
    agenda.enter(Kind.PING, 0, nowMillis + PING_MILLIS);
    present().ping(nowMillis, () -> troubles != null && troubles.repeatsPing());
  }

  /** The present term; there is one while messages travel, as they end with it. */
  private Leadership present() {
    return roles.leadership().orElseThrow();
  }

  private void messageToMember(Server server) {
    if (server.isPaused()) {
      agenda.enter(Kind.MESSAGE_TO_MEMBER, server.sid, nowMillis + PING_MILLIS);
    } else {
      present().atMember(nowMillis, server);
    }
  }

  private void messageToLeader(Server server) {
    if (present().leader().isPaused()) {
      agenda.enter(Kind.MESSAGE_TO_LEADER, server.sid, nowMillis + PING_MILLIS);
    } else {
      present().atLeader(nowMillis, server);
    }
  }

  /** An operator's order, or another event for the present leader's scheduler, if there is one. */
  void feed(LongFunction<SchedulerEvent> event) {
    roles.leadership().ifPresent(leadership -> leadership.feed(nowMillis, event));
  }

  // ---- membership

  /** A voter is to leave, or to come back. */
  void reconfigure(int sid, long jointMillis) {
    if (membership.change(sid)) {
      journal.note(nowMillis, () -> "reconfiguration: voters become " + membership.rules());
      agenda.enter(Kind.RECONFIG_ENDS, 0, nowMillis + jointMillis);
      tellMembership();
    }
  }

  Membership membership() {
    return membership;
  }

  private void tellMembership() {
    changed = true;
    feed(membership::asEvent);
  }

  // ---- roles

  Optional<Term> term() {
    return roles.leadership().map(leadership -> leadership.term);
  }

  /** The scheduler of the present term throws. */
  void silenceScheduler() {
    term()
        .map(Term::fallSilent)
        .orElse(OptionalLong.empty())
        .ifPresent(millis -> agenda.enter(Kind.SCHEDULER_IS_BACK, 0, nowMillis + millis));
  }

  private void join(Server server) {
    roles.join(nowMillis, server, () -> troubles != null && troubles.needsWholeTree());
  }

  /** The server's connection to its leader ends, or its leadership does. */
  void cut(Server server) {
    roles.cut(nowMillis, server);
  }

  private void pauseEnds(Server server) {
    server.pause(nowMillis, false);
    agenda.strike(Kind.SILENCE_NOTICED, server.sid);
    changed = true;
    if (!server.isServing()) {
      roles.joinSoon(nowMillis, server);
    }
  }

  /** Something has happened to this server. */
  void touched(Server server) {
    reschedule(server);
    changed = true;
  }
}
