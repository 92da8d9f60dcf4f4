package io.snapkeeper.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.quorum.SubsetOracle;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SnapshotPhase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Watches a scheduler from outside: keeps its own books from events and actions, and checks the
 * safety rules after every step. Of commit latencies it only knows what is beyond doubt (all
 * reports of the last seconds slow, or all fast), as the window is the scheduler's own affair.
 */
final class SafetyChecker {

  /** Longer than the scheduler's window can be while reports come. */
  private static final long SURELY_MILLIS = 2 * CommitLatency.WINDOW_MILLIS + 1_000;

  private record Heard(long atMillis, Report report) {}

  private final long epoch;
  private final long leader;
  private RandomEnsemble ensemble;
  private SchedulerLimits limits = SchedulerLimits.DEFAULT;
  private long now = Long.MIN_VALUE;
  private final Set<Long> connected = new HashSet<>();
  private final Map<Long, List<Heard>> heard = new HashMap<>();
  private final Map<Long, Long> outstanding = new HashMap<>();
  private final Set<Long> hadSlot = new HashSet<>();
  private long lastSlotId;
  private long granted;
  private long degraded;
  private long ended;
  private OperatorOverride.Mode mode = OperatorOverride.Mode.NORMAL;
  private long orderVersion;
  private long orderUntil;

  SafetyChecker(long epoch, long leader) {
    this.epoch = epoch;
    this.leader = leader;
    connected.add(leader);
    lastSlotId = epoch << 32;
  }

  void membership(RandomEnsemble changed) {
    ensemble = changed;
  }

  /** Checks a step: the event, then the actions in their order. */
  void check(SchedulerEvent event, List<SchedulerAction> actions, SnapshotScheduler scheduler) {
    now = Math.max(now, event.nowMillis());
    Map<Long, Long> mustEnd = apply(event);
    for (SchedulerAction action : actions) {
      if (action instanceof SchedulerAction.SlotEnded end) {
        assertThat(mustEnd.remove(end.sid()))
            .as("ends the slot that its holder ended: %s after %s", end, event)
            .isEqualTo(end.slotId());
        ended++;
      } else if (action instanceof SchedulerAction.Grant grant) {
        assertThat(mustEnd).as("slots end before others are granted").isEmpty();
        checkGrant(grant);
      } else if (action instanceof SchedulerAction.Held held) {
        assertThat(held.reason()).isNotBlank();
      }
    }
    assertThat(mustEnd).as("slots whose end was reported by %s", event).isEmpty();
    SchedulerStatus.SlotCounts counts = scheduler.status(now).counts();
    assertThat(counts.granted()).isEqualTo(granted);
    assertThat(counts.degraded()).isEqualTo(degraded);
    assertThat(
            counts.done()
                + counts.declined()
                + counts.expired()
                + counts.aborted()
                + counts.failed()
                + counts.left())
        .isEqualTo(ended);
    assertThat(granted - ended).isEqualTo(outstanding.size());
  }

  /** Books the event; returns the slots that it ends. */
  private Map<Long, Long> apply(SchedulerEvent event) {
    Map<Long, Long> mustEnd = new HashMap<>();
    if (event instanceof SchedulerEvent.MemberConnected member && member.sid() != leader) {
      drop(member.sid(), mustEnd);
      connected.add(member.sid());
    } else if (event instanceof SchedulerEvent.MemberDisconnected member
        && member.sid() != leader) {
      drop(member.sid(), mustEnd);
    } else if (event instanceof SchedulerEvent.LimitsChanged changed) {
      limits = changed.limits();
    } else if (event instanceof SchedulerEvent.OverrideOrdered ordered) {
      order(orderVersion + 1, ordered.mode(), ordered.durationMillis());
    } else if (event instanceof SchedulerEvent.Reported reported) {
      long sid = reported.report().sid();
      if (connected.contains(sid)) {
        heard.computeIfAbsent(sid, key -> new ArrayList<>()).add(new Heard(now, reported.report()));
        Report.Slot slot = reported.report().slot();
        if (outstanding.containsKey(sid)
            && outstanding.get(sid) == slot.id()
            && slot.state().isFinal()) {
          mustEnd.put(sid, outstanding.remove(sid));
        }
        OperatorOverride known = reported.report().override();
        if (known.version() > orderVersion) {
          order(known.version(), known.mode(), known.remainingMillis());
        }
      }
    }
    return mustEnd;
  }

