package io.snapkeeper.core.overlap;

import io.snapkeeper.core.quorum.QuorumRule;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.schedule.SchedulerAction;
import io.snapkeeper.core.schedule.SchedulerEvent;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Measures for how long the voters' snapshots overlap, from what a leader's scheduler is told and
 * answers. It needs no scheduler: on an ensemble that follows ZooKeeper's own rule it shows how
 * often a quorum snapshots at once.
 *
 * <p>A snapshot lasts from its first byte until its bytes are on the disk, by its member's report.
 * Voters that do not report (stock servers) count as connected and without a snapshot. Times are
 * added up a few seconds late, when the reports that tell of them have come in; who is connected,
 * and which rules are in force, is taken as of then. Not thread-safe. Memory is bounded by the
 * number of members.
 */
public final class OverlapMeter {

  /**
   * How late times are added up: three reports at the slowest pace of interest (a ping every
   * second) and one to spare. What a member tells later than that counts as it was known then.
   */
  public static final long LAG_MILLIS = 4_000;

  private static final long NOTHING_SWEPT = Long.MIN_VALUE;

  private final Map<Long, MemberSpans> spansBySid = new TreeMap<>();
  private final Set<Long> connected = new HashSet<>();

  /** The last degraded slot of each member: a report names the slot that its snapshot is in. */
  private final Map<Long, Long> degradedSlotBySid = new HashMap<>();

  private List<QuorumRule> rules = List.of();
  private long sweptToMillis = NOTHING_SWEPT;
  private OverlapTotals totals = OverlapTotals.NONE;

  /**
   * @param leaderSid the leader itself, always connected
   */
  public OverlapMeter(long leaderSid) {
    connected.add(leaderSid);
  }

  /**
   * One step of the scheduler.
   *
   * @param actions its answers; empty if there is none that answers
   */
  public void step(SchedulerEvent event, List<SchedulerAction> actions) {
    long now = event.nowMillis();
    if (event instanceof SchedulerEvent.Reported reported) {
      reported(now, reported.report());
    } else if (event instanceof SchedulerEvent.MembershipChanged changed) {
      rules = changed.rules();
      spansBySid.keySet().removeIf(sid -> !isVoter(sid));
    } else if (event instanceof SchedulerEvent.MemberConnected joined) {
      disconnected(now, joined.sid());
      connected.add(joined.sid());
    } else if (event instanceof SchedulerEvent.MemberDisconnected left) {
      disconnected(now, left.sid());
      connected.remove(left.sid());
    }
    for (SchedulerAction action : actions) {
      if (action instanceof SchedulerAction.Grant grant && grant.degraded()) {
        degradedSlotBySid.put(grant.sid(), grant.slotId());
      }
    }
    sweepTo(now - LAG_MILLIS);
  }

  private void reported(long now, Report report) {
    if (!connected.contains(report.sid()) || !isVoter(report.sid())) {
      return;
    }
    Long degraded = degradedSlotBySid.get(report.sid());
    spansBySid
        .computeIfAbsent(report.sid(), sid -> new MemberSpans())
        .reported(now, report, degraded != null && degraded == report.slot().id());
  }

  private void disconnected(long now, long sid) {
    MemberSpans spans = spansBySid.get(sid);
    if (spans != null) {
      spans.disconnected(now);
    }
    degradedSlotBySid.remove(sid);
  }

  private boolean isVoter(long sid) {
    return rules.stream().anyMatch(rule -> rule.voters().contains(sid));
  }

  private void sweepTo(long toMillis) {
    if (sweptToMillis == NOTHING_SWEPT || rules.isEmpty()) {
      sweptToMillis = Math.max(sweptToMillis, toMillis);
      return;
    }
    if (toMillis <= sweptToMillis) {
      return;
    }
    TreeSet<Long> cuts = new TreeSet<>();
    spansBySid.values().forEach(spans -> spans.cuts(cuts));
    cuts.add(toMillis);
    long from = sweptToMillis;
    for (long cut : cuts.subSet(sweptToMillis, false, toMillis, true)) {
      add(from, cut);
      from = cut;
    }
    sweptToMillis = toMillis;
    spansBySid.values().forEach(spans -> spans.forgetBefore(toMillis));
  }

  private void add(long fromMillis, long toMillis) {
    double middle = (fromMillis + toMillis) / 2.0;
    Set<Long> idle = new HashSet<>(connected);
    boolean degraded = false;
    for (Map.Entry<Long, MemberSpans> member : spansBySid.entrySet()) {
      MemberSpans.Running running = member.getValue().at(middle);
      if (running != MemberSpans.Running.NO) {
        idle.remove(member.getKey());
        degraded |= running == MemberSpans.Running.DEGRADED;
      }
    }
    long millis = toMillis - fromMillis;
    boolean any = idle.size() < connected.size();
    boolean quorum = any && containQuorum(connected) && !containQuorum(idle);
    totals =
        new OverlapTotals(
            totals.watchedMillis() + millis,
            totals.anyMillis() + (any ? millis : 0),
            totals.quorumMillis() + (quorum && !degraded ? millis : 0),
            totals.degradedMillis() + (quorum && degraded ? millis : 0));
  }

  private boolean containQuorum(Set<Long> sids) {
    return rules.stream().allMatch(rule -> rule.containsQuorum(sids));
  }

  /** What was measured until now. */
  public OverlapTotals totals() {
    return totals;
  }
}
