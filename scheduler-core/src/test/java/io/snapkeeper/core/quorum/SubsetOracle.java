package io.snapkeeper.core.quorum;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Quorums by counting with the fingers: slow, plain, and sharing nothing with the production. */
public final class SubsetOracle {

  private SubsetOracle() {}

  /** More than half of the voters are in the set. */
  public static boolean majority(Set<Long> voters, Set<Long> sids) {
    int in = 0;
    int out = 0;
    for (long voter : voters) {
      if (sids.contains(voter)) {
        in++;
      } else {
        out++;
      }
    }
    return in > out;
  }

  /** More than half of the groups that weigh anything have more than half their weight in it. */
  public static boolean hierarchy(
      Map<Long, Long> groupBySid, Map<Long, Long> weightBySid, Set<Long> sids) {
    int won = 0;
    int lost = 0;
    for (long group : new HashSet<>(groupBySid.values())) {
      long in = 0;
      long out = 0;
      for (long sid : groupBySid.keySet()) {
        if (groupBySid.get(sid) == group) {
          if (sids.contains(sid)) {
            in += weightBySid.getOrDefault(sid, 1L);
          } else {
            out += weightBySid.getOrDefault(sid, 1L);
          }
        }
      }
      if (in + out > 0) {
        if (in > out) {
          won++;
        } else {
          lost++;
        }
      }
    }
    return won > lost;
  }

  /** The largest number of servers of which every choice may go without losing the quorum. */
  public static int margin(Set<Long> present, Predicate<Set<Long>> isQuorum) {
    int smallestLoss = Integer.MAX_VALUE;
    for (Set<Long> gone : subsets(present)) {
      Set<Long> left = new HashSet<>(present);
      left.removeAll(gone);
      if (!isQuorum.test(left)) {
        smallestLoss = Math.min(smallestLoss, gone.size());
      }
    }
    return smallestLoss - 1;
  }

  /** Every subset. */
  public static List<Set<Long>> subsets(Set<Long> sids) {
    List<Set<Long>> all = new ArrayList<>();
    all.add(Set.of());
    for (long sid : sids) {
      for (Set<Long> smaller : List.copyOf(all)) {
        Set<Long> larger = new HashSet<>(smaller);
        larger.add(sid);
        all.add(larger);
      }
    }
    return all;
  }
}