  private void order(long version, OperatorOverride.Mode newMode, long millis) {
    orderVersion = version;
    mode = newMode;
    orderUntil = now + millis;
  }

  private void drop(long sid, Map<Long, Long> mustEnd) {
    connected.remove(sid);
    heard.remove(sid);
    hadSlot.remove(sid);
    if (outstanding.containsKey(sid)) {
      mustEnd.put(sid, outstanding.remove(sid));
    }
  }

  private void checkGrant(SchedulerAction.Grant grant) {
    long sid = grant.sid();
    assertThat(ensemble).as("members known before %s", grant).isNotNull();
    boolean pauseYields = mode == OperatorOverride.Mode.PAUSED && fraction(sid) >= 1;
    assertThat(mode == OperatorOverride.Mode.NORMAL || now >= orderUntil || pauseYields)
        .as("no order is against %s", grant)
        .isTrue();
    assertThat(grant.slotId() >>> 32).as("epoch of %s", grant).isEqualTo(epoch);
    assertThat(grant.slotId()).as("a new id: %s", grant).isGreaterThan(lastSlotId);
    lastSlotId = grant.slotId();
    assertThat(outstanding).as("S4: one slot per member: %s", grant).doesNotContainKey(sid);
    assertThat(isFresh(sid)).as("S3: a fresh report before %s", grant).isTrue();
    assertThat(isBusy(sid)).as("%s while it snapshots or holds a slot", grant).isFalse();
    if (ensemble.voters().contains(sid)) {
      if (grant.degraded()) {
        checkDegraded(grant);
      } else {
        Set<Long> fast = voters(voter -> isFresh(voter) && !isBusy(voter) && !surelyDrains(voter));
        assertThat(ensemble.hasQuorumWithout(fast, sid))
            .as("S1: %s at %d leaves a quorum of %s", grant, now, fast)
            .isTrue();
      }
    } else {
      assertThat(grant.degraded()).as("an observer needs no degraded slot: %s", grant).isFalse();
    }
    outstanding.put(sid, grant.slotId());
    hadSlot.add(sid);
    granted++;
    degraded += grant.degraded() ? 1 : 0;
  }

  /** A slot that is held is renewed only where it could be granted now. */
  void checkRenewal(long atMillis, SchedulerAction.Grant renewal) {
    now = Math.max(now, atMillis);
    long sid = renewal.sid();
    assertThat(outstanding.get(sid)).as("renewed: %s", renewal).isEqualTo(renewal.slotId());
    assertThat(mode == OperatorOverride.Mode.NORMAL || now >= orderUntil)
        .as("no order is against renewing %s", renewal)
        .isTrue();
    assertThat(isFresh(sid)).as("a fresh report before renewing %s", renewal).isTrue();
    if (!ensemble.voters().contains(sid)) {
      return;
    }
    if (renewal.degraded()) {
      assertThat(voters(this::isBusy)).as("L2: %s renewed", renewal).isSubsetOf(Set.of(sid));
    } else {
      Set<Long> fast = voters(voter -> isFresh(voter) && !isBusy(voter) && !surelyDrains(voter));
      assertThat(ensemble.hasQuorumWithout(fast, sid))
          .as("S1: %s renewed at %d leaves a quorum of %s", renewal, now, fast)
          .isTrue();
    }
  }

