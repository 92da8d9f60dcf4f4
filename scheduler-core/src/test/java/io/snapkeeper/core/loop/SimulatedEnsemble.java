package io.snapkeeper.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.RandomSource;
import io.snapkeeper.core.member.MemberConfig;
import io.snapkeeper.core.member.MemberEvent;
import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.quorum.MajorityQuorum;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.schedule.SchedulerAction;
import io.snapkeeper.core.schedule.SchedulerEvent;
import io.snapkeeper.core.schedule.SchedulerLimits;
import io.snapkeeper.core.schedule.SnapshotScheduler;
import io.snapkeeper.core.wire.LeaderMessage;
import io.snapkeeper.core.wire.LeaderMessageCodec;
import io.snapkeeper.core.wire.PingRecord;
import io.snapkeeper.core.wire.ReportDecoder;
import io.snapkeeper.core.wire.ReportEncoder;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * An ensemble of production gates and one production scheduler at a time, joined by FIFO channels
 * that carry the bytes and records of the production codecs. Time moves in steps of 25 ms.
 */
final class SimulatedEnsemble {

  static final long STEP_MILLIS = 25;
  static final long PING_MILLIS = 500;
  static final long LEASE_MILLIS = 2_500;
  static final long GRACE_MILLIS = 4_000;

  /** What an ensemble is made of; the durations are of one snapshot, by server from 1 on. */
  record Shape(
      int voters, int observers, long snapCount, long txnsPerSecond, List<Long> durationsMillis) {

    int servers() {
      return voters + observers;
    }

    int snapshotBudget() {
      return (voters - 1) / 2;
    }
  }

  /** One member's connection to the present leader. */
  private static final class Connection {
    final FifoChannel<byte[]> toMember = new FifoChannel<>();
    final FifoChannel<List<PingRecord>> toLeader = new FifoChannel<>();
    final ReportDecoder decoder;
    final long pingPhaseMillis;

    Connection(long sid, long pingPhaseMillis) {
      this.decoder = new ReportDecoder(sid);
      this.pingPhaseMillis = pingPhaseMillis;
    }
  }

  final Map<Long, SimulatedMember> members = new TreeMap<>();
  final Shape shape;
  final Set<Long> degradedHolders = new HashSet<>();
  private final Map<Long, Connection> connections = new TreeMap<>();
  private final Set<Long> voters = new HashSet<>();
  private final Set<Long> observers = new HashSet<>();
  private final RandomSource random;
  private final long delayMillisMax;
  long now;
  long epoch;
  long leaderSid;
  int mostInSlots;
  int granted;
  int degraded;
  long droppedRecords;
  private double txns;
  private boolean schedulerSilent;
  private SnapshotScheduler scheduler;

  SimulatedEnsemble(Shape shape, long delayMillisMax, RandomSource random) {
    this.shape = shape;
    this.random = random;
    this.delayMillisMax = delayMillisMax;
    for (long sid = 1; sid <= shape.servers(); sid++) {
      (sid <= shape.voters() ? voters : observers).add(sid);
      MemberConfig config =
          new MemberConfig(
              sid, new Report.Limits(shape.snapCount(), 0), 1L << 40, GRACE_MILLIS, 3_000);
      SimulatedMember member =
          new SimulatedMember(
              config,
              shape.durationsMillis().get((int) sid - 1),
              RandomSource.of(random.nextSeed()));
      members.put(sid, member);
      member.step(new MemberEvent.Tick(0, member.backlog()));
    }
  }

  /** A new leader is elected; everybody given joins it, and it takes its first snapshot. */
  void lead(long newLeader, Set<Long> joining) {
    List.copyOf(connections.keySet()).forEach(this::disconnect);
    epoch++;
    leaderSid = newLeader;
    schedulerSilent = false;
    scheduler = new SnapshotScheduler(epoch, newLeader, SchedulerLimits.DEFAULT);
    degradedHolders.clear();
    members.get(newLeader).snapshotOutsideSlots(now);
    feed(new SchedulerEvent.MembershipChanged(now, List.of(new MajorityQuorum(voters)), observers));
    join(newLeader);
    joining.stream().filter(sid -> sid != newLeader).forEach(this::join);
  }

  /** A member joins the leader and begins to serve. */
  void join(long sid) {
    connections.put(sid, new Connection(sid, random.below((int) PING_MILLIS)));
    members.get(sid).serve(now, epoch);
    if (sid != leaderSid) {
      feed(new SchedulerEvent.MemberConnected(now, sid));
    }
  }

