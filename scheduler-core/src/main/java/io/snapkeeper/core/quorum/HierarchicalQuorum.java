package io.snapkeeper.core.quorum;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Groups of weighted voters: a quorum has more than half the weight in more than half of the
 * groups, as ZooKeeper's {@code QuorumHierarchical} has it. Groups whose weights sum to zero do not
 * count; a voter of weight zero votes without effect. A single group is a weighted majority.
 * Immutable.
 */
public final class HierarchicalQuorum implements QuorumRule {

  private final Set<Long> voters;
  private final Map<Long, Place> placeBySid;
  private final long[] groupWeights;
  private final int countingGroups;

  /** A voter's group, as an index into {@link #groupWeights}, and its weight. */
  private record Place(int group, long weight) {}

  /**
   * @param groupBySid the group of each voter; at least one voter
   * @param weightBySid weights, 0 or more; a voter without one weighs 1. The weights of a group
   *     must not overflow a {@code long}
   */
  public HierarchicalQuorum(Map<Long, Long> groupBySid, Map<Long, Long> weightBySid) {
    if (groupBySid.isEmpty()) {
      throw new IllegalArgumentException("a hierarchy needs at least one voter; there is none");
    }
    Map<Long, Integer> indexByGroup = new TreeMap<>();
    for (Long group : groupBySid.values()) {
      indexByGroup.putIfAbsent(group, indexByGroup.size());
    }
    groupWeights = new long[indexByGroup.size()];
    Map<Long, Place> places = new HashMap<>();
    for (Map.Entry<Long, Long> entry : groupBySid.entrySet()) {
      long weight = weightBySid.getOrDefault(entry.getKey(), 1L);
      if (weight < 0) {
        throw new IllegalArgumentException(
            "weight of server " + entry.getKey() + " is " + weight + "; it must be 0 or more");
      }
      int group = indexByGroup.get(entry.getValue());
      groupWeights[group] = Math.addExact(groupWeights[group], weight);
      places.put(entry.getKey(), new Place(group, weight));
    }
    placeBySid = Map.copyOf(places);
    voters = placeBySid.keySet();
    countingGroups = (int) Arrays.stream(groupWeights).filter(weight -> weight > 0).count();
  }

  @Override
  public Set<Long> voters() {
    return voters;
  }

  @Override
  public boolean containsQuorum(Set<Long> sids) {
    long[] present = new long[groupWeights.length];
    for (Long sid : sids) {
      Place place = placeBySid.get(sid);
      if (place != null) {
        present[place.group] += place.weight;
      }
    }
    int won = 0;
    for (int group = 0; group < present.length; group++) {
      if (present[group] > groupWeights[group] / 2) {
        won++;
      }
    }
    return won > countingGroups / 2;
  }

  /**
   * Exact for any size: a group is lost cheapest by taking its heaviest voters, and the quorum is
   * lost cheapest by losing the cheapest groups.
   */
  @Override
  public int margin(Set<Long> present) {
    int[] costs = new int[groupWeights.length];
    int won = 0;
    for (int group = 0; group < groupWeights.length; group++) {
      int cost = removalsToLose(group, present);
      if (cost > 0) {
        costs[won++] = cost;
      }
    }
    int toLose = won - countingGroups / 2;
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
  private int removalsToLose(int group, Set<Long> present) {
    long[] weights =
        present.stream()
            .map(placeBySid::get)
            .filter(place -> place != null && place.group == group)
            .mapToLong(Place::weight)
            .sorted()
            .toArray();
    long left = Arrays.stream(weights).sum();
    int removals = 0;
    for (int i = weights.length - 1; left > groupWeights[group] / 2; i--) {
      left -= weights[i];
      removals++;
    }
    return removals;
  }

  @Override
  public String toString() {
    return "hierarchy of " + new TreeMap<>(placeBySid);
  }
}
