package io.snapkeeper.simulation.policy;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.quorum.QuorumRule;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SnapshotPhase;
import io.snapkeeper.core.schedule.HardLimit;
import io.snapkeeper.core.schedule.SchedulerAction;
import io.snapkeeper.core.schedule.SchedulerEvent;
import io.snapkeeper.core.schedule.SchedulerLimits;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Its rule, once per round: there are as many slots as voters, less those that snapshot, less a
 * majority, less those that drain (commits over 200 ms, or a queue over 10,000). The member with
 * the largest backlog over its threshold gets one, if it has the most transactions and the most
 * bytes. After three rounds in which somebody was due and nobody got a slot, one is scheduled
 * anyway. A round begins only once every connected voter has answered the one before; observers
 * have no part in it. Majorities are counted, whatever the quorum rule.
 *
 * <p>The description gives no length of a round; ten seconds are taken, in which with five members
 * and a limit that fills in a hundred seconds each member is served in time.
 */
final class Pr1191Leader implements LeaderSide {

  private static final long ROUND_MILLIS = 10_000;
  private static final int IDLE_ROUNDS_MAX = 3;
  private static final long DRAIN_MICROS = 200_000;
  private static final int DRAIN_QUEUE = 10_000;

  private static final class Follower {
    Report report;
    Report.Fsync before;
    boolean answered;
    long slotId;
  }

  private final long epoch;
  private final SchedulerLimits limits;
  private final long dueTxns;
  private final long dueBytes;
  private final Map<Long, Follower> connected = new TreeMap<>();
  private final Set<Long> voters = new HashSet<>();
  private long roundEndsAtMillis = Long.MIN_VALUE;
  private int idleRounds;
  private long lastNumber;

  Pr1191Leader(
      long epoch,
      long leaderSid,
      SchedulerLimits limits,
      long lastNumber,
      long dueTxns,
      long dueBytes) {
    this.lastNumber = lastNumber;
    this.epoch = epoch;
    this.limits = limits;
    this.dueTxns = dueTxns;
    this.dueBytes = dueBytes;
    connected.put(leaderSid, new Follower());
  }

  @Override
  public List<SchedulerAction> step(SchedulerEvent event) {
    if (event instanceof SchedulerEvent.MembershipChanged changed) {
      voters.clear();
      for (QuorumRule rule : changed.rules()) {
        voters.addAll(rule.voters());
      }
    } else if (event instanceof SchedulerEvent.MemberConnected member) {
      connected.put(member.sid(), new Follower());
    } else if (event instanceof SchedulerEvent.MemberDisconnected member) {
      connected.remove(member.sid());
    } else if (event instanceof SchedulerEvent.Reported reported) {
      return reported(reported.report());
    } else if (event.nowMillis() >= roundEndsAtMillis && allAnswered()) {
      roundEndsAtMillis = event.nowMillis() + ROUND_MILLIS;
      return round();
    }
    return List.of();
  }

  private List<SchedulerAction> reported(Report report) {
    Follower follower = connected.get(report.sid());
    if (follower == null) {
      return List.of();
    }
    follower.report = report;
    follower.answered = true;
    boolean ended =
        follower.slotId != 0
            && report.slot().id() == follower.slotId
            && report.slot().state().isFinal();
    if (!ended) {
      return List.of();
    }
    long slotId = follower.slotId;
    follower.slotId = 0;
    return List.of(new SchedulerAction.SlotEnded(report.sid(), slotId, "ended", 0));
  }

  private boolean allAnswered() {
    for (Map.Entry<Long, Follower> entry : connected.entrySet()) {
      if (voters.contains(entry.getKey()) && !entry.getValue().answered) {
        return false;
      }
    }
    return true;
  }

  private List<SchedulerAction> round() {
    int snapshotting = 0;
    int draining = 0;
    Map<Long, Follower> due = new TreeMap<>();
    for (Map.Entry<Long, Follower> entry : connected.entrySet()) {
      Follower follower = entry.getValue();
      if (!voters.contains(entry.getKey()) || follower.report == null) {
        continue;
      }
      boolean snapshots =
          follower.slotId != 0 || follower.report.snapshot().phase() != SnapshotPhase.NONE;
      if (snapshots) {
        snapshotting++;
      } else if (drains(follower)) {
        draining++;
      }
      Report.Backlog backlog = follower.report.backlog();
      if (!snapshots && (backlog.txns() > dueTxns || backlog.logBytes() > dueBytes)) {
        due.put(entry.getKey(), follower);
      }
      follower.before = follower.report.fsync();
      follower.answered = false;
    }
    if (due.isEmpty()) {
      idleRounds = 0;
      return List.of();
    }
    int slots = voters.size() - snapshotting - (voters.size() / 2 + 1) - draining;
    long chosen = largest(due);
    if (idleRounds < IDLE_ROUNDS_MAX && (slots <= 0 || chosen == 0)) {
      idleRounds++;
      return List.of();
    }
    idleRounds = 0;
    long sid = chosen == 0 ? due.keySet().iterator().next() : chosen;
    long slotId = epoch << 32 | ++lastNumber;
    due.get(sid).slotId = slotId;
    List<SchedulerAction> actions = new ArrayList<>();
    actions.add(
        new SchedulerAction.Grant(sid, slotId, limits.grantTtlMillis(), false, "largest backlog"));
    return actions;
  }

  private static boolean drains(Follower follower) {
    Report.Fsync fsync = follower.report.fsync();
    long commits = follower.before == null ? 0 : fsync.count() - follower.before.count();
    long micros = follower.before == null ? 0 : fsync.totalMicros() - follower.before.totalMicros();
    return fsync.queueLength() > DRAIN_QUEUE || (commits > 0 && micros / commits > DRAIN_MICROS);
  }

  /** The member with the most transactions and the most bytes; 0 if those are two members. */
  private static long largest(Map<Long, Follower> due) {
    long byTxns = 0;
    long byBytes = 0;
    long txns = -1;
    long bytes = -1;
    for (Map.Entry<Long, Follower> entry : due.entrySet()) {
      Report.Backlog backlog = entry.getValue().report.backlog();
      if (backlog.txns() > txns) {
        txns = backlog.txns();
        byTxns = entry.getKey();
      }
      if (backlog.logBytes() > bytes) {
        bytes = backlog.logBytes();
        byBytes = entry.getKey();
      }
    }
    return byTxns == byBytes ? byTxns : 0;
  }

  @Override
  public HardLimit hardLimitFor(long sid) {
    return HardLimit.UNKNOWN;
  }

  @Override
  public Optional<SchedulerAction.Grant> renewalFor(long sid, long nowMillis) {
    return Optional.empty();
  }

  @Override
  public OperatorOverride override(long nowMillis) {
    return OperatorOverride.NONE;
  }
}