  /** A follower or observer loses its leader: what is in flight is lost, and it stops to serve. */
  void cut(long sid) {
    disconnect(sid);
    feed(new SchedulerEvent.MemberDisconnected(now, sid));
  }

  private void disconnect(long sid) {
    droppedRecords += connections.remove(sid).decoder.droppedRecords();
    members.get(sid).stop(now);
  }

  boolean isConnected(long sid) {
    return connections.containsKey(sid);
  }

  /** The leader's scheduling thread dies: its pings carry nothing of ours any more. */
  void silenceScheduler() {
    schedulerSilent = true;
  }

  void order(OperatorOverride.Mode mode, long durationMillis) {
    feed(new SchedulerEvent.OverrideOrdered(now, mode, durationMillis));
  }

  OperatorOverride override() {
    return scheduler.override(now);
  }

  void runFor(long millis) {
    for (long end = now + millis; now < end; ) {
      advance();
    }
  }

  void advance() {
    now += STEP_MILLIS;
    txns += shape.txnsPerSecond() * STEP_MILLIS / 1_000.0;
    for (SimulatedMember member : members.values()) {
      if (member.isServing()) {
        member.appendTo(now, (long) txns);
      }
      member.advanceSnapshot(now);
      if ((now + member.sid * 90) % PING_MILLIS < STEP_MILLIS) {
        member.step(new MemberEvent.Tick(now, member.backlog()));
      }
    }
    if (!schedulerSilent) {
      exchange();
    }
    checkBudget();
  }

  /** Transactions logged by the ensemble so far. */
  long txns() {
    return (long) txns;
  }

  private void exchange() {
    if (now % PING_MILLIS < STEP_MILLIS) {
      feed(new SchedulerEvent.Tick(now));
    }
    connections.forEach(
        (sid, connection) -> {
          if ((now + connection.pingPhaseMillis) % PING_MILLIS < STEP_MILLIS) {
            ping(sid, Optional.empty());
          }
          deliver(sid, connection);
        });
  }

  private void deliver(long sid, Connection connection) {
    SimulatedMember member = members.get(sid);
    for (Optional<byte[]> data = connection.toMember.receive(now);
        data.isPresent();
        data = connection.toMember.receive(now)) {
      LeaderMessage message = LeaderMessageCodec.decode(data.get()).orElseThrow();
      member.step(new MemberEvent.LeaderHeard(now, message));
      if (member.gate.mayReport()) {
        connection.toLeader.send(now, delay(sid), ReportEncoder.encode(member.report(now)));
      }
    }
    for (Optional<List<PingRecord>> records = connection.toLeader.receive(now);
        records.isPresent();
        records = connection.toLeader.receive(now)) {
      for (PingRecord record : records.get()) {
        connection
            .decoder
            .accept(record.sessionId(), record.timeout())
            .ifPresent(report -> feed(new SchedulerEvent.Reported(now, report)));
      }
    }
  }

  private void feed(SchedulerEvent event) {
    if (schedulerSilent) {
      return;
    }
    for (SchedulerAction action : scheduler.step(event)) {
      if (action instanceof SchedulerAction.Grant grant) {
        granted++;
        if (grant.degraded()) {
          degraded++;
          degradedHolders.add(grant.sid());
        } else {
          degradedHolders.remove(grant.sid());
        }
        ping(
            grant.sid(),
            Optional.of(
                new LeaderMessage.SlotGrant(grant.slotId(), grant.ttlMillis(), grant.degraded())));
      }
    }
  }

  private void ping(long sid, Optional<LeaderMessage.SlotGrant> grant) {
    LeaderMessage message =
        new LeaderMessage(
            epoch, LEASE_MILLIS, scheduler.hardLimitFor(sid), grant, scheduler.override(now));
    connections.get(sid).toMember.send(now, delay(sid), LeaderMessageCodec.encode(message));
  }

  private long delay(long sid) {
    return sid == leaderSid ? 0 : random.between(0, delayMillisMax);
  }

  /** The independent check: looks at the members themselves, not at what the leader believes. */
  private void checkBudget() {
    int inSlots = 0;
    for (long sid : voters) {
      if (members.get(sid).isInSlot() && !degradedHolders.contains(sid)) {
        inSlots++;
      }
    }
    mostInSlots = Math.max(mostInSlots, inSlots);
    assertThat(inSlots)
        .as("voters in slots at %d ms, seed %d", now, random.seed())
        .isLessThanOrEqualTo(shape.snapshotBudget());
  }
}
