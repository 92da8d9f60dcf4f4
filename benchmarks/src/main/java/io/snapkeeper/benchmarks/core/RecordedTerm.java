package io.snapkeeper.benchmarks.core;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.quorum.QuorumRule;
import io.snapkeeper.core.report.DeclineReason;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SlotState;
import io.snapkeeper.core.report.SnapshotPhase;
import io.snapkeeper.core.schedule.SchedulerAction;
import io.snapkeeper.core.schedule.SchedulerEvent;
import io.snapkeeper.core.schedule.SchedulerLimits;
import io.snapkeeper.core.schedule.SnapshotScheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The events of one leader's term, recorded from a scheduler at work: each 500 ms a report of every
 * voter and a tick. Voters log 1,000 transactions a second against a snapCount of 20,000 and use
 * the slots they are granted, so that the record holds grants, running snapshots and their ends.
 * The scheduler is deterministic: played to a new one, the events lead to the same grants.
 */
final class RecordedTerm {

  private static final long EPOCH = 5;
  private static final long LEADER = 1;
  private static final long PING_MILLIS = 500;
  private static final long SNAP_COUNT = 20_000;
  private static final long TXNS_PER_PING = 500;
  private static final long TXN_BYTES = 1_024;

  /** One voter's side, reduced to what its reports say. */
  private static final class Voter {
    final long sid;
    final int pingsPerSnapshot;
    long sequence;
    long txns;
    long logged;
    long slotId;
    SlotState state = SlotState.DONE;
    int pingsInState;
    long snapshots;

    Voter(long sid, int pingsPerSnapshot) {
      this.sid = sid;
      this.pingsPerSnapshot = pingsPerSnapshot;
      // Somewhere within half a limit, as after some time in service.
      this.txns = sid * 1_009 % (SNAP_COUNT / 2);
    }

    void grant(long id) {
      slotId = id;
      state = SlotState.HELD;
      pingsInState = 0;
    }

    Report nextReport() {
      txns += TXNS_PER_PING;
      logged += TXNS_PER_PING;
      pingsInState++;
      if (state == SlotState.HELD) {
        state = SlotState.RUNNING;
        pingsInState = 0;
      } else if (state == SlotState.RUNNING && pingsInState >= pingsPerSnapshot) {
        state = SlotState.DONE;
        txns = TXNS_PER_PING * pingsPerSnapshot;
        snapshots++;
      }
      boolean running = state == SlotState.RUNNING;
      return new Report(
          sid,
          ++sequence,
          new Report.Backlog(txns, txns * TXN_BYTES),
          new Report.Limits(SNAP_COUNT, 4L << 30),
          new Report.Fsync(logged, 2_000 * logged, 5_000, 3),
          running
              ? new Report.Snapshot(
                  SnapshotPhase.SCHEDULED,
                  1_000 * pingsInState / pingsPerSnapshot,
                  PING_MILLIS * pingsInState)
              : Report.Snapshot.NONE,
          slotId == 0 ? Report.Slot.NONE : new Report.Slot(slotId, state, DeclineReason.NONE),
          new Report.LastSnapshot(PING_MILLIS * pingsPerSnapshot, 100_000_000),
          120_000_000,
          new Report.Counts(snapshots, 0),
          OperatorOverride.NONE);
    }
  }

  private final QuorumRule rule;
  private final SchedulerEvent[] events;
  private int grants;

  /**
   * Records a term.
   *
   * @param rule whose voters have the ids 1 and up
   * @param pings how many times 500 ms it lasts
   * @param pingsPerSnapshot how many times 500 ms a snapshot lasts
   */
  RecordedTerm(QuorumRule rule, int pings, int pingsPerSnapshot) {
    this.rule = rule;
    List<Voter> all = new ArrayList<>();
    for (long sid = 1; sid <= rule.voters().size(); sid++) {
      all.add(new Voter(sid, pingsPerSnapshot));
    }
    List<SchedulerEvent> recorded = new ArrayList<>();
    SnapshotScheduler scheduler = newScheduler();
    for (int ping = 0; ping < pings; ping++) {
      for (Voter voter : all) {
        // Learners answer one after the other, not at once.
        long now = ping * PING_MILLIS + voter.sid;
        record(scheduler, recorded, all, new SchedulerEvent.Reported(now, voter.nextReport()));
      }
      record(scheduler, recorded, all, new SchedulerEvent.Tick(ping * PING_MILLIS + 100));
    }
    events = recorded.toArray(SchedulerEvent[]::new);
  }

  private void record(
      SnapshotScheduler scheduler,
      List<SchedulerEvent> recorded,
      List<Voter> voters,
      SchedulerEvent event) {
    recorded.add(event);
    for (SchedulerAction action : scheduler.step(event)) {
      if (action instanceof SchedulerAction.Grant grant) {
        grants++;
        voters.get((int) grant.sid() - 1).grant(grant.slotId());
      }
    }
  }

  /** A scheduler at the beginning of the term, with every voter connected. */
  SnapshotScheduler newScheduler() {
    SnapshotScheduler scheduler = new SnapshotScheduler(EPOCH, LEADER, SchedulerLimits.DEFAULT);
    scheduler.step(new SchedulerEvent.MembershipChanged(0, List.of(rule), Set.of()));
    for (long sid : rule.voters()) {
      if (sid != LEADER) {
        scheduler.step(new SchedulerEvent.MemberConnected(0, sid));
      }
    }
    return scheduler;
  }

  int length() {
    return events.length;
  }

  SchedulerEvent event(int i) {
    return events[i];
  }

  /** Slots granted in the term. */
  int grants() {
    return grants;
  }
}
