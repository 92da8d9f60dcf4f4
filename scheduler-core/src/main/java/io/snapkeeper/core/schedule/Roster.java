package io.snapkeeper.core.schedule;

import io.snapkeeper.core.quorum.QuorumRule;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * The members: those of the configuration, and whoever else is connected. Nobody else is
 * remembered, so its size is bounded by the ensemble's.
 */
final class Roster {

  private final long leaderSid;
  private final TreeMap<Long, Member> members = new TreeMap<>();
  private List<QuorumRule> rules = List.of();
  private List<Member> all = List.of();
  private List<Member> voters = List.of();
  private List<Member> others = List.of();

  Roster(long leaderSid) {
    this.leaderSid = leaderSid;
  }

  /** Makes sure that the leader is known, from the first event on. */
  void ensureLeader(long nowMillis) {
    if (members.isEmpty()) {
      add(leaderSid, nowMillis);
      regroup();
    }
  }

  void membershipChanged(List<QuorumRule> newRules, Set<Long> observers, long nowMillis) {
    rules = newRules;
    Set<Long> voterSids = new HashSet<>();
    newRules.forEach(rule -> voterSids.addAll(rule.voters()));
    for (Member member : members.values()) {
      member.voter = voterSids.contains(member.sid);
      member.configured = member.voter || observers.contains(member.sid);
    }
    for (Long sid : voterSids) {
      addConfigured(sid, true, nowMillis);
    }
    for (Long sid : observers) {
      addConfigured(sid, voterSids.contains(sid), nowMillis);
    }
    dropStrangers();
  }

  private void addConfigured(long sid, boolean voter, long nowMillis) {
    if (!members.containsKey(sid)) {
      Member member = add(sid, nowMillis);
      member.voter = voter;
      member.configured = true;
    }
  }

  /** The member that connected, known before or not. */
  Member connected(long sid, long nowMillis) {
    Member member = members.get(sid);
    if (member == null) {
      member = add(sid, nowMillis);
      regroup();
    }
    member.connect();
    return member;
  }

  /** Forgets disconnected servers that are not in the configuration. */
  void dropStrangers() {
    members.values().removeIf(member -> !member.configured && !member.isConnected());
    regroup();
  }

  private Member add(long sid, long nowMillis) {
    Member member = new Member(sid, sid == leaderSid, nowMillis);
    members.put(sid, member);
    return member;
  }

  private void regroup() {
    List<Member> voting = new ArrayList<>();
    List<Member> rest = new ArrayList<>();
    for (Member member : members.values()) {
      (member.voter ? voting : rest).add(member);
    }
    all = List.copyOf(members.values());
    voters = List.copyOf(voting);
    others = List.copyOf(rest);
  }

  /** The member with this id, or null. */
  Member find(long sid) {
    return members.get(sid);
  }

  /** Every member, by server id. */
  List<Member> all() {
    return all;
  }

  /** Voters of any rule in force, by server id. */
  List<Member> voters() {
    return voters;
  }

  /** Observers, and connected servers outside the configuration, by server id. */
  List<Member> nonVoters() {
    return others;
  }

  List<Member> groupOf(Member member) {
    return member.voter ? voters : others;
  }

  /** Every rule in force; empty until the membership is known. */
  List<QuorumRule> rules() {
    return rules;
  }

  long outstandingSlots() {
    long count = 0;
    for (Member member : all) {
      if (member.slot() != null) {
        count++;
      }
    }
    return count;
  }

  void assertInvariants() {
    Invariant.check(voters.size() + others.size() == all.size(), "a member votes or does not vote");
    for (Member member : voters) {
      Invariant.check(member.configured, "a voter is in the configuration");
    }
    for (Member member : all) {
      Invariant.check(
          member.configured || member.isConnected(), "a stranger is remembered while connected");
      member.assertInvariants();
    }
  }
}
