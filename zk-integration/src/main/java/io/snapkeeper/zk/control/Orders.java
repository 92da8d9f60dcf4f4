package io.snapkeeper.zk.control;

import io.snapkeeper.core.operator.OperatorOverride.Mode;
import io.snapkeeper.core.schedule.SchedulerAction;
import io.snapkeeper.core.schedule.SchedulerEvent;
import io.snapkeeper.core.schedule.SchedulerLimits;
import io.snapkeeper.zk.Plugin;
import io.snapkeeper.zk.leader.LeaderTerm;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out an operator's orders on the leader. Every method says in words what it did.
 * Thread-safe.
 *
 * <p>On a server that does not lead every order throws an IllegalStateException that names the
 * leader; a value that is not allowed throws an IllegalArgumentException that says what is.
 */
public final class Orders {

  private static final Logger LOG = LoggerFactory.getLogger(Orders.class);
  private static final long LONGEST_SECONDS = TimeUnit.DAYS.toSeconds(1);

  private final Plugin plugin;

  public Orders(Plugin plugin) {
    this.plugin = plugin;
  }

  /**
   * Holds snapshots back up to the hard limit.
   *
   * @param seconds until it lapses, 1 to 86,400
   */
  public String pause(long seconds) {
    return override(Mode.PAUSED, seconds, "snapshots are held back up to the hard limit");
  }

  /**
   * No slots; every server follows ZooKeeper's own rule.
   *
   * @param seconds until it lapses, 1 to 86,400
   */
  public String off(long seconds) {
    return override(Mode.OFF, seconds, "every server follows ZooKeeper's own rule");
  }

  private String override(Mode mode, long seconds, String effect) {
    if (seconds < 1 || seconds > LONGEST_SECONDS) {
      throw new IllegalArgumentException(
          "seconds is " + seconds + "; allowed: 1 to " + LONGEST_SECONDS);
    }
    LeaderTerm term = term();
    term.order(
        now -> new SchedulerEvent.OverrideOrdered(now, mode, TimeUnit.SECONDS.toMillis(seconds)));
    return done(effect + " for " + seconds + " s");
  }

  /** Ends a pause or an off at once. */
  public String resume() {
    LeaderTerm term = term();
    term.order(now -> new SchedulerEvent.OverrideOrdered(now, Mode.NORMAL, 0));
    return done("slots are granted again");
  }

  /**
   * Asks for a snapshot of one member as soon as that is safe.
   *
   * @throws IllegalStateException if the member is not connected, or does not report
   */
  public String snapshotNow(long sid) {
    LeaderTerm term = term();
    boolean known = term.status().members().stream().anyMatch(member -> member.sid() == sid);
    if (!known) {
      throw new IllegalArgumentException(
          "sid is "
              + sid
              + "; this ensemble has "
              + term.status().members().stream()
                  .map(member -> Long.toString(member.sid()))
                  .collect(Collectors.joining(", ")));
    }
    for (SchedulerAction answer :
        term.order(now -> new SchedulerEvent.SnapshotRequested(now, sid))) {
      if (answer instanceof SchedulerAction.Refused refused) {
        throw new IllegalStateException("no snapshot on request: " + refused.reason());
      }
      if (answer instanceof SchedulerAction.Held held && held.sid() == sid) {
        return done("server " + sid + " gets a slot as soon as that is safe; now " + held.reason());
      }
    }
    return done(
        "server "
            + sid
            + " gets the next slot that is safe for it; its snapshot begins with a write");
  }

  /**
   * Changes one limit for this leader's term.
   *
   * @param name drainFsyncMillis, drainQueueLength, grantTtlMillis or reportFreshMillis
   */
  public String setLimit(String name, long value) {
    LeaderTerm term = term();
    SchedulerLimits now = term.limits();
    SchedulerLimits changed =
        switch (name) {
          case "drainFsyncMillis" ->
              new SchedulerLimits(
                  1_000 * within(name, value, 1, 60_000),
                  now.drainQueueLength(),
                  now.grantTtlMillis(),
                  now.reportFreshMillis());
          case "drainQueueLength" ->
              new SchedulerLimits(
                  now.drainFsyncMicros(),
                  (int) within(name, value, 1, 1_000_000),
                  now.grantTtlMillis(),
                  now.reportFreshMillis());
          case "grantTtlMillis" ->
              new SchedulerLimits(
                  now.drainFsyncMicros(),
                  now.drainQueueLength(),
                  within(name, value, 500, 600_000),
                  now.reportFreshMillis());
          case "reportFreshMillis" ->
              new SchedulerLimits(
                  now.drainFsyncMicros(),
                  now.drainQueueLength(),
                  now.grantTtlMillis(),
                  within(name, value, 150, 600_000));
          default ->
              throw new IllegalArgumentException(
                  "no limit is called \""
                      + name
                      + "\"; there are drainFsyncMillis, drainQueueLength, grantTtlMillis,"
                      + " reportFreshMillis");
        };
    term.order(atMillis -> new SchedulerEvent.LimitsChanged(atMillis, changed));
    return done(name + " is " + value + " until this leader's term ends");
  }

  private static long within(String name, long value, long min, long max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          name + " is " + value + "; allowed: " + min + " to " + max);
    }
    return value;
  }

  private LeaderTerm term() {
    return plugin.term().orElseThrow(this::notLeading);
  }

  private IllegalStateException notLeading() {
    if (plugin.peer().role().equals("leader")) {
      return new IllegalStateException(
          plugin.config().schedulerOn()
              ? "this leader does not serve yet; try again in a moment"
              : "this leader does not schedule: snapkeeper.scheduler=off");
    }
    long leader = plugin.peer().leaderSid();
    return new IllegalStateException(
        leader < 0
            ? "this server does not lead, and knows no leader at the moment"
            : "this server does not lead; give the order to the leader, server " + leader);
  }

  private static String done(String what) {
    LOG.info("snapkeeper order: {}", what);
    return what;
  }
}
