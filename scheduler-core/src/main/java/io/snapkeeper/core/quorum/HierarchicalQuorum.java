package io.snapkeeper.core.quorum;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Groups of weighted voters: a quorum has more than half the weight in more than half of the
 * groups, as ZooKeeper's {@code QuorumHierarchical} has it. Groups whose weights sum to zero do not
 * count; a voter of weight zero votes without effect. A single group is a weighted majority.
 * Immutable.
 */
public final class HierarchicalQuorum implements QuorumRule {

  /**
   * A voter's place in the hierarchy.
   *
   * @param group the group's id
   * @param weight 0 or more
   */
  public record Place(long group, long weight) {}

  /** A voter with a weight. */
  private record Vote(Long sid, long weight) {}

  /** A group that counts, with the votes that do, the heaviest first. */
  private record Group(List<Vote> votes, long half) {}

  private final SortedMap<Long, Place> placeBySid;
  private final Set<Long> voters;
  private final Group[] groups;

  /**
   * @param groupBySid the group of each voter; at least one voter
   * @param weightBySid weights, 0 or more; a voter without one weighs 1
   * @throws IllegalArgumentException if there is no voter, a weight is negative or the weights of a
   *     group are too large for a {@code long}
   */
  public HierarchicalQuorum(Map<Long, Long> groupBySid, Map<Long, Long> weightBySid) {
    if (groupBySid.isEmpty()) {
      throw new IllegalArgumentException("a hierarchy needs at least one voter; there is none");
    }
    SortedMap<Long, Place> places = new TreeMap<>();
    Map<Long, List<Vote>> votesByGroup = new TreeMap<>();
    Map<Long, Long> weightByGroup = new HashMap<>();
    groupBySid.forEach(
        (sid, group) -> {
          long weight = weightBySid.getOrDefault(sid, 1L);
          if (weight < 0) {
            throw new IllegalArgumentException(
                "weight of server " + sid + " is " + weight + "; it must be 0 or more");
          }
          places.put(sid, new Place(group, weight));
          if (weight > 0) {
            votesByGroup.computeIfAbsent(group, id -> new ArrayList<>()).add(new Vote(sid, weight));
            weightByGroup.merge(group, weight, (sum, more) -> added(group, sum, more));
          }
        });
    votesByGroup
        .values()
        .forEach(votes -> votes.sort(Comparator.comparing(Vote::weight).reversed()));
    placeBySid = Collections.unmodifiableSortedMap(places);
    voters = Set.copyOf(places.keySet());
    groups =
        votesByGroup.entrySet().stream()
            .map(
                votes ->
                    new Group(List.copyOf(votes.getValue()), weightByGroup.get(votes.getKey()) / 2))
            .toArray(Group[]::new);
  }

  private static long added(long group, long sum, long more) {
    if (sum > Long.MAX_VALUE - more) {
      throw new IllegalArgumentException(
          "the weights of group " + group + " are more than " + Long.MAX_VALUE);
    }
    return sum + more;
  }

  /** Groups and weights of all voters, by server id. Unmodifiable. */
  public SortedMap<Long, Place> placeBySid() {
    return placeBySid;
  }

  @Override
  public Set<Long> voters() {
    return voters;
  }

  @Override
  public boolean containsQuorum(Set<Long> sids) {
    int won = 0;
    for (Group group : groups) {
      if (weight(group, sids) > group.half) {
        won++;
      }
    }
    return won > groups.length / 2;
  }

  private static long weight(Group group, Set<Long> sids) {
    long weight = 0;
    for (Vote vote : group.votes) {
      if (sids.contains(vote.sid)) {
        weight += vote.weight;
      }
    }
    return weight;
  }

  /**
   * Exact for any size: a group is lost cheapest by taking its heaviest voters, and the quorum is
   * lost cheapest by losing the cheapest groups.
   */
  @Override
  public int margin(Set<Long> present) {
    int[] costs = new int[groups.length];
    int won = 0;
    for (Group group : groups) {
      int cost = removalsToLose(group, present);
      if (cost > 0) {
        costs[won++] = cost;
      }
    }
    int toLose = won - groups.length / 2;
    if (toLose <= 0) {
      return -1;
    }
    Arrays.sort(costs, 0, won);
    int removals = 0;
    for (int i = 0; i < toLose; i++) {
      removals += costs[i];
    }
    return removals - 1;
  }

  /** How many voters must go until the group has no majority; 0 if it has none now. */
  private static int removalsToLose(Group group, Set<Long> present) {
    long left = weight(group, present);
    int removals = 0;
    for (int i = 0; left > group.half; i++) {
      Vote vote = group.votes.get(i);
      if (present.contains(vote.sid)) {
        left -= vote.weight;
        removals++;
      }
    }
    return removals;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HierarchicalQuorum that && placeBySid.equals(that.placeBySid);
  }

  @Override
  public int hashCode() {
    return placeBySid.hashCode();
  }

  @Override
  public String toString() {
    return "hierarchy of " + placeBySid;
  }
}
