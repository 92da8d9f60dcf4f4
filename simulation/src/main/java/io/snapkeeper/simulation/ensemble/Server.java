package io.snapkeeper.simulation.ensemble;

import io.snapkeeper.core.member.IdleTime;
import io.snapkeeper.core.member.MemberAction;
import io.snapkeeper.core.member.MemberConfig;
import io.snapkeeper.core.member.MemberEvent;
import io.snapkeeper.core.member.Trigger;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SnapshotPhase;
import io.snapkeeper.core.wire.LeaderMessage;
import io.snapkeeper.simulation.Draws;
import io.snapkeeper.simulation.disk.Disk;
import io.snapkeeper.simulation.policy.MemberSide;
import io.snapkeeper.simulation.policy.Policy;

/** One server: its process with its side of the policy, its log, its snapshots, its disk. */
final class Server {

  /** Backlogs beyond this are never reached. */
  private static final long UNREACHABLE_TXNS = 1L << 50;

  final int sid;
  final boolean plugin;
  final Disk disk;
  final LocalClock clock;
  private final Shape shape;
  private final Writes writes;
  private final Policy policy;
  private final MemberConfig config;
  private final Draws draws;

  boolean up = true;
  boolean isolated;
  private boolean serving;
  private boolean paused;
  private long servingSinceMillis;
  private long epoch;
  private MemberSide side;
  private MemberAction.Arm armed;
  private IdleTime idleTime = new IdleTime();
  private RunningSnapshot snapshot;
  private final SyncThread syncThread;

  /** Transactions in the log when the last completed snapshot began, and while it logs nothing. */
  private long snapshotTxns;

  private long standingTxns;
  private long countedTxns;
  private long commits;
  private double commitMicros;
  private long steps;
  private long snapshots;
  private long snapshotEndedAtMillis = Long.MIN_VALUE / 2;

  Server(
      int sid,
      boolean plugin,
      Shape shape,
      Writes writes,
      Policy policy,
      MemberConfig config,
      Draws draws) {
    this.sid = sid;
    this.plugin = plugin;
    this.shape = shape;
    this.writes = writes;
    this.policy = policy;
    this.config = config;
    this.draws = draws;
    this.disk =
        new Disk(
            shape.disksBytesPerSecond().get(sid - 1), shape.writesPerSecond() * shape.txnBytes());
    this.clock =
        new LocalClock(
            draws.between(0, 1_000_000_000L), draws.between(-shape.driftMax(), shape.driftMax()));
    // Servers are not in step when one begins to look at an ensemble.
    this.snapshotTxns = -(long) (draws.fraction() * shape.limitTxns() / 2);
    this.syncThread = new SyncThread(shape.txnBytes(), snapshotTxns);
    this.side = policy.member(config, draws.next());
  }

  private void step(MemberEvent event) {
    steps++;
    for (MemberAction action : side.step(event)) {
      if (action instanceof MemberAction.Arm arm) {
        armed = arm;
      } else if (action instanceof MemberAction.SnapshotNow now) {
        Trigger trigger = now.trigger();
        snapshot = new RunningSnapshot(trigger.cause(), trigger.slotId(), false, drawBytes());
      }
    }
  }

  // ---- role and process

  void serve(long nowMillis, long newEpoch) {
    serving = true;
    servingSinceMillis = nowMillis;
    epoch = newEpoch;
    countedTxns = loggedTxns(nowMillis);
    syncThread.roleStarts();
    step(new MemberEvent.ServingStarted(clock.at(nowMillis), newEpoch));
  }

  /** It leaves its role: its own snapshot is given up, where the policy does so. */
  void stopServing(long nowMillis) {
    standingTxns = loggedTxns(nowMillis);
    serving = false;
    step(new MemberEvent.ServingStopped(clock.at(nowMillis)));
    boolean own = snapshot != null && snapshot.cause != Trigger.Cause.NONE;
    syncThread.roleStarts();
    if (own && !snapshot.isWriting()) {
      snapshot = null; // its thread finds that the server does not serve any more
    } else if (own && side.givesSnapshotsUp()) {
      RunningSnapshot givenUp = snapshot;
      snapshot = null;
      step(new MemberEvent.SnapshotAborted(clock.at(nowMillis), givenUp.isScheduled(), false));
    }
  }

