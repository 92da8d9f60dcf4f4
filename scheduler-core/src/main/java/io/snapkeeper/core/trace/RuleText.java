package io.snapkeeper.core.trace;

import io.snapkeeper.core.quorum.HierarchicalQuorum;
import io.snapkeeper.core.quorum.MajorityQuorum;
import io.snapkeeper.core.quorum.QuorumRule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Quorum rules and sets of servers as values: {@code majority(1,2,3)}, {@code
 * groups(1:1*1,2:1*1,3:2*0)} for server:group*weight, two rules joined by {@code +}; servers in
 * ascending order.
 */
final class RuleText {

  static final String EXPECTED_RULES =
      "rules such as majority(1,2,3) or groups(1:1*1,2:1*1,3:2*0), joined by +";
  static final String EXPECTED_SIDS = "server ids in ascending order such as 6,7, or none";

  private static final String NOBODY = "none";
  private static final String MAJORITY = "majority(";
  private static final String GROUPS = "groups(";

  private RuleText() {}

  static String rules(List<QuorumRule> rules) {
    return rules.stream().map(RuleText::rule).collect(Collectors.joining("+"));
  }

  private static String rule(QuorumRule rule) {
    if (rule instanceof MajorityQuorum majority) {
      return MAJORITY + joined(majority.voters()) + ")";
    }
    if (rule instanceof HierarchicalQuorum hierarchy) {
      return hierarchy.placeBySid().entrySet().stream()
          .map(
              entry ->
                  entry.getKey() + ":" + entry.getValue().group() + "*" + entry.getValue().weight())
          .collect(Collectors.joining(",", GROUPS, ")"));
    }
    throw new IllegalArgumentException(rule + " is a rule of a kind that no trace describes");
  }

  static String sids(Set<Long> sids) {
    return sids.isEmpty() ? NOBODY : joined(sids);
  }

  private static String joined(Collection<Long> sids) {
    return sids.stream().sorted().map(String::valueOf).collect(Collectors.joining(","));
  }

  /** The rules, or null if this is not how they are written. */
  static List<QuorumRule> rulesOrNull(String text) {
    List<QuorumRule> rules = new ArrayList<>();
    for (String part : text.split("\\+", -1)) {
      QuorumRule rule = ruleOrNull(part);
      if (rule == null) {
        return null;
      }
      rules.add(rule);
    }
    return rules;
  }

  private static QuorumRule ruleOrNull(String text) {
    if (text.startsWith(MAJORITY) && text.endsWith(")")) {
      Set<Long> voters = sidsOf(text.substring(MAJORITY.length(), text.length() - 1));
      return voters == null ? null : new MajorityQuorum(voters);
    }
    if (!text.startsWith(GROUPS) || !text.endsWith(")")) {
      return null;
    }
    TreeMap<Long, Long> groupBySid = new TreeMap<>();
    TreeMap<Long, Long> weightBySid = new TreeMap<>();
    for (String part : text.substring(GROUPS.length(), text.length() - 1).split(",", -1)) {
      int colon = part.indexOf(':');
      int times = part.indexOf('*', colon + 1);
      if (colon < 0 || times < 0) {
        return null;
      }
      Long sid = numberOrNull(part.substring(0, colon));
      Long group = numberOrNull(part.substring(colon + 1, times));
      Long weight = numberOrNull(part.substring(times + 1));
      boolean ascends = sid != null && (groupBySid.isEmpty() || groupBySid.lastKey() < sid);
      if (!ascends || group == null || weight == null) {
        return null;
      }
      groupBySid.put(sid, group);
      weightBySid.put(sid, weight);
    }
    return new HierarchicalQuorum(groupBySid, weightBySid);
  }

  /** The servers, or null if this is not how they are written. */
  static Set<Long> sidsOrNull(String text) {
    return text.equals(NOBODY) ? Set.of() : sidsOf(text);
  }

  private static Set<Long> sidsOf(String text) {
    TreeSet<Long> sids = new TreeSet<>();
    for (String part : text.split(",", -1)) {
      Long sid = numberOrNull(part);
      if (sid == null || (!sids.isEmpty() && sids.last() >= sid)) {
        return null;
      }
      sids.add(sid);
    }
    return sids;
  }

  private static Long numberOrNull(String text) {
    try {
      long value = Long.parseLong(text);
      return Long.toString(value).equals(text) ? value : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