  private void checkDegraded(SchedulerAction.Grant grant) {
    assertThat(voters(this::isBusy)).as("L2: all quiet at %s", grant).isEmpty();
    Set<Long> surelyFast = voters(voter -> isFresh(voter) && surelyFast(voter));
    assertThat(ensemble.hasQuorumWithout(surelyFast, grant.sid()))
        .as("L2: %s although a normal slot is possible, fast are %s", grant, surelyFast)
        .isFalse();
    double backlog = fraction(grant.sid());
    for (long other : voters(this::isFresh)) {
      // Who had a slot may be waiting for its backlog to grow.
      if (other != grant.sid() && !hadSlot.contains(other) && fraction(other) >= Member.READY) {
        assertThat(fraction(other) >= backlog && ensemble.hasQuorumWithout(surelyFast, other))
            .as(
                "L2: %s although server %d needs a slot as much, and a normal one will do",
                grant, other)
            .isFalse();
      }
    }
  }

  /** The margin that the status shows, against all subsets of what it says is fast. */
  void checkMargin(SchedulerStatus status) {
    if (ensemble == null) {
      return;
    }
    Set<Long> fast = new HashSet<>();
    for (SchedulerStatus.Member member : status.members()) {
      assertThat(member.decision()).isNotBlank();
      if (member.voter() && member.state() == SchedulerStatus.MemberState.FAST) {
        fast.add(member.sid());
        assertThat(isFresh(member.sid()) && !isBusy(member.sid())).isTrue();
        assertThat(surelyDrains(member.sid())).isFalse();
      }
    }
    assertThat(status.quorumMargin()).isEqualTo(SubsetOracle.margin(fast, ensemble::hasQuorum));
  }

  private Set<Long> voters(java.util.function.LongPredicate test) {
    Set<Long> found = new HashSet<>();
    for (long voter : ensemble.voters()) {
      if (test.test(voter)) {
        found.add(voter);
      }
    }
    return found;
  }

  private Report last(long sid) {
    List<Heard> reports = heard.get(sid);
    return reports == null ? null : reports.get(reports.size() - 1).report;
  }

  private double fraction(long sid) {
    Report report = last(sid);
    return report == null ? 0 : report.limits().fractionOf(report.backlog());
  }

  private boolean isFresh(long sid) {
    List<Heard> reports = heard.get(sid);
    return connected.contains(sid)
        && reports != null
        && now - reports.get(reports.size() - 1).atMillis <= limits.reportFreshMillis();
  }

  private boolean isBusy(long sid) {
    Report report = last(sid);
    return outstanding.containsKey(sid)
        || (report != null
            && (report.snapshot().phase() != SnapshotPhase.NONE
                || (report.slot().id() != 0 && !report.slot().state().isFinal())));
  }

  private boolean surelyDrains(long sid) {
    Report report = last(sid);
    return report.fsync().queueLength() > limits.drainQueueLength() || slow(sid, true);
  }

  private boolean surelyFast(long sid) {
    return !isBusy(sid) && last(sid).fsync().queueLength() == 0 && slow(sid, false);
  }

  /** Whether all means of the last seconds, between any two reports, were slow (or fast). */
  private boolean slow(long sid, boolean expected) {
    List<Heard> reports = heard.get(sid);
    boolean whole = false;
    boolean all = true;
    for (int i = reports.size() - 1; i > 0 && !whole; i--) {
      Report.Fsync to = reports.get(i).report.fsync();
      Report.Fsync from = reports.get(i - 1).report.fsync();
      long commits = to.count() - from.count();
      boolean slow =
          commits > 0
              && (to.totalMicros() - from.totalMicros()) / commits > limits.drainFsyncMicros();
      all &= slow == expected;
      // Only gaps of less than the window keep the window short.
      all &= reports.get(i).atMillis - reports.get(i - 1).atMillis < CommitLatency.WINDOW_MILLIS;
      whole = now - reports.get(i - 1).atMillis >= SURELY_MILLIS;
    }
    return all && (whole || !expected);
  }
}
