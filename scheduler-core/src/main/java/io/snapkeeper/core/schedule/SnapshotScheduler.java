package io.snapkeeper.core.schedule;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.report.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * The leader's side of the schedule as a pure state machine: events in, actions out. Not
 * thread-safe; the caller serialises {@link #step} and the queries.
 *
 * <p>Its rules: a normal slot goes to a voter only while the fast voters without it contain a
 * quorum of every rule in force. A slot is outstanding until its holder reports its end or leaves,
 * whatever the leader's clock says. A member has one slot at most, and slot ids never repeat.
 */
public final class SnapshotScheduler {

  private final long epoch;
  private final long leaderSid;
  private final Roster roster;
  private final SlotLedger ledger;
  private final QuorumSafety safety = new QuorumSafety();
  private final Planner voterPlan = new Planner(true);
  private final Planner nonVoterPlan = new Planner(false);
  private final OperatorOrders orders = new OperatorOrders();
  private SchedulerLimits limits;
  private long nowMillis = Long.MIN_VALUE;
  private boolean started;

  /**
   * A scheduler for one term of one leader.
   *
   * @param epoch of the leader, 0 to 2^31 - 1; the upper half of every slot id
   * @param leaderSid the leader itself, always connected
   */
  public SnapshotScheduler(long epoch, long leaderSid, SchedulerLimits limits) {
    this(epoch, leaderSid, limits, 0);
  }

  /** As the other one, with slot numbers up to {@code lastNumber} issued already, 0 to 2^32 - 1. */
  public SnapshotScheduler(long epoch, long leaderSid, SchedulerLimits limits, long lastNumber) {
    this.ledger = new SlotLedger(epoch, lastNumber);
    this.epoch = epoch;
    this.leaderSid = leaderSid;
    this.limits = Objects.requireNonNull(limits, "limits");
    this.roster = new Roster(leaderSid);
  }

  /**
   * Takes one event and says what to do. Events about servers that are not members are ignored.
   *
   * @throws IllegalStateException if the scheduler finds itself in a state that cannot be; the
   *     caller must stop scheduling then
   */
  public List<SchedulerAction> step(SchedulerEvent event) {
    advanceTo(event.nowMillis());
    List<SchedulerAction> actions = new ArrayList<>();
    Member heard = null;
    if (event instanceof SchedulerEvent.Reported reported) {
      heard = reported(reported, actions);
    } else if (event instanceof SchedulerEvent.MembershipChanged changed) {
      roster.membershipChanged(changed.rules(), changed.observers(), nowMillis);
    } else if (event instanceof SchedulerEvent.MemberConnected connected) {
      connected(connected.sid(), actions);
    } else if (event instanceof SchedulerEvent.MemberDisconnected disconnected) {
      disconnected(disconnected.sid(), actions);
    } else if (event instanceof SchedulerEvent.OverrideOrdered ordered) {
      orders.order(nowMillis, ordered.mode(), ordered.durationMillis());
    } else if (event instanceof SchedulerEvent.SnapshotRequested requested) {
      requested(requested.sid(), actions);
    } else if (event instanceof SchedulerEvent.LimitsChanged changed) {
      limits = changed.limits();
    }
    safety.observe(roster, nowMillis, limits);
    if (heard != null) {
      Planner plan = planOf(heard);
      plan.plan(roster.groupOf(heard), safety);
      HardLimits.update(heard, plan.cycleMillis());
    }
    grantSlots(actions);
    logReasons(actions);
    assertInvariants();
    return actions;
  }

  private void advanceTo(long eventMillis) {
    nowMillis = started ? Math.max(nowMillis, eventMillis) : eventMillis;
    started = true;
    roster.ensureLeader(nowMillis);
    for (Member member : roster.all()) {
      if (member.isRequested() && nowMillis >= member.requestUntilMillis) {
        member.requestUntilMillis = 0;
      }
    }
  }

  /** Returns whose report it was, or null if it does not count. */
  private Member reported(SchedulerEvent.Reported event, List<SchedulerAction> actions) {
    Report report = event.report();
    Member member = roster.find(report.sid());
    if (member == null || !member.isConnected()) {
      return null;
    }
    orders.learn(nowMillis, report.override());
    double logged = member.accept(nowMillis, report, event.ageMillis());
    planOf(member).logged(logged, roster.groupOf(member));
    OutstandingSlot slot = member.slot();
    if (slot != null && report.slot().id() == slot.id() && report.slot().state().isFinal()) {
      end(member, SlotLedger.Outcome.of(report.slot().state()), actions);
    }
    return member;
  }

  private void connected(long sid, List<SchedulerAction> actions) {
    Member known = roster.find(sid);
    if (known != null && known.isConnected() && !known.leader) {
      disconnected(sid, actions);
    }
    roster.connected(sid, nowMillis);
  }

  private void disconnected(long sid, List<SchedulerAction> actions) {
    Member member = roster.find(sid);
    if (member == null || member.leader || !member.isConnected()) {
      return;
    }
    if (member.slot() != null) {
      end(member, SlotLedger.Outcome.LEFT, actions);
    }
    member.disconnect(nowMillis, limits);
    roster.dropStrangers();
  }

  private void requested(long sid, List<SchedulerAction> actions) {
    Member member = roster.find(sid);
    String refusal = Reasons.refusal(sid, member);
    if (refusal != null) {
      actions.add(new SchedulerAction.Refused(sid, refusal));
    } else {
      member.requestUntilMillis = nowMillis + OperatorOrders.REQUEST_MILLIS;
    }
  }

  private void end(Member member, SlotLedger.Outcome outcome, List<SchedulerAction> actions) {
    OutstandingSlot slot = member.release(outcome, nowMillis);
    ledger.ended(outcome);
    if (outcome == SlotLedger.Outcome.EXPIRED || outcome == SlotLedger.Outcome.DECLINED) {
      planOf(member).giveBack(slot);
    }
    String text =
        outcome == SlotLedger.Outcome.DECLINED
            ? Reasons.declined(member.report().slot().declineReason())
            : outcome.name().toLowerCase(Locale.ROOT);
    actions.add(
        new SchedulerAction.SlotEnded(
            member.sid, slot.id(), text, nowMillis - slot.grantedAtMillis()));
  }

  /** Grants what may be granted, one slot after the other, each with a fresh look at the voters. */
  private void grantSlots(List<SchedulerAction> actions) {
    // Each grant makes its holder wait no longer, so there are at most as many as members.
    for (int grantsLeft = roster.all().size(); grantsLeft >= 0; grantsLeft--) {
      Planner.Circumstances now =
          new Planner.Circumstances(
              nowMillis,
              limits,
              orders.at(nowMillis).mode(),
              safety,
              !roster.rules().isEmpty(),
              ledger.isExhausted());
      Member voter = voterPlan.decide(roster.voters(), now);
      Member other = nonVoterPlan.decide(roster.nonVoters(), now);
      if (voter == null && other == null) {
        return;
      }
      actions.add(grant(voter != null ? voter : other));
      safety.observe(roster, nowMillis, limits);
    }
    Invariant.check(false, "every grant leaves one member less that waits");
  }

  private SchedulerAction grant(Member member) {
    boolean degraded = member.verdict == Verdict.GRANTED_DEGRADED;
    Invariant.check(
        !member.voter || degraded || safety.allowsNormalSlot(member.sid),
        "a normal slot leaves a quorum of fast voters");
    Invariant.check(!degraded || safety.isQuiet(), "a degraded slot runs beside no other snapshot");
    Invariant.check(!member.hasOpenSlot(), "a member has one slot at most");
    String reason = reasons().granted(member);
    double waitedCycles = planOf(member).granted(member);
    long slotId = ledger.issue(degraded);
    member.hold(
        new OutstandingSlot(
            slotId, nowMillis, degraded, waitedCycles, member.isRequested(), reason));
    long ttlMillis =
        member.report().idle().usesIdleTime() ? limits.judgementMillis() : limits.grantTtlMillis();
    return new SchedulerAction.Grant(member.sid, slotId, ttlMillis, degraded, reason);
  }

  /** Says why a member waits where that changed, other than in the ordinary course. */
  private void logReasons(List<SchedulerAction> actions) {
    for (Member member : roster.all()) {
      Verdict verdict = member.verdict;
      if (verdict.logged && verdict != member.loggedVerdict) {
        member.loggedVerdict = verdict;
        actions.add(new SchedulerAction.Held(member.sid, reasons().of(member, planOf(member))));
      }
    }
  }

  private Planner planOf(Member member) {
    return member.voter ? voterPlan : nonVoterPlan;
  }

  private Reasons reasons() {
    return new Reasons(roster, nowMillis, limits, orders.at(nowMillis));
  }

  /** The override to send with every leader message. */
  public OperatorOverride override(long atMillis) {
    return orders.at(Math.max(nowMillis, atMillis));
  }

  /**
   * The hard limit to advise to a member: three times its own limits, or where that is more, what
   * is logged in two cycles of slots, or while its own snapshot lasts and in a turn after it.
   * {@link HardLimit#UNKNOWN} before the member's first report and for servers that are not
   * members.
   */
  public HardLimit hardLimitFor(long sid) {
    Member member = roster.find(sid);
    return member == null || !member.hasReported() ? HardLimit.UNKNOWN : member.hardLimit;
  }

  /**
   * What to tell a holder that has not used its slot yet: the same slot again, if it would be
   * granted now. Where it would not, nothing: the slot expires by the holder's clock. To be asked
   * with each ping. Holders that need an append have got their whole time with the grant.
   *
   * @return the slot with the time for which this judgement counts, or empty
   */
  public Optional<SchedulerAction.Grant> renewalFor(long sid, long atMillis) {
    long at = Math.max(nowMillis, atMillis);
    Member member = roster.find(sid);
    if (member == null || !member.holdsUnused() || !member.report().idle().usesIdleTime()) {
      return Optional.empty();
    }
    OutstandingSlot slot = member.slot();
    long leftMillis = slot.grantedAtMillis() + limits.grantTtlMillis() - at;
    boolean ordered = orders.at(at).mode() != OperatorOverride.Mode.NORMAL;
    safety.observe(roster, at, limits);
    boolean safe =
        !member.voter
            || (slot.degraded() ? safety.isQuietBesides(sid) : safety.allowsNormalSlot(sid));
    if (leftMillis <= 0 || ordered || !member.isFresh(at, limits) || !safe) {
      return Optional.empty();
    }
    return Optional.of(
        new SchedulerAction.Grant(
            sid,
            slot.id(),
            Math.min(leftMillis, limits.judgementMillis()),
            slot.degraded(),
            slot.reason()));
  }

  /** A picture of this moment. Decisions are those of the last step. */
  public SchedulerStatus status(long atMillis) {
    long at = Math.max(nowMillis, atMillis);
    OperatorOverride override = orders.at(at);
    safety.observe(roster, at, limits);
    return new SchedulerStatus(
        epoch,
        leaderSid,
        override,
        safety.margin(),
        StatusView.members(roster, voterPlan, nonVoterPlan, at, limits, override),
        ledger.counts(),
        limits);
  }

  private void assertInvariants() {
    roster.assertInvariants();
    ledger.assertInvariants(roster.outstandingSlots());
    safety.assertInvariants();
    voterPlan.assertInvariants();
    nonVoterPlan.assertInvariants();
    orders.assertInvariants();
  }
}
