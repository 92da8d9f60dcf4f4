package io.snapkeeper.simulation.ensemble;

import io.snapkeeper.core.quorum.QuorumRule;
import io.snapkeeper.core.schedule.SchedulerEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Who votes, and during a reconfiguration those to come as well. */
final class Membership {

  private static final int VOTERS_MIN = 3;

  private final List<Server> servers;
  private final int firstVoters;
  private final Votes votes;
  private final TreeSet<Long> next = new TreeSet<>();
  private List<QuorumRule> rules;
  private List<Server> voters;

  /**
   * @param firstVoters servers 1 to this one vote at first
   */
  Membership(List<Server> servers, int firstVoters, Votes votes) {
    this.servers = servers;
    this.firstVoters = firstVoters;
    this.votes = votes;
    for (long sid = 1; sid <= firstVoters; sid++) {
      next.add(sid);
    }
    inForce(List.of(votes.rule(next)));
  }

  private void inForce(List<QuorumRule> newRules) {
    rules = newRules;
    voters = new ArrayList<>();
    for (Server server : servers) {
      if (newRules.stream().anyMatch(rule -> rule.voters().contains((long) server.sid))) {
        voters.add(server);
      }
    }
  }

  /**
   * A voter is to leave, or to come back; until {@link #settle} both rules are in force.
   *
   * @return false if a reconfiguration is under way already, or too few voters would be left
   */
  boolean change(int sid) {
    Set<Long> changed = new TreeSet<>(next);
    if (!changed.remove((long) sid)) {
      changed.add((long) sid);
    }
    if (rules.size() > 1 || changed.size() < VOTERS_MIN) {
      return false;
    }
    QuorumRule later = votes.rule(changed);
    if (!later.containsQuorum(changed)) {
      return false; // voters without weight could not elect anybody
    }
    next.clear();
    next.addAll(changed);
    inForce(List.of(rules.get(0), later));
    return true;
  }

  /** The reconfiguration is committed. */
  void settle() {
    inForce(List.of(rules.get(rules.size() - 1)));
  }

  /** Voters of the beginning that do not vote any more. */
  Set<Integer> removed() {
    Set<Integer> removed = new TreeSet<>();
    for (int sid = 1; sid <= firstVoters; sid++) {
      if (!next.contains((long) sid)) {
        removed.add(sid);
      }
    }
    return removed;
  }

  /** Whether each vote counts the same. */
  boolean countsVoters() {
    return votes.isMajority();
  }

  List<QuorumRule> rules() {
    return rules;
  }

  /** Voters of any rule in force. */
  List<Server> voters() {
    return voters;
  }

  boolean isQuorum(Set<Long> sids) {
    for (QuorumRule rule : rules) {
      if (!rule.containsQuorum(sids)) {
        return false;
      }
    }
    return true;
  }

  SchedulerEvent asEvent(long leaderMillis) {
    Set<Long> observers = new TreeSet<>();
    for (Server server : servers) {
      if (!voters.contains(server)) {
        observers.add((long) server.sid);
      }
    }
    return new SchedulerEvent.MembershipChanged(leaderMillis, rules, observers);
  }
}
