package io.snapkeeper.zk.leader;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.overlap.OverlapTotals;
import io.snapkeeper.core.report.PingStamp;
import io.snapkeeper.core.schedule.HardLimit;
import io.snapkeeper.core.schedule.SchedulerEvent;
import io.snapkeeper.core.shadow.ShadowFigures;
import io.snapkeeper.core.shadow.ShadowSchedule;
import io.snapkeeper.core.shadow.WatchedMember;
import io.snapkeeper.core.wire.LeaderMessage;
import io.snapkeeper.core.wire.LeaderMessageCodec;
import io.snapkeeper.zk.config.PluginConfig;
import io.snapkeeper.zk.member.Clock;
import io.snapkeeper.zk.member.Faults;
import io.snapkeeper.zk.member.Member;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One term of a leader that only watches: every server snapshots by ZooKeeper's own rule, and a
 * {@link ShadowSchedule} counts what that leads to and what the schedule would have made of it. Its
 * messages ask the members for their reports and grant nothing. Thread-safe.
 */
public final class WatchTerm implements OverlapSource {

  private static final Logger LOG = LoggerFactory.getLogger("io.snapkeeper.slot");

  /** In a message: this leader does not schedule. */
  private static final long NO_LEASE = 0;

  private final long epoch;
  private final PluginConfig config;
  private final LeaderView view;
  private final Member self;
  private final Clock clock;
  private final Faults faults;
  private final Thread thread;

  private final Object lock = new Object();
  private final ShadowSchedule shadow; // guarded by lock

  private volatile boolean ended;

  // The following belong to the thread.
  private final LeaderEvents news = LeaderEvents.ofTerm();
  private long nextPingMillis = Long.MIN_VALUE;

  public WatchTerm(
      long epoch, PluginConfig config, LeaderView view, Member self, Clock clock, Faults faults) {
    this.epoch = epoch;
    this.config = config;
    this.view = view;
    this.self = self;
    this.clock = clock;
    this.faults = faults;
    this.shadow = new ShadowSchedule(epoch, self.setup().sid(), config.schedulerLimits());
    this.thread = new Thread(this::run, "snapkeeper-watch");
    this.thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  /** The leader's term is over. */
  public void end() {
    ended = true;
    LockSupport.unpark(thread);
  }

  /** A report arrived. */
  public void wake() {
    LockSupport.unpark(thread);
  }

  public long epoch() {
    return epoch;
  }

  /** What was seen since the term began. */
  public ShadowFigures figures() {
    synchronized (lock) {
      return shadow.figures();
    }
  }

  /** The members as they are now. */
  public List<WatchedMember> members() {
    synchronized (lock) {
      return shadow.members(clock.nowMillis());
    }
  }

  @Override
  public OverlapTotals overlap() {
    return figures().actual();
  }

  private void run() {
    LOG.info("snapkeeper watches the ensemble sid={} epoch={}", self.setup().sid(), epoch);
    try {
      while (!ended) {
        boolean leads = view.leads();
        if (leads) {
          step();
        }
        long wait = leads ? nextPingMillis - clock.nowMillis() : config.pingMillis();
        if (wait > 0) {
          LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(wait));
        }
      }
    } catch (Throwable t) { // nothing depends on what is watched
      faults.record("the watching thread", t);
    }
  }

  private void step() {
    LeaderSight sight = LeaderSight.of(view, self);
    long now;
    List<SchedulerEvent> events;
    synchronized (lock) {
      now = clock.nowMillis();
      events = news.of(now, sight);
      events.forEach(shadow::step);
    }
    events.forEach(SlotLog::told);
    if (now < nextPingMillis || ended) {
      return;
    }
    nextPingMillis = now + config.pingMillis();
    LeaderMessage message =
        new LeaderMessage(
            epoch,
            NO_LEASE,
            HardLimit.UNKNOWN,
            Optional.empty(),
            OperatorOverride.NONE,
            PingStamp.of(now));
    byte[] data = LeaderMessageCodec.encode(message);
    news.connected().forEach(sid -> news.linkOrNull(sid).ping(data));
    self.hear(message);
  }
}
