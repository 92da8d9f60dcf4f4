package io.snapkeeper.simulation.ensemble;

import io.snapkeeper.core.quorum.QuorumRule;
import io.snapkeeper.core.schedule.SchedulerAction;
import io.snapkeeper.simulation.check.InvariantBroken;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Holds the schedule against what the servers really do, which no leader can know in time. */
final class TruthCheck {

  /**
   * Beyond its hard limit a server may log while it waits after a snapshot that was given up (10
   * s), until a tick lets it try (1 s), and what it missed while it stood still (10 s at most).
   */
  private static final long BEYOND_HARD_LIMIT_MILLIS = 22_000;

  private TruthCheck() {}

  /** A normal slot leaves a quorum of voters that hold no slot and use none, in truth. */
  static void granted(
      SchedulerAction.Grant grant, Term term, Collection<Server> servers, List<QuorumRule> rules) {
    if (grant.degraded()) {
      return;
    }
    Set<Long> free = new HashSet<>();
    for (Server server : servers) {
      if (server.sid != grant.sid() && !isInSlot(server, term.epoch)) {
        free.add((long) server.sid);
      }
    }
    boolean votes = false;
    for (QuorumRule rule : rules) {
      votes |= rule.voters().contains(grant.sid());
    }
    if (votes && !rules.stream().allMatch(rule -> rule.containsQuorum(free))) {
      throw new InvariantBroken("S1: " + grant + " in truth leaves only " + free);
    }
  }

  private static boolean isInSlot(Server server, long epoch) {
    RunningSnapshot snapshot = server.snapshot();
    boolean snapshots =
        snapshot != null && snapshot.isScheduled() && snapshot.slotId >>> 32 == epoch;
    return snapshots
        || (server.isServing()
            && server.side().slot().isOpen()
            && server.side().slot().id() >>> 32 == epoch);
  }

  /** A slot is of the term in which its holder serves. */
  static void fired(Server server) {
    RunningSnapshot asked = server.snapshot();
    if (asked.isScheduled() && asked.slotId >>> 32 != server.epoch()) {
      throw new InvariantBroken(
          String.format("S3: %s used slot 0x%x in epoch %d", server, asked.slotId, server.epoch()));
    }
  }

  /**
   * A server that serves and writes no snapshot is within its hard limit. Only an append fires, so
   * that writes have to flow.
   */
  static void bounded(Server server, long nowMillis, Writes writes) {
    if (!server.isWorking()
        || server.snapshot() != null
        || server.millisSinceSnapshot(nowMillis) < BEYOND_HARD_LIMIT_MILLIS
        || server.servingMillis(nowMillis) < BEYOND_HARD_LIMIT_MILLIS
        || writes.flowingMillis(nowMillis) < BEYOND_HARD_LIMIT_MILLIS) {
      return;
    }
    long backlog = server.backlog(nowMillis).txns();
    long allowed = server.side().hardLimit().aboveTxns();
    if (allowed != Long.MAX_VALUE
        && backlog > allowed + 1 + writes.perMilli() * BEYOND_HARD_LIMIT_MILLIS) {
      throw new InvariantBroken(
          "L3: backlog of " + server + " is " + backlog + ", its hard limit " + allowed);
    }
  }
}
