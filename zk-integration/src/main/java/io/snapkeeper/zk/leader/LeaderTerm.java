package io.snapkeeper.zk.leader;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.overlap.OverlapMeter;
import io.snapkeeper.core.overlap.OverlapTotals;
import io.snapkeeper.core.report.PingStamp;
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
import io.snapkeeper.zk.member.Restarts;
import io.snapkeeper.zk.trace.Trace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One term of one leader: runs the {@link SnapshotScheduler} on a thread of its own, which sends
 * each member a message with every ping and hands it the members' reports.
 *
 * <p>Learner handlers leave their reports and wake the thread; they never wait for it. If the
 * scheduler throws, messages end, the members' leases lapse, and they follow ZooKeeper's own rule.
 * After a pause a new scheduler begins, a few times in a term. It goes on with the slot numbers of
 * the one before, and takes a report only if it was written after the restart: what the old one
 * granted has arrived by then, because messages to one member keep their order.
 *
 * <p>While {@link LeaderView#leads} is false nothing is sent and nothing decided. A slot that an
 * order has led to is sent afterwards: until its holder reports its end, the scheduler counts it as
 * given.
 */
public final class LeaderTerm implements OverlapSource {

  private static final Logger LOG = LoggerFactory.getLogger("io.snapkeeper.slot");

  /** The lower half of a slot id; the upper one is the epoch. */
  private static final long SLOT_NUMBER = 0xFFFF_FFFFL;

  /** Whether the scheduler of this term works. */
  public enum State {
    RUNNING,
    /** It threw; it may begin again after a pause. */
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
  private final Consumer<SchedulerAction> audience;
  private final Thread thread;

  private final Object lock = new Object();
  private SnapshotScheduler scheduler; // guarded by lock
  private SchedulerLimits limits; // in force; guarded by lock
  private long lastNumber; // of the slots granted in this term; guarded by lock
  private final OverlapMeter overlap; // guarded by lock

  /** Slots that an order led to; guarded by lock. The thread's next step sends them. */
  private final Map<Long, LeaderMessage.SlotGrant> orderedGrants = new HashMap<>();

  /**
   * Log lines of steps; guarded by lock. The thread writes them once it has released the lock,
   * which others wait for, and before it sends what they tell of.
   */
  private final List<Runnable> lines = new ArrayList<>();

  private volatile State state = State.RUNNING;

  // The following belong to the scheduler's thread.
  private final Restarts restarts;
  private LeaderEvents news = LeaderEvents.ofTerm();
  private long nextPingMillis = Long.MIN_VALUE;

  /**
   * @param trace is told of each step of the scheduler, in their order
   * @param audience is told of what the scheduler decides; must not throw
   */
  public LeaderTerm(
      long epoch,
      PluginConfig config,
      LeaderView view,
      Member self,
      Clock clock,
      Faults faults,
      Trace trace,
      Consumer<SchedulerAction> audience) {
    this(
        epoch,
        config,
        view,
        self,
        clock,
        faults,
        trace,
        audience,
        new Restarts(Restarts.FIRST_PAUSE_MILLIS));
  }

  LeaderTerm(
      long epoch,
      PluginConfig config,
      LeaderView view,
      Member self,
      Clock clock,
      Faults faults,
      Trace trace,
      Consumer<SchedulerAction> audience,
      Restarts restarts) {
    this.sid = self.setup().sid();
    this.epoch = epoch;
    this.config = config;
    this.view = view;
    this.self = self;
    this.clock = clock;
    this.faults = faults;
    this.trace = new TermTrace(trace);
    this.audience = audience;
    this.restarts = restarts;
    this.limits = config.schedulerLimits();
    this.overlap = new OverlapMeter(sid);
    this.scheduler = newScheduler();
    this.thread = new Thread(this::run, "snapkeeper-scheduler");
    this.thread.setDaemon(true);
  }

  private SnapshotScheduler newScheduler() {
    trace.began(sid, epoch, limits);
    return new SnapshotScheduler(epoch, sid, limits, lastNumber);
  }

  public void start() {
    thread.start();
  }

  /** The leader's term is over: no step is taken any more. Waits for one under way at most. */
  public void end() {
    synchronized (lock) {
      if (state == State.RUNNING) {
        trace.ended(false);
      }
      state = State.ENDED;
    }
    LockSupport.unpark(thread);
  }

  private void fail(Throwable thrown) {
    synchronized (lock) {
      if (state == State.RUNNING) {
        trace.ended(true);
        state = State.FAILED;
      }
    }
    faults.record("the scheduler thread", thrown);
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

  @Override
  public OverlapTotals overlap() {
    synchronized (lock) {
      return overlap.totals();
    }
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
    do {
      LOG.info("snapkeeper schedules sid={} epoch={}", sid, epoch);
      schedule();
      writeLines(); // of a step that failed
    } while (state == State.FAILED && beginAgain());
    LOG.info("snapkeeper ends its schedule sid={} epoch={}", sid, epoch);
  }

  /** Until the term ends, or something is thrown. */
  private void schedule() {
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
    } catch (Throwable t) { // members fall back to ZooKeeper's own rule; nothing else is touched
      fail(t);
    }
  }

  /** Waits, and makes a new scheduler, unless the term ends or has had its restarts. */
  private boolean beginAgain() {
    OptionalLong pauseMillis = restarts.afterFailure();
    if (pauseMillis.isEmpty()) {
      LOG.warn("snapkeeper schedules no more in this term sid={} epoch={}", sid, epoch);
      return false;
    }
    long fromMillis = clock.nowMillis() + pauseMillis.getAsLong();
    LOG.warn(
        "snapkeeper schedules again in {} s sid={} epoch={}",
        TimeUnit.MILLISECONDS.toSeconds(pauseMillis.getAsLong()),
        sid,
        epoch);
    for (long wait = pauseMillis.getAsLong();
        wait > 0 && state == State.FAILED;
        wait = fromMillis - clock.nowMillis()) {
      LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(wait));
    }
    nextPingMillis = Long.MIN_VALUE;
    synchronized (lock) {
      if (state != State.FAILED) {
        return false;
      }
      orderedGrants.clear(); // never sent, and the new scheduler does not know of them
      news = LeaderEvents.afterRestart(clock.nowMillis());
      scheduler = newScheduler();
      state = State.RUNNING;
      return true;
    }
  }

  private void step() {
    // ZooKeeper's leader is asked outside the lock, which an operator's thread may wait for
    LeaderSight sight = LeaderSight.of(view, self);
    Map<Long, LeaderMessage.SlotGrant> grants = new HashMap<>();
    Map<Long, LeaderMessage> messages = new HashMap<>();
    synchronized (lock) {
      if (state != State.RUNNING) {
        return;
      }
      long now = clock.nowMillis(); // inside, so that no two steps swap their times
      grants.putAll(orderedGrants);
      orderedGrants.clear();
      for (SchedulerEvent event : news.of(now, sight)) {
        if (event instanceof SchedulerEvent.MembershipChanged) {
          lines.add(() -> SlotLog.told(event));
        }
        step(event).forEach(action -> carryOut(action, grants));
      }
      Set<Long> receivers = new HashSet<>(grants.keySet());
      if (now >= nextPingMillis) {
        nextPingMillis = now + config.pingMillis();
        receivers.addAll(news.connected());
        receivers.add(sid);
      }
      for (long receiver : receivers) {
        messages.put(receiver, message(now, receiver, Optional.ofNullable(grants.get(receiver))));
      }
    }
    writeLines();
    send(messages);
  }

  private void writeLines() {
    List<Runnable> written;
    synchronized (lock) {
      written = List.copyOf(lines);
      lines.clear();
    }
    written.forEach(Runnable::run);
  }

  /** One step of the scheduler, with the lock held. */
  private List<SchedulerAction> step(SchedulerEvent event) {
    List<SchedulerAction> actions = List.of();
    try {
      actions = scheduler.step(event);
    } finally {
      trace.step(event, actions); // of a step that failed as well
    }
    if (event instanceof SchedulerEvent.LimitsChanged changed) {
      limits = changed.limits();
    }
    overlap.step(event, actions);
    return actions;
  }

  private LeaderMessage message(
      long now, long receiver, Optional<LeaderMessage.SlotGrant> granted) {
    OperatorOverride override = scheduler.override(now);
    Optional<LeaderMessage.SlotGrant> grant =
        granted.or(() -> scheduler.renewalFor(receiver, now).map(LeaderTerm::slotGrant));
    return new LeaderMessage(
        epoch,
        config.leaseMillis(),
        scheduler.hardLimitFor(receiver),
        grant,
        override,
        PingStamp.of(now));
  }

  private static LeaderMessage.SlotGrant slotGrant(SchedulerAction.Grant grant) {
    return new LeaderMessage.SlotGrant(grant.slotId(), grant.ttlMillis(), grant.degraded());
  }

  private void send(Map<Long, LeaderMessage> messages) {
    messages.forEach(
        (receiver, message) -> {
          LearnerLink link = news.linkOrNull(receiver);
          if (receiver == sid) {
            self.hear(message);
          } else if (link != null) { // else it left between an order and this step
            link.ping(LeaderMessageCodec.encode(message));
          }
        });
  }

  /** With the lock held. */
  private void carryOut(SchedulerAction action, Map<Long, LeaderMessage.SlotGrant> grants) {
    audience.accept(action);
    lines.add(() -> SlotLog.decided(action));
    if (action instanceof SchedulerAction.Grant grant) {
      lastNumber = Math.max(lastNumber, grant.slotId() & SLOT_NUMBER);
      grants.put(grant.sid(), slotGrant(grant));
    }
  }
}
