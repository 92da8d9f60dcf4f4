package io.snapkeeper.zk.leader;

import io.snapkeeper.core.quorum.QuorumRule;
import io.snapkeeper.core.report.PingStamp;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.schedule.SchedulerEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.zookeeper.server.quorum.flexible.QuorumVerifier;

/**
 * What one scheduler has to be told of ZooKeeper's leader: how its membership and its connections
 * differ from what the scheduler knows, and the reports that have come in. Not thread-safe.
 */
final class LeaderEvents {

  private final Map<Long, LearnerLink> linkBySid = new HashMap<>();
  private final OptionalLong restartedAtMillis;
  private QuorumVerifier knownCurrent;
  private QuorumVerifier knownLastSeen;

  private LeaderEvents(OptionalLong restartedAtMillis) {
    this.restartedAtMillis = restartedAtMillis;
  }

  /** For the first scheduler of a term. */
  static LeaderEvents ofTerm() {
    return new LeaderEvents(OptionalLong.empty());
  }

  /**
   * For one that follows another in the same term: it is not told of reports that may have been
   * written before their member heard all that the other one granted.
   */
  static LeaderEvents afterRestart(long nowMillis) {
    return new LeaderEvents(OptionalLong.of(nowMillis));
  }

  /** Everything that one look has shown, and that time has passed. */
  List<SchedulerEvent> of(long now, LeaderSight sight) {
    List<SchedulerEvent> events = new ArrayList<>();
    events.addAll(of(now, sight.current(), sight.lastSeen()));
    events.addAll(of(now, sight.links()));
    events.addAll(reports(now, sight.ownReport()));
    events.add(new SchedulerEvent.Tick(now));
    return events;
  }

  /** The servers of the connections that the scheduler knows of. */
  Set<Long> connected() {
    return linkBySid.keySet();
  }

  /** The connection of this server that the scheduler knows of, or null. */
  LearnerLink linkOrNull(long sid) {
    return linkBySid.get(sid);
  }

  /** A change of membership. */
  List<SchedulerEvent> of(long now, QuorumVerifier current, QuorumVerifier lastSeen) {
    if (isSame(current, knownCurrent) && isSame(lastSeen, knownLastSeen)) {
      return List.of();
    }
    knownCurrent = current;
    knownLastSeen = lastSeen;
    List<QuorumRule> rules = VerifierRule.inForce(current, lastSeen);
    Set<Long> observers = Set.copyOf(current.getObservingMembers().keySet());
    return List.of(new SchedulerEvent.MembershipChanged(now, rules, observers));
  }

  /** ZooKeeper replaces the verifier object with each change of configuration. */
  @SuppressWarnings("ReferenceEquality")
  private static boolean isSame(QuorumVerifier one, QuorumVerifier other) {
    return one == other;
  }

  /**
   * Connections that began or ended.
   *
   * @param listed what ZooKeeper lists now
   */
  @SuppressWarnings("ReferenceEquality") // a link is one connection; links have no equality
  List<SchedulerEvent> of(long now, List<LearnerLink> listed) {
    List<SchedulerEvent> events = new ArrayList<>();
    Map<Long, LearnerLink> present = bySid(listed);
    for (LearnerLink link : present.values()) {
      LearnerLink before = linkBySid.put(link.sid(), link);
      if (before == link) {
        continue;
      }
      if (before != null) {
        events.add(new SchedulerEvent.MemberDisconnected(now, link.sid()));
      }
      events.add(new SchedulerEvent.MemberConnected(now, link.sid()));
    }
    for (long gone : Set.copyOf(linkBySid.keySet())) {
      if (!present.containsKey(gone)) {
        linkBySid.remove(gone);
        events.add(new SchedulerEvent.MemberDisconnected(now, gone));
      }
    }
    return events;
  }

  /** Of two connections of one server the later one counts; ZooKeeper lists both for a moment. */
  private Map<Long, LearnerLink> bySid(List<LearnerLink> listed) {
    Map<Long, LearnerLink> bySid = new HashMap<>();
    for (LearnerLink link : listed) {
      LearnerLink other = bySid.get(link.sid());
      boolean otherIsOld = other != null && linkBySid.containsValue(other);
      if (other == null || otherIsOld) {
        bySid.put(link.sid(), link);
      }
    }
    return bySid;
  }

  /**
   * The newest report of each member.
   *
   * @param own the leader's own, which does not travel
   */
  List<SchedulerEvent> reports(long now, Optional<Report> own) {
    List<SchedulerEvent> events = new ArrayList<>();
    own.ifPresent(report -> events.add(new SchedulerEvent.Reported(now, report)));
    for (LearnerLink link : linkBySid.values()) {
      link.takeReport().flatMap(report -> received(now, report)).ifPresent(events::add);
    }
    return events;
  }

  private Optional<SchedulerEvent> received(long now, Report report) {
    OptionalLong ageMillis = PingStamp.ageMillis(report.pingStamp(), now);
    if (restartedAtMillis.isPresent()
        && (ageMillis.isEmpty() || ageMillis.getAsLong() > now - restartedAtMillis.getAsLong())) {
      return Optional.empty();
    }
    // A member that has heard no stamp yet: its report counts as written on arrival.
    return Optional.of(new SchedulerEvent.Reported(now, report, ageMillis.orElse(0)));
  }
}
