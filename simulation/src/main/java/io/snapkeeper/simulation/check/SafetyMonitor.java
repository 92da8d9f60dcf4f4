package io.snapkeeper.simulation.check;

import static io.snapkeeper.simulation.check.InvariantBroken.require;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.quorum.MajorityQuorum;
import io.snapkeeper.core.quorum.QuorumRule;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.schedule.SchedulerAction;
import io.snapkeeper.core.schedule.SchedulerEvent;
import io.snapkeeper.core.schedule.SchedulerLimits;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Watches the scheduler of one leader's term from outside: keeps its own books from events and
 * actions alone, and checks S1 to S4 and what L2 says of degraded slots after every step. Of commit
 * latencies it uses only what is beyond doubt, as the window is the scheduler's own affair. Not
 * thread-safe.
 */
public final class SafetyMonitor {

  /** From half of its limit on a member may be granted a slot, as stock's earliest snapshot. */
  private static final double READY = 0.5;

  private final long epoch;
  private final long leaderSid;
  private final Map<Long, SeenMember> connected = new HashMap<>();
  private final Set<Long> voters = new HashSet<>();
  private List<QuorumRule> rules = List.of();
  private SchedulerLimits limits;
  private long nowMillis = Long.MIN_VALUE;
  private long lastSlotId;
  private OperatorOverride.Mode mode = OperatorOverride.Mode.NORMAL;
  private long orderVersion;
  private long orderUntilMillis;

  /** The slot that the event at hand ends, and its holder; 0 if none. */
  private long endingSlot;

  private long endingSid;

  public SafetyMonitor(long epoch, long leaderSid, SchedulerLimits limits) {
    this(epoch, leaderSid, limits, 0);
  }

  /**
   * @param lastNumber of the slots that an earlier scheduler has granted in this term
   */
  public SafetyMonitor(long epoch, long leaderSid, SchedulerLimits limits, long lastNumber) {
    this.epoch = epoch;
    this.leaderSid = leaderSid;
    this.limits = limits;
    this.lastSlotId = epoch << 32 | lastNumber;
    connected.put(leaderSid, new SeenMember(leaderSid));
  }

  /**
   * Checks one step.
   *
   * @param actions what the scheduler did in answer to the event, in its order
   * @throws InvariantBroken if a rule does not hold
   */
  public void check(SchedulerEvent event, List<SchedulerAction> actions) {
    nowMillis = Math.max(nowMillis, event.nowMillis());
    endingSlot = 0;
    apply(event);
    for (SchedulerAction action : actions) {
      if (action instanceof SchedulerAction.SlotEnded ended) {
        require(
            endingSlot != 0 && ended.slotId() == endingSlot && ended.sid() == endingSid,
            "S2",
            ended + " although its holder did not end it by " + event);
        endingSlot = 0;
      } else if (action instanceof SchedulerAction.Grant grant) {
        require(endingSlot == 0, "S2", grant + " before the slot ended that " + event + " ends");
        checkGrant(grant);
      }
    }
    if (endingSlot != 0) { // not by require: a text for each step would take longer than the step
      throw new InvariantBroken("S2: a slot's end is not told after " + event);
    }
  }

  private void apply(SchedulerEvent event) {
    if (event instanceof SchedulerEvent.Reported reported) {
      heard(reported.report());
    } else if (event instanceof SchedulerEvent.MembershipChanged changed) {
      rules = changed.rules();
      voters.clear();
      rules.forEach(rule -> voters.addAll(rule.voters()));
    } else if (event instanceof SchedulerEvent.MemberConnected member) {
      if (member.sid() != leaderSid) {
        left(member.sid());
        connected.put(member.sid(), new SeenMember(member.sid()));
      }
    } else if (event instanceof SchedulerEvent.MemberDisconnected member) {
      if (member.sid() != leaderSid) {
        left(member.sid());
      }
    } else if (event instanceof SchedulerEvent.LimitsChanged changed) {
      limits = changed.limits();
    } else if (event instanceof SchedulerEvent.OverrideOrdered ordered) {
      order(orderVersion + 1, ordered.mode(), ordered.durationMillis());
    }
  }

  private void heard(Report report) {
    SeenMember member = connected.get(report.sid());
    if (member == null) {
      return;
    }
    member.accept(nowMillis, report, limits);
    if (member.outstanding != 0
        && report.slot().id() == member.outstanding
        && report.slot().state().isFinal()) {
      end(member);
    }
    OperatorOverride known = report.override();
    if (known.version() > orderVersion) {
      order(known.version(), known.mode(), known.remainingMillis());
    }
  }

  private void left(long sid) {
    SeenMember member = connected.remove(sid);
    if (member != null && member.outstanding != 0) {
      end(member);
    }
  }

  private void end(SeenMember member) {
    endingSlot = member.outstanding;
    endingSid = member.sid;
    member.outstanding = 0;
  }

  private void order(long version, OperatorOverride.Mode newMode, long millis) {
    orderVersion = version;
    mode = newMode;
    orderUntilMillis = nowMillis + millis;
  }

  /** A pause yields to the hard limit, for a backlog that stock's rule would not allow. */
  private boolean isOverdue(long sid) {
    SeenMember member = connected.get(sid);
    return member != null && member.fraction() >= 1;
  }

