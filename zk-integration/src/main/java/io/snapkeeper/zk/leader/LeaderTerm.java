package io.snapkeeper.zk.leader;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.quorum.QuorumRule;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.schedule.SchedulerAction;
import io.snapkeeper.core.schedule.SchedulerEvent;
import io.snapkeeper.core.schedule.SchedulerLimits;
import io.snapkeeper.core.schedule.SchedulerStatus;
import io.snapkeeper.core.schedule.SnapshotScheduler;
import io.snapkeeper.core.wire.LeaderMessage;
import io.snapkeeper.core.wire.LeaderMessageCodec;
import io.snapkeeper.zk.config.PluginConfig;
import io.snapkeeper.zk.member.Clock;
import io.snapkeeper.zk.member.Faults;
import io.snapkeeper.zk.member.Member;
import io.snapkeeper.zk.trace.Trace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongFunction;
import org.apache.zookeeper.server.quorum.flexible.QuorumVerifier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One term of one leader: runs the {@link SnapshotScheduler} on a thread of its own, which sends
 * each member a message with every ping and hands it the members' reports.
 *
 * <p>Learner handlers leave their reports and wake the thread; they never wait for it. If the
 * thread dies, messages end, the members' leases lapse, and they follow ZooKeeper's own rule.
 *
 * <p>While {@link LeaderView#leads} is false nothing is sent and nothing decided. A slot that an
 * order has led to is sent afterwards: until its holder reports its end, the scheduler counts it as
 * given.
 */
public final class LeaderTerm {

  private static final Logger LOG = LoggerFactory.getLogger("io.snapkeeper.slot");

  /** Whether the scheduler of this term works. */
  public enum State {
    RUNNING,
    FAILED,
    ENDED
  }

  private final long sid;
  private final long epoch;
  private final PluginConfig config;
  private final LeaderView view;
  private final Member self;
  private final Clock clock;
  private final Faults faults;
  private final TermTrace trace;
  private final Thread thread;

  private final Object lock = new Object();
  private final SnapshotScheduler scheduler; // guarded by lock

  /** Slots that an order led to; guarded by lock. The thread's next step sends them. */
  private final Map<Long, LeaderMessage.SlotGrant> orderedGrants = new HashMap<>();

  private volatile State state = State.RUNNING;

  // The following belong to the scheduler's thread.
  private final Map<Long, LearnerLink> linkBySid = new HashMap<>();
  private QuorumVerifier knownCurrent;
  private QuorumVerifier knownLastSeen;
  private long nextPingMillis = Long.MIN_VALUE;

  /**
   * @param trace is told of each step of the scheduler, in their order
   */
  public LeaderTerm(
      long epoch,
      PluginConfig config,
      LeaderView view,
      Member self,
      Clock clock,
      Faults faults,
      Trace trace) {
    this.sid = self.setup().sid();
    this.epoch = epoch;
    this.config = config;
    this.view = view;
    this.self = self;
    this.clock = clock;
    this.faults = faults;
    this.trace = new TermTrace(trace);
    this.scheduler = new SnapshotScheduler(epoch, sid, config.schedulerLimits());
    this.trace.began(sid, epoch, config.schedulerLimits());
    this.thread = new Thread(this::run, "snapkeeper-scheduler");
    this.thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  /** The leader's term is over: no step is taken any more. Waits for one under way at most. */
  public void end() {
    finish(State.ENDED);
    LockSupport.unpark(thread);
  }

  private void finish(State how) {
    synchronized (lock) {
      if (state == State.RUNNING) {
        state = how;
        trace.ended(how == State.FAILED);
      }
    }
  }

  public State state() {
    return state;
  }

  public long epoch() {
    return epoch;
  }

  /** A report arrived. */
  public void wake() {
    LockSupport.unpark(thread);
  }

  /** A picture of this moment. */
  public SchedulerStatus status() {
    synchronized (lock) {
      return scheduler.status(clock.nowMillis());
    }
  }

  /**
   * Takes an operator's order.
   *
   * @param order makes the event from the time at which it is taken
   * @return what the scheduler answered at once
   * @throws IllegalStateException if this term's scheduler is not running
   */
  public List<SchedulerAction> order(LongFunction<SchedulerEvent> order) {
    List<SchedulerAction> answer;
    synchronized (lock) {
      if (state != State.RUNNING) {
        throw new IllegalStateException(
            "the scheduler of this leader is " + (state == State.FAILED ? "failed" : "ending"));
      }
      answer = step(order.apply(clock.nowMillis()));
      answer.forEach(action -> carryOut(action, orderedGrants));
    }
    wake();
    return answer;
  }

  /** The limits in force. */
  public SchedulerLimits limits() {
    return status().limits();
  }

  private void run() {
    LOG.info("snapkeeper schedules sid={} epoch={}", sid, epoch);
    try {
      while (state == State.RUNNING) {
        boolean leads = view.leads();
        if (leads) {
          step();
        }
        long wait = leads ? nextPingMillis - clock.nowMillis() : config.pingMillis();
        if (wait > 0) {
          LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(wait));
        }
      }
      LOG.info("snapkeeper ends its schedule sid={} epoch={}", sid, epoch);
    } catch (Throwable t) { // members fall back to ZooKeeper's own rule; nothing else is touched
      finish(State.FAILED);
      faults.record("the scheduler thread", t);
    }
  }

  private void step() {
    // ZooKeeper's leader is asked outside the lock, which an operator's thread may wait for
    List<LearnerLink> links = currentLinks(view.synchronisedLearners());
    QuorumVerifier current = view.current();
    QuorumVerifier lastSeen = view.lastSeen();
    self.received(view.lastProposed());
    Optional<Report> own = self.report();
    Map<Long, LeaderMessage.SlotGrant> grants = new HashMap<>();
    Map<Long, LeaderMessage> messages = new HashMap<>();
    synchronized (lock) {
      if (state != State.RUNNING) {
        return;
      }
      long now = clock.nowMillis(); // inside, so that no two steps swap their times
      List<SchedulerEvent> events = new ArrayList<>();
      noteMembership(now, current, lastSeen, events);
      noteConnections(now, links, events);
      noteReports(now, own, events);
      events.add(new SchedulerEvent.Tick(now));
      grants.putAll(orderedGrants);
      orderedGrants.clear();
      for (SchedulerEvent event : events) {
        step(event).forEach(action -> carryOut(action, grants));
      }
      Set<Long> receivers = new HashSet<>(grants.keySet());
      if (now >= nextPingMillis) {
        nextPingMillis = now + config.pingMillis();
        receivers.addAll(linkBySid.keySet());
        receivers.add(sid);
      }
      for (long receiver : receivers) {
        messages.put(receiver, message(now, receiver, Optional.ofNullable(grants.get(receiver))));
      }
    }
    send(messages);
  }

  /** One step of the scheduler, with the lock held. */
  private List<SchedulerAction> step(SchedulerEvent event) {
    List<SchedulerAction> actions = List.of();
    try {
      actions = scheduler.step(event);
    } finally {
      trace.step(event, actions); // of a step that failed as well
    }
    return actions;
  }

  /** Of two connections of one server the later one counts; ZooKeeper lists both for a moment. */
  private List<LearnerLink> currentLinks(List<LearnerLink> listed) {
    Map<Long, LearnerLink> bySid = new HashMap<>();
    for (LearnerLink link : listed) {
      LearnerLink other = bySid.get(link.sid());
      boolean otherIsOld = other != null && linkBySid.containsValue(other);
      if (other == null || otherIsOld) {
        bySid.put(link.sid(), link);
      }
    }
    return List.copyOf(bySid.values());
  }

  private void noteMembership(
      long now, QuorumVerifier current, QuorumVerifier lastSeen, List<SchedulerEvent> events) {
    if (isSame(current, knownCurrent) && isSame(lastSeen, knownLastSeen)) {
      return;
    }
    knownCurrent = current;
    knownLastSeen = lastSeen;
    List<QuorumRule> rules = VerifierRule.inForce(current, lastSeen);
    Set<Long> observers = Set.copyOf(current.getObservingMembers().keySet());
    LOG.info("snapkeeper membership sid={} rules={} observers={}", sid, rules, observers);
    events.add(new SchedulerEvent.MembershipChanged(now, rules, observers));
  }

  /** ZooKeeper replaces the verifier object with each change of configuration. */
  @SuppressWarnings("ReferenceEquality")
  private static boolean isSame(QuorumVerifier one, QuorumVerifier other) {
    return one == other;
  }

  @SuppressWarnings("ReferenceEquality") // a link is one connection; links have no equality
  private void noteConnections(long now, List<LearnerLink> links, List<SchedulerEvent> events) {
    Set<Long> present = new HashSet<>();
    for (LearnerLink link : links) {
      present.add(link.sid());
      LearnerLink before = linkBySid.put(link.sid(), link);
      if (before == link) {
        continue;
      }
      if (before != null) {
        events.add(new SchedulerEvent.MemberDisconnected(now, link.sid()));
      }
      events.add(new SchedulerEvent.MemberConnected(now, link.sid()));
    }
    for (long gone : Set.copyOf(linkBySid.keySet())) {
      if (!present.contains(gone)) {
        linkBySid.remove(gone);
        events.add(new SchedulerEvent.MemberDisconnected(now, gone));
      }
    }
  }

  private void noteReports(long now, Optional<Report> own, List<SchedulerEvent> events) {
    own.ifPresent(report -> events.add(new SchedulerEvent.Reported(now, report)));
    for (LearnerLink link : linkBySid.values()) {
      Optional<Report> report = link.takeReport();
      report.ifPresent(r -> events.add(new SchedulerEvent.Reported(now, r)));
    }
  }

  private LeaderMessage message(long now, long receiver, Optional<LeaderMessage.SlotGrant> grant) {
    OperatorOverride override = scheduler.override(now);
    return new LeaderMessage(
        epoch, config.leaseMillis(), scheduler.hardLimitFor(receiver), grant, override);
  }

  private void send(Map<Long, LeaderMessage> messages) {
    messages.forEach(
        (receiver, message) -> {
          LearnerLink link = linkBySid.get(receiver);
          if (receiver == sid) {
            self.hear(message);
          } else if (link != null) { // else it left between an order and this step
            link.ping(LeaderMessageCodec.encode(message));
          }
        });
  }

  private void carryOut(SchedulerAction action, Map<Long, LeaderMessage.SlotGrant> grants) {
    if (action instanceof SchedulerAction.Grant grant) {
      LOG.info(
          "snapkeeper slot granted sid={} slot=0x{} degraded={} ttlMillis={} reason=\"{}\"",
          grant.sid(),
          Long.toHexString(grant.slotId()),
          grant.degraded(),
          grant.ttlMillis(),
          grant.reason());
      grants.put(
          grant.sid(),
          new LeaderMessage.SlotGrant(grant.slotId(), grant.ttlMillis(), grant.degraded()));
    } else if (action instanceof SchedulerAction.SlotEnded ended) {
      LOG.info(
          "snapkeeper slot ended sid={} slot=0x{} outcome=\"{}\" millis={}",
          ended.sid(),
          Long.toHexString(ended.slotId()),
          ended.outcome(),
          ended.heldMillis());
    } else if (action instanceof SchedulerAction.Refused refused) {
      LOG.info("snapkeeper slot refused sid={} reason=\"{}\"", refused.sid(), refused.reason());
    } else if (action instanceof SchedulerAction.Held held) {
      LOG.debug("snapkeeper slot held sid={} reason=\"{}\"", held.sid(), held.reason());
    }
  }
}