  /** Its process dies. What it has logged stays. */
  void crash(long nowMillis) {
    standingTxns = loggedTxns(nowMillis);
    serving = false;
    paused = false;
    up = false;
    snapshot = null;
    armed = null;
  }

  void restart() {
    up = true;
    side = policy.member(config, draws.next());
    idleTime = new IdleTime();
    syncThread.processStarts(standingTxns);
  }

  /** Its process stands still, or goes on. */
  void pause(long nowMillis, boolean stands) {
    standingTxns = loggedTxns(nowMillis);
    paused = stands;
    if (snapshot != null && snapshot.isWriting()) {
      snapshot.goOn(nowMillis, stands ? 0 : disk.snapshotBytesPerMilli());
    }
  }

  void slowDisk(long nowMillis, double factor) {
    disk.slowDown(factor);
    diskChanged(nowMillis);
  }

  /** Its disk is slower from now on, and stays so. */
  void wearDiskOut(long nowMillis, double factor) {
    disk.wearOut(factor);
    diskChanged(nowMillis);
  }

  private void diskChanged(long nowMillis) {
    if (snapshot != null && snapshot.isWriting() && !paused) {
      snapshot.goOn(nowMillis, disk.snapshotBytesPerMilli());
    }
  }

  boolean isServing() {
    return serving;
  }

  boolean isPaused() {
    return paused;
  }

  /** Whether it takes part in commits. */
  boolean isWorking() {
    return serving && !paused;
  }

  boolean canTalk() {
    return up && !isolated && !paused;
  }

  long epoch() {
    return epoch;
  }

  long servingMillis(long nowMillis) {
    return nowMillis - servingSinceMillis;
  }

  MemberSide side() {
    return side;
  }

  long steps() {
    return steps;
  }

  // ---- log

  long loggedTxns(long nowMillis) {
    return isWorking() ? Math.max(standingTxns, writes.txnsAt(nowMillis)) : standingTxns;
  }

  /**
   * Its leader has brought its log up to date.
   *
   * @param wholeTree whether by sending the tree, and not what the log misses
   */
  void synchronise(long nowMillis, boolean wholeTree) {
    long missedTxns = Math.max(0, writes.txnsAt(nowMillis) - standingTxns);
    standingTxns += missedTxns;
    if (wholeTree) {
      syncThread.receivedInTree(missedTxns);
    }
  }

  Report.Backlog backlog(long nowMillis) {
    long txns = loggedTxns(nowMillis) - snapshotTxns;
    return new Report.Backlog(txns, txns * shape.txnBytes());
  }

  /** When the next append fires a snapshot; {@link Agenda#NEVER} if none does. */
  long firesAtMillis(long nowMillis) {
    boolean waits = snapshot != null && !side.countsFromRoll();
    if (!isWorking() || waits || armed == null) {
      return Agenda.NEVER;
    }
    long byTrigger = reaches(nowMillis, armed.trigger());
    long until = clock.whenItShows(armed.trigger().untilMillis());
    if (byTrigger < until) {
      return byTrigger;
    }
    long byFallback = reaches(nowMillis, armed.fallback());
    return byFallback == Agenda.NEVER ? Agenda.NEVER : Math.max(byFallback, until);
  }

  private long reaches(long nowMillis, Trigger trigger) {
    long above = Math.min(trigger.aboveTxns(), trigger.aboveLogBytes() / shape.txnBytes());
    if (above > UNREACHABLE_TXNS) {
      return Agenda.NEVER;
    }
    long logged = loggedTxns(nowMillis);
    long from = side.countsFromRoll() ? syncThread.rolledAtTxns() : snapshotTxns;
    return writes.millisOf(nowMillis, Math.max(from + above, logged) + 1);
  }

  /** What came of an append that looked at the trigger. */
  enum Append {
    NOTHING,
    FIRED,
    /** "Too busy to snap, skipping". */
    SKIPPED,
    /** A snapshot thread started, and waits until another one has written its snapshot. */
    WAITS
  }

