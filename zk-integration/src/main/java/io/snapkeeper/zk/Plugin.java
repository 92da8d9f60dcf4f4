package io.snapkeeper.zk;

import io.snapkeeper.core.overlap.OverlapTotals;
import io.snapkeeper.core.schedule.SchedulerAction;
import io.snapkeeper.metrics.history.Decisions;
import io.snapkeeper.wal.filesystem.LogFileSystem;
import io.snapkeeper.zk.config.PluginConfig;
import io.snapkeeper.zk.leader.LeaderTerm;
import io.snapkeeper.zk.leader.OverlapSource;
import io.snapkeeper.zk.leader.SlotCounters;
import io.snapkeeper.zk.leader.SlotDecisions;
import io.snapkeeper.zk.leader.WatchTerm;
import io.snapkeeper.zk.log.LogWriting;
import io.snapkeeper.zk.member.Clock;
import io.snapkeeper.zk.member.Faults;
import io.snapkeeper.zk.member.Member;
import io.snapkeeper.zk.purge.DeferredPurges;
import io.snapkeeper.zk.snapshot.DirectSnapshots;
import io.snapkeeper.zk.trace.Trace;
import java.util.List;
import java.util.Optional;

/** The parts of the plugin in one running server, for status, metrics and orders. Thread-safe. */
public final class Plugin {

  private final PluginConfig config;
  private final PeerView peer;
  private final Member member;
  private final LogWriting logWriting;
  private final LogFileSystem logFileSystem;
  private final Optional<DirectSnapshots> snapshots;
  private final DeferredPurges purges;
  private final Faults faults;
  private final Trace trace;
  private final SlotCounters slots = new SlotCounters();

  private final Decisions decisions = new Decisions();

  /** Number of the first decision of the current term as leader. */
  private volatile long firstDecisionOfTerm;

  /** A {@link LeaderTerm}, a {@link WatchTerm}, or null. */
  private volatile OverlapSource term;

  /** Of the terms that are over; guarded by this. */
  private OverlapTotals overlapBefore = OverlapTotals.NONE;

  /**
   * @param logWriting who writes the log
   * @param logFileSystem that the directory of the log is on
   * @param snapshots how scheduled snapshots are written; empty if by ZooKeeper's own stream
   */
  public Plugin(
      PluginConfig config,
      PeerView peer,
      Member member,
      LogWriting logWriting,
      LogFileSystem logFileSystem,
      Optional<DirectSnapshots> snapshots,
      DeferredPurges purges,
      Faults faults,
      Trace trace) {
    this.config = config;
    this.peer = peer;
    this.member = member;
    this.logWriting = logWriting;
    this.logFileSystem = logFileSystem;
    this.snapshots = snapshots;
    this.purges = purges;
    this.faults = faults;
    this.trace = trace;
  }

  public PluginConfig config() {
    return config;
  }

  public PeerView peer() {
    return peer;
  }

  public Member member() {
    return member;
  }

  /** Who writes the log. */
  public LogWriting logWriting() {
    return logWriting;
  }

  /** The file system that the directory of the log is on. */
  public LogFileSystem logFileSystem() {
    return logFileSystem;
  }

  /** How scheduled snapshots are written; empty if the configuration leaves them to ZooKeeper. */
  public Optional<DirectSnapshots> snapshots() {
    return snapshots;
  }

  /** Whether every snapshot is written as ZooKeeper writes it: none may be given up then. */
  public boolean onlyWatches() {
    return !config.schedulerOn() && snapshots.isEmpty();
  }

  /** ZooKeeper's purges, which wait for this server's slots. */
  public DeferredPurges purges() {
    return purges;
  }

  public Faults faults() {
    return faults;
  }

  /** Where this server's steps are recorded. */
  public Trace trace() {
    return trace;
  }

  /** A scheduler of this server has decided something. */
  public void decided(SchedulerAction action) {
    slots.accept(action);
    faults.guard(
        "the record of decisions",
        () -> SlotDecisions.of(Clock.MONOTONIC.nowMillis(), action).ifPresent(decisions::add));
  }

  /** What the schedulers of this server have decided, by the monotonic clock. */
  public Decisions decisions() {
    return decisions;
  }

  /** At most so many of those of the current term, oldest first. */
  public List<Decisions.Numbered> decisionsOfTerm(int most) {
    return decisions.latest(most, firstDecisionOfTerm);
  }

  /** The slots that this server has granted in all its terms. */
  public SlotCounters slots() {
    return slots;
  }

  /** This server began to lead, and schedules or watches. */
  public synchronized void leads(OverlapSource newTerm) {
    term = newTerm;
    firstDecisionOfTerm = decisions.count();
  }

  /** This server's term as leader is over. May be called repeatedly. */
  public synchronized void leadsNoMore() {
    if (term != null) {
      overlapBefore = overlapBefore.plus(term.overlap());
    }
    term = null;
  }

  /** The current term, if this server leads and schedules; its scheduler may have failed. */
  public Optional<LeaderTerm> term() {
    return term instanceof LeaderTerm scheduling ? Optional.of(scheduling) : Optional.empty();
  }

  /** The current term, if this server leads and only watches. */
  public Optional<WatchTerm> watch() {
    return term instanceof WatchTerm watching ? Optional.of(watching) : Optional.empty();
  }

  /** How snapshots overlapped while this server led, in all its terms. */
  public synchronized OverlapTotals overlap() {
    return term == null ? overlapBefore : overlapBefore.plus(term.overlap());
  }
}
