package io.snapkeeper.zk.member;

import io.snapkeeper.core.member.IdleTime;
import io.snapkeeper.core.member.MemberEvent;
import io.snapkeeper.core.member.MemberMode;
import io.snapkeeper.core.member.SnapshotGate;
import io.snapkeeper.core.member.Trigger;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SnapshotPhase;
import io.snapkeeper.core.wire.LeaderMessage;
import io.snapkeeper.metrics.histogram.LatencyHistogram;
import io.snapkeeper.wal.pacer.LogRole;
import io.snapkeeper.zk.snapshot.Forecast;
import io.snapkeeper.zk.snapshot.SnapshotAborted;
import io.snapkeeper.zk.snapshot.SnapshotCause;
import io.snapkeeper.zk.snapshot.SnapshotListener;
import io.snapkeeper.zk.snapshot.SnapshotRun;
import io.snapkeeper.zk.trace.Trace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One server's own side of the schedule: connects ZooKeeper's log and snapshots with the {@link
 * SnapshotGate}. Thread-safe.
 *
 * <p>Order of events that consistency rests on: {@link #stopServing} first forbids firing, then
 * gives the running snapshot up; {@link #beginOnSnapshotThread} first makes its run visible, then
 * looks whether the server still serves. Whichever comes first, no run outlives the role in which
 * it was fired.
 */
public final class Member implements SnapshotListener {

  private static final Logger LOG = LoggerFactory.getLogger(Member.class);

  /** What fired, until the snapshot thread picks it up; forgotten at the end of the role. */
  private record Pending(Trigger trigger, BacklogCounter.Position at) {}

  private final MemberSetup setup;
  private final GateKeeper gate;
  private final Clock clock;
  private final BacklogCounter backlog = new BacklogCounter();
  private final FsyncMeter fsync = new FsyncMeter();
  private final SnapshotCounters counters = new SnapshotCounters();
  private final LastSnapshot.Holder last = new LastSnapshot.Holder();
  private final SnapshotForecast forecast;
  private final AtomicReference<SnapshotRun> running = new AtomicReference<>();
  private final AtomicReference<Pending> pending = new AtomicReference<>();

  /** Where the log stood when a run was asked for, and the tree's size when it began. */
  private record Began(BacklogCounter.Position at, long treeBytes) {}

  /** Of the runs that are not over. At most two overlap. */
  private final Map<SnapshotRun, Began> began = new ConcurrentHashMap<>();

  private final ReceivedTxns received = new ReceivedTxns();

  /** Whether the last snapshot failed, so that the advice is logged once for a row of failures. */
  private final AtomicBoolean failing = new AtomicBoolean();

  private volatile boolean serving;

  /** Of the present role. */
  private volatile long epoch = -1;

  /** Guarded by itself, as are changes of {@link #serving}. */
  private final EndedRole endedRole;

  /** The last transaction in the tree when the present role began. */
  private volatile long servedFromZxid;

  /** The same, or what it was restored to, if that is earlier: no tree of this role is older. */
  private volatile long oldestTreeZxid;

  private volatile boolean restoring;
  private volatile boolean failed;

  private final WriteFreeSlots writeFree;
  private final Faults faults;

  /** Transactions appended up to the last commit. */
  private volatile long committedTxns;

  private final IdleTime idleTime = new IdleTime(); // of the ticking thread

  /** The last append that was measured; used by the log's thread only. */
  private long measuredTxns = -1;

  /**
   * @param trace is told of each step of the gate
   */
  public Member(MemberSetup setup, Clock clock, Faults faults, Trace trace) {
    this.setup = setup;
    this.clock = clock;
    this.faults = faults;
    this.endedRole = new EndedRole(clock.nowMillis());
    this.forecast = new SnapshotForecast(setup);
    this.gate =
        new GateKeeper(
            setup.gateConfig(),
            setup.seed(),
            emergencyTrigger(setup),
            this::snapshotNow,
            faults,
            trace);
    this.writeFree = new WriteFreeSlots(faults);
  }

  /** ZooKeeper's own rule, as SyncRequestProcessor draws it, without help from the gate. */
  private static Trigger emergencyTrigger(MemberSetup setup) {
    Report.Limits limits = setup.gateConfig().limits();
    double share = 0.5 + new SplittableRandom(setup.seed()).nextDouble(0.5);
    long aboveLogBytes =
        limits.snapSizeBytes() == 0 ? Long.MAX_VALUE : (long) (limits.snapSizeBytes() * share);
    return new Trigger(
        (long) (limits.snapCount() * share),
        aboveLogBytes,
        Trigger.Cause.STOCK_RULE,
        0,
        Long.MAX_VALUE);
  }

  // ---- role

  /**
   * The server's request processors are set up.
   *
   * @param zxid the last transaction in its tree
   */
  public void startServing(long epoch, long zxid) {
    startServing(epoch, zxid, Optional.empty());
  }

  /**
   * The same.
   *
   * @param snapshots how a slot is used while nothing is logged; if empty, slots wait for an append
   */
  public void startServing(long ofEpoch, long zxid, Optional<WriteFreeSnapshots> snapshots) {
    writeFree.serve(snapshots);
    pending.set(null);
    servedFromZxid = zxid;
    oldestTreeZxid = zxid;
    epoch = ofEpoch;
    synchronized (endedRole) {
      serving = true;
    }
    gate.step(new MemberEvent.ServingStarted(clock.nowMillis(), ofEpoch));
  }

  /** The server leaves its role: nothing fires until it serves again. May be called repeatedly. */
  public void stopServing(String reason) {
    boolean served;
    synchronized (endedRole) {
      served = serving;
      serving = false;
      if (served) {
        endedRole.ended(clock.nowMillis());
      }
    }
    pending.set(null);
    if (served) {
      gate.step(new MemberEvent.ServingStopped(clock.nowMillis()));
    }
    abort(reason);
  }

  /** Snapshots that ended by mistake begin again, as at the begin of a role. */
  private void serveIfRoleGoesOn(long now) {
    if (serving) {
      return;
    }
    synchronized (endedRole) {
      if (serving || !endedRole.serves(now, backlog.position().txns())) {
        return;
      }
      serving = true;
    }
    faults.record(
        "the end of a role",
        new IllegalStateException("the server goes on writing its log: it snapshots again"));
    gate.step(new MemberEvent.ServingStarted(now, epoch));
  }

  /** The AdminServer's restore begins; no snapshot fires until it ends. */
  public void restoreBegins() {
    restoring = true;
    abort("the database is restored from a snapshot");
  }

  /**
   * It has ended, with or without success.
   *
   * @param zxid the last transaction in the tree that is served now
   */
  public void restoreEnds(long zxid) {
    oldestTreeZxid = Math.min(oldestTreeZxid, zxid);
    restoring = false;
  }

  // ---- what the leader says, what it is told

  /** A ping carried a message. */
  public void hear(LeaderMessage message) {
    if (failed) {
      return; // without ticks the lease must lapse
    }
    gate.step(new MemberEvent.LeaderHeard(clock.nowMillis(), message));
  }

  /** All transactions up to this zxid have reached this server. */
  public void received(long zxid) {
    received.upTo(zxid);
  }

  /** The report to send now; empty unless the leader asked for reports on this connection. */
  public Optional<Report> report() {
    if (failed) {
      return Optional.empty();
    }
    Report.Fsync figures = fsync.figures(queueLength());
    long treeBytes = setup.treeBytes().getAsLong();
    long now = clock.nowMillis();
    return gate.report(now, g -> g.report(now, backlog.backlog(), figures, snapshot(), treeBytes));
  }

  /** Transactions that have reached this server and are not yet in its log. */
  public int queueLength() {
    // What was in the tree when it began to serve did not pass through this log's appends.
    return received.beyond(Math.max(servedFromZxid, backlog.position().zxid()));
  }

  // ---- the log

  /** A transaction was appended; {@code stockTotal} is ZooKeeper's total log size after it. */
  public void appended(long zxid, long stockTotal) {
    backlog.appended(zxid, stockTotal);
  }

  /**
   * Whether the append just made starts a snapshot. Called by ZooKeeper's log thread after each
   * append, and by nobody else; takes no lock unless it fires.
   */
  public boolean firesNow() {
    BacklogCounter.Position position = backlog.position();
    if (position.txns() == measuredTxns) {
      return false;
    }
    measuredTxns = position.txns();
    if (!serving || restoring || running.get() != null) {
      return false;
    }
    long now = clock.nowMillis();
    Trigger trigger = gate.triggerAt(now);
    if (!trigger.firesAt(backlog.backlogAt(position))) {
      return false;
    }
    return gate.fire(trigger, now, t -> pending.set(new Pending(t, position)));
  }

  /** The log was replayed at start or after a truncation. */
  public void replayed(long txns, long logBytes) {
    backlog.seed(txns, logBytes);
  }

  /** ZooKeeper set its total log size. */
  public void stockTotalSet(long stockTotal) {
    backlog.stockTotalSet(stockTotal);
  }

  /** A commit of the log took this long. */
  public void committed(long nanos) {
    committedTxns = backlog.position().txns();
    fsync.record(nanos);
  }

  /**
   * Rolls the log if the last snapshot was started without an append, which would have done so.
   * Called before each append, by the thread that appends.
   *
   * @throws IOException as ZooKeeper's own roll, with the same consequences
   */
  public void rollIfDue() throws IOException {
    writeFree.rollIfDue();
  }

  /**
   * ZooKeeper's own answer to "how much log since the last snapshot", where its rule is in force.
   */
  public boolean stockRuleMuted() {
    return setup.schedulerOn();
  }

  // ---- time

  /** Called at least once a second by one thread. */
  void tick() {
    long now = clock.nowMillis();
    serveIfRoleGoesOn(now);
    fsync.rotate(now);
    forecast.tick(now, backlog.position());
    gate.beginAgainIfDue(now, () -> present(now));
    gate.step(new MemberEvent.Tick(now, backlog.backlog(), idle(now)));
  }

  /**
   * For a gate that follows another one. What changes meanwhile is told once more afterwards, which
   * does no harm; a run is in {@code began} no longer than until its end is told.
   */
  private GateKeeper.Present present(long now) {
    List<MemberEvent> underWay = new ArrayList<>();
    if (serving) {
      underWay.add(new MemberEvent.ServingStarted(now, epoch));
      Pending fired = pending.get();
      if (fired != null) {
        underWay.add(new MemberEvent.Fired(now, fired.trigger()));
      }
    }
    began
        .keySet()
        .forEach(
            run -> underWay.add(new MemberEvent.SnapshotStarted(now, run.cause().scheduled())));
    return new GateKeeper.Present(
        new Report.Counts(counters.scheduled(), counters.unscheduled()),
        last.get()
            .map(done -> new Report.LastSnapshot(done.durationMillis(), done.bytes()))
            .orElse(Report.LastSnapshot.UNKNOWN),
        underWay);
  }

  private Report.Idle idle(long now) {
    Report.Idle idle = idleTime.at(now, backlog.position().txns(), committedTxns, queueLength());
    boolean usable = setup.schedulerOn() && writeFree.usable(now) && !restoring;
    return usable ? idle : Report.Idle.NEEDS_APPEND;
  }

  /** A slot is used though nothing is logged. Within a step of the gate. */
  private void snapshotNow(Trigger trigger) {
    pending.set(new Pending(trigger, backlog.position()));
    if (!writeFree.start()) {
      pending.set(null); // the slot ends as one whose snapshot never began
    }
  }

  /** A snapshot that was started without an append went wrong: slots wait for appends a while. */
  public void writeFreeFailed(Throwable cause) {
    writeFree.failed(cause);
  }

  /** Ticks have ended: the armed triggers lapse by themselves, reports end. */
  void ticksFailed() {
    failed = true;
  }

  /** After ticks had ended there was one again. */
  void ticksAgain() {
    failed = false;
  }

  long nowMillis() {
    return clock.nowMillis();
  }

  // ---- snapshots

  /** Gives the running snapshot up, if one runs that may be. Never waits. */
  public void abort(String reason) {
    SnapshotRun run = running.get();
    if (run != null && run.abort(reason)) {
      running.compareAndSet(run, null);
      began.remove(run);
      counters.countAborted();
      SnapshotLog.aborted(setup.sid(), run.slotId(), run.zxid(), reason);
      gate.step(new MemberEvent.SnapshotAborted(clock.nowMillis(), run.cause().scheduled(), false));
    }
  }

  @Override
  public SnapshotRun beginOnSnapshotThread(long zxid, int nodes) {
    Pending fired = pending.getAndSet(null);
    SnapshotCause cause = fired == null ? SnapshotCause.STOCK_RULE : causeOf(fired.trigger());
    long slotId = fired == null ? 0 : fired.trigger().slotId();
    SnapshotRun run = new SnapshotRun(cause, slotId, zxid, true, logRole(cause), nodes);
    begin(run, fired == null ? backlog.position() : fired.at(), nodes);
    // A thread that stood still for a whole election would write the tree of the role before: what
    // fired it is forgotten, or another one has fired since, for a tree that is further on.
    boolean ofEarlierRole = (fired == null && setup.schedulerOn()) || zxid < oldestTreeZxid;
    if (!serving || restoring || ofEarlierRole) {
      abort(restoring ? "the database is being restored" : "the server does not serve any more");
      throw new SnapshotAborted(run.abortReason());
    }
    return run;
  }

  @Override
  public SnapshotRun beginOnOtherThread(SnapshotCause cause, long zxid, int nodes) {
    abort("another snapshot begins: " + cause.label());
    SnapshotRun run = new SnapshotRun(cause, 0, zxid, false, LogRole.NEEDED, nodes);
    begin(run, backlog.position(), nodes);
    return run;
  }

  private void begin(SnapshotRun run, BacklogCounter.Position at, int nodes) {
    began.put(run, new Began(at, forecast.treeBytes(nodes)));
    running.set(run);
    SnapshotLog.started(setup.sid(), run);
    gate.step(new MemberEvent.SnapshotStarted(clock.nowMillis(), run.cause().scheduled()));
  }

  @Override
  public void done(SnapshotRun run, long bytes, boolean durable) {
    Began start = began.remove(run);
    forecast.written(bytes, start.treeBytes());
    long millis = run.elapsedMillis();
    failing.set(false);
    SnapshotLog.ended(setup.sid(), run, durable, bytes);
    long now = clock.nowMillis();
    // At once: by a report with the new backlog and the old counts the leader would take this
    // snapshot for one of an empty log, which the next slot has to wait for.
    gate.stepWith(
        () -> {
          last.set(new LastSnapshot(run.zxid(), run.cause(), millis, bytes));
          counters.completed(run.cause(), bytes, millis);
          running.compareAndSet(run, null);
          Report.Backlog remaining = backlog.snapshotCompleted(start.at(), run.zxid());
          return new MemberEvent.SnapshotDone(
              now, run.cause().scheduled(), millis, bytes, remaining);
        });
  }

  @Override
  public void failed(SnapshotRun run, Throwable cause) {
    counters.countFailed();
    running.compareAndSet(run, null);
    began.remove(run);
    SnapshotLog.failed(setup.sid(), run, cause);
    if (failing.compareAndSet(false, true)) {
      SnapshotLog.failing(setup.sid(), cause);
    }
    gate.step(new MemberEvent.SnapshotAborted(clock.nowMillis(), run.cause().scheduled(), true));
  }

  /** Only a slot that is not degraded says that the quorum does without this log meanwhile. */
  private LogRole logRole(SnapshotCause cause) {
    boolean spare = cause == SnapshotCause.SLOT && gate.read(SnapshotGate::quorumSparesLog);
    return spare ? LogRole.SPARE : LogRole.NEEDED;
  }

  private static SnapshotCause causeOf(Trigger trigger) {
    return switch (trigger.cause()) {
      case SLOT -> SnapshotCause.SLOT;
      case HARD_LIMIT -> SnapshotCause.HARD_LIMIT;
      case STOCK_RULE -> SnapshotCause.STOCK_RULE;
      case NONE -> SnapshotCause.OTHER;
    };
  }

  private Report.Snapshot snapshot() {
    SnapshotRun run = running.get();
    if (run == null) {
      return Report.Snapshot.NONE;
    }
    SnapshotPhase phase =
        run.cause().scheduled() ? SnapshotPhase.SCHEDULED : SnapshotPhase.UNSCHEDULED;
    return new Report.Snapshot(phase, run.permille(), run.elapsedMillis());
  }

  // ---- for status

  /** The rule by which this server snapshots now. */
  public MemberMode mode() {
    return gate.read(this::mode);
  }

  private MemberMode mode(SnapshotGate asked) {
    // With scheduling switched off ZooKeeper's rule was never muted: there is no grace to wait for.
    boolean stock = failed || gate.failed() || (serving && !setup.schedulerOn());
    return stock ? MemberMode.STOCK_RULE : asked.mode();
  }

  /** A picture of this moment. */
  public MemberStatus status() {
    return gate.read(
        g ->
            new MemberStatus(
                setup.sid(),
                serving,
                mode(g),
                modeReason(g),
                backlog.backlog(),
                setup.gateConfig().limits(),
                g.hardLimit(),
                fsync.count(),
                fsync.recentMeanMicros(),
                fsync.recentP99Micros(),
                queueLength(),
                g.slot(),
                Optional.ofNullable(running.get()),
                last.get(),
                failed || gate.failed()));
  }

  private String modeReason(SnapshotGate asked) {
    if (gate.failed()) {
      return "the plugin's own rules failed, see the log";
    }
    return serving && !setup.schedulerOn()
        ? "scheduling is switched off on this server"
        : asked.modeReason();
  }

  public SnapshotCounters counters() {
    return counters;
  }

  /** Durations of log commits. */
  public LatencyHistogram commitDurations() {
    return fsync.durations();
  }

  /** What this server is set up with. */
  public MemberSetup setup() {
    return setup;
  }

  /** What is expected of a snapshot of this server. */
  public Forecast.Source forecasts() {
    return forecast;
  }

  void logStarted() {
    LogLines.OF_PROCESS.say(
        () ->
            LOG.info(
                "snapkeeper watches sid={} limitTxns={} limitBytes={} scheduler={}",
                setup.sid(),
                setup.gateConfig().limits().snapCount(),
                setup.gateConfig().limits().snapSizeBytes(),
                setup.schedulerOn() ? "on" : "off"));
  }
}