  /** An append looks at the trigger; if it fires, {@link #snapshot()} is what it asks for. */
  Append append(long nowMillis) {
    long local = clock.at(nowMillis);
    Trigger trigger = local < armed.trigger().untilMillis() ? armed.trigger() : armed.fallback();
    long logged = loggedTxns(nowMillis);
    boolean fires =
        trigger.firesAt(side.countsFromRoll() ? syncThread.counted(logged) : backlog(nowMillis));
    if (!fires) {
      return Append.NOTHING;
    }
    syncThread.roll(logged);
    Append result = Append.SKIPPED;
    if (!syncThread.isBusy() || !side.countsFromRoll()) {
      RunningSnapshot asked =
          new RunningSnapshot(trigger.cause(), trigger.slotId(), false, drawBytes());
      if (snapshot == null) {
        snapshot = asked;
        syncThread.starts(asked);
        result = Append.FIRED;
      } else {
        syncThread.startsLater(asked);
        result = Append.WAITS;
      }
    }
    step(new MemberEvent.Fired(local, trigger));
    return result;
  }

  // ---- snapshots

  private double drawBytes() {
    return shape.treeBytes() * draws.between(0.9, 1.15);
  }

  /** The snapshot of a leader's start, or of a sync. */
  void snapshotOutsideSlots(long nowMillis, boolean beforeServing) {
    snapshot = new RunningSnapshot(Trigger.Cause.NONE, 0, beforeServing, drawBytes());
    startSnapshot(nowMillis);
  }

  void startSnapshot(long nowMillis) {
    snapshot.start(nowMillis, loggedTxns(nowMillis), disk.snapshotBytesPerMilli());
    step(new MemberEvent.SnapshotStarted(clock.at(nowMillis), snapshot.isScheduled()));
  }

  /** The snapshot is on the disk. */
  RunningSnapshot finishSnapshot(long nowMillis) {
    RunningSnapshot done = snapshot;
    snapshot = syncThread.ended(done);
    snapshotTxns = done.txnsAtStart();
    snapshots++;
    snapshotEndedAtMillis = nowMillis;
    step(
        new MemberEvent.SnapshotDone(
            clock.at(nowMillis),
            done.isScheduled(),
            done.elapsedMillis(nowMillis),
            (long) done.bytes,
            backlog(nowMillis)));
    return done;
  }

  /** For how long it has been writing none, at least. */
  long millisSinceSnapshot(long nowMillis) {
    return nowMillis - snapshotEndedAtMillis;
  }

  /** Completed since they were last forgotten. */
  long snapshots() {
    return snapshots;
  }

  void forgetSnapshots() {
    snapshots = 0;
  }

  /** The snapshot asked for or being written, or null. */
  RunningSnapshot snapshot() {
    return snapshot;
  }

  boolean isWriting() {
    return snapshot != null && snapshot.isWriting();
  }

  // ---- schedule

  /** Whether a snapshot is to start though nothing is logged. */
  boolean tick(long nowMillis) {
    RunningSnapshot before = snapshot;
    long local = clock.at(nowMillis);
    long logged = loggedTxns(nowMillis);
    Report.Idle idle = idleTime.at(local, logged, logged, 0);
    step(new MemberEvent.Tick(local, backlog(nowMillis), idle));
    return snapshot != before;
  }

  void hear(long nowMillis, LeaderMessage message) {
    step(new MemberEvent.LeaderHeard(clock.at(nowMillis), message));
  }

  Report report(long nowMillis) {
    long logged = loggedTxns(nowMillis);
    long since = logged - countedTxns;
    countedTxns = logged;
    commits += since;
    commitMicros += since * disk.meanCommitMicros(isWriting());
    Report.Snapshot progress = Report.Snapshot.NONE;
    if (isWriting()) {
      progress =
          new Report.Snapshot(
              snapshot.isScheduled() ? SnapshotPhase.SCHEDULED : SnapshotPhase.UNSCHEDULED,
              snapshot.permille(nowMillis),
              snapshot.elapsedMillis(nowMillis));
    }
    Report.Fsync fsync = new Report.Fsync(commits, (long) commitMicros, 0, queueLength());
    return side.report(
        clock.at(nowMillis), backlog(nowMillis), fsync, progress, (long) shape.treeBytes());
  }

  /** What arrives while one commit takes its time. */
  private int queueLength() {
    boolean arrives = isWorking() && writes.isFlowing() && writes.isBursting();
    return arrives ? (int) (writes.perMilli() * disk.meanCommitMicros(isWriting()) / 1e3) : 0;
  }

  double commitMillis(Draws samples) {
    return disk.commitMillis(isWriting(), samples);
  }

  @Override
  public String toString() {
    return "server " + sid;
  }
}