  private void checkGrant(SchedulerAction.Grant grant) {
    long sid = grant.sid();
    require(!rules.isEmpty(), "S1", grant + " before the membership was known");
    boolean ordered = mode != OperatorOverride.Mode.NORMAL && nowMillis < orderUntilMillis;
    boolean pauseYields = mode == OperatorOverride.Mode.PAUSED && isOverdue(sid);
    require(!ordered || pauseYields, "L3", grant + " against the operator's order " + mode);
    require(grant.slotId() >>> 32 == epoch, "S3", grant + " is not of epoch " + epoch);
    require(grant.slotId() > lastSlotId, "S4", grant + " repeats an id up to " + lastSlotId);
    lastSlotId = grant.slotId();
    SeenMember member = connected.get(sid);
    require(member != null, "S2", grant + " to a server that is not connected");
    require(member.outstanding == 0, "S4", grant + " beside slot " + member.outstanding);
    require(member.isFresh(nowMillis, limits), "S3", grant + " without a fresh report");
    require(!member.isBusy(), "S4", grant + " to a member that snapshots or holds a slot");
    if (!voters.contains(sid)) {
      require(!grant.degraded(), "L2", grant + " degraded, to a server that does not vote");
    } else if (grant.degraded()) {
      checkDegraded(grant, member);
    } else {
      Set<Long> fast = surelyNotSlow();
      require(hasQuorumWithout(fast, sid), "S1", grant + " leaves no quorum of the fast " + fast);
    }
    member.outstanding = grant.slotId();
    member.hadSlot = true;
  }

  /**
   * Checks a slot that is about to be renewed: it may be used only if it could be granted now.
   *
   * @param renewed the slot with its new time to live
   * @throws InvariantBroken if a rule does not hold
   */
  public void checkRenewal(long atMillis, SchedulerAction.Grant renewed) {
    nowMillis = Math.max(nowMillis, atMillis);
    long sid = renewed.sid();
    SeenMember member = connected.get(sid);
    require(
        member != null && member.outstanding == renewed.slotId(),
        "S4",
        renewed + " renewed, which is not outstanding");
    require(
        mode == OperatorOverride.Mode.NORMAL || nowMillis >= orderUntilMillis,
        "L3",
        renewed + " renewed against the operator's order " + mode);
    require(member.isFresh(nowMillis, limits), "S3", renewed + " renewed without a fresh report");
    if (!voters.contains(sid)) {
      return;
    }
    if (renewed.degraded()) {
      Set<Long> busy = where(SeenMember::isBusy);
      busy.remove(sid);
      require(busy.isEmpty(), "L2", renewed + " renewed beside the snapshots or slots of " + busy);
    } else {
      Set<Long> fast = surelyNotSlow();
      require(
          hasQuorumWithout(fast, sid),
          "S1",
          renewed + " renewed, which leaves no quorum of the fast " + fast);
    }
  }

  /** Whether a slot was granted that is not over, by events alone. */
  public boolean hasOutstandingSlot() {
    for (SeenMember member : connected.values()) {
      if (member.outstanding != 0) {
        return true;
      }
    }
    return false;
  }

  private Set<Long> surelyNotSlow() {
    return where(
        voter ->
            voter.isFresh(nowMillis, limits)
                && !voter.isBusy()
                && !voter.surelyDrains(nowMillis, limits));
  }

  private void checkDegraded(SchedulerAction.Grant grant, SeenMember member) {
    require(where(SeenMember::isBusy).isEmpty(), "L2", grant + " beside another snapshot or slot");
    Set<Long> surelyFast =
        where(voter -> voter.isFresh(nowMillis, limits) && voter.surelyFast(nowMillis));
    require(
        !hasQuorumWithout(surelyFast, grant.sid()),
        "L2",
        grant + " although a normal slot is possible; fast are " + surelyFast);
    double backlog = member.fraction();
    for (SeenMember other : connected.values()) {
      if (other != member
          && voters.contains(other.sid)
          && !other.hadSlot
          && other.isFresh(nowMillis, limits)
          && other.fraction() >= READY
          && other.fraction() >= backlog) {
        require(
            !hasQuorumWithout(surelyFast, other.sid),
            "L2",
            grant + " although server " + other.sid + " needs a slot as much, and a normal one");
      }
    }
  }

  private Set<Long> where(Predicate<SeenMember> test) {
    Set<Long> found = new HashSet<>();
    for (SeenMember member : connected.values()) {
      if (voters.contains(member.sid) && test.test(member)) {
        found.add(member.sid);
      }
    }
    return found;
  }

  private boolean hasQuorumWithout(Set<Long> sids, long sid) {
    Set<Long> rest = new HashSet<>(sids);
    rest.remove(sid);
    for (QuorumRule rule : rules) {
      if (!containsQuorum(rule, rest)) {
        return false;
      }
    }
    return true;
  }

  /** Counts majorities itself, so that a fault in the production rule does not hide itself. */
  private static boolean containsQuorum(QuorumRule rule, Set<Long> sids) {
    if (!(rule instanceof MajorityQuorum)) {
      return rule.containsQuorum(sids);
    }
    int present = 0;
    for (long voter : rule.voters()) {
      present += sids.contains(voter) ? 1 : 0;
    }
    return 2 * present > rule.voters().size();
  }
}
