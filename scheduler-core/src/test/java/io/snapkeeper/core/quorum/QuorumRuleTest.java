package io.snapkeeper.core.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snapkeeper.core.Seeds;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.zookeeper.server.quorum.QuorumPeer.LearnerType;
import org.apache.zookeeper.server.quorum.QuorumPeer.QuorumServer;
import org.apache.zookeeper.server.quorum.flexible.QuorumHierarchical;
import org.apache.zookeeper.server.quorum.flexible.QuorumMaj;
import org.apache.zookeeper.server.quorum.flexible.QuorumVerifier;
import org.junit.jupiter.api.Test;

/** Each clever quorum function against a dumb one, and against ZooKeeper's own. */
class QuorumRuleTest {

  @Test
  void majorityAgreesWithOracleAndZooKeeper() {
    for (int size = 1; size <= 9; size++) {
      Set<Long> voters = LongStream.rangeClosed(1, size).boxed().collect(Collectors.toSet());
      MajorityQuorum rule = new MajorityQuorum(voters);
      QuorumVerifier zookeeper = new QuorumMaj(servers(voters));
      Set<Long> withStranger = new HashSet<>(voters);
      withStranger.add(99L);
      for (Set<Long> sids : SubsetOracle.subsets(withStranger)) {
        boolean expected = SubsetOracle.majority(voters, sids);
        assertThat(rule.containsQuorum(sids)).as("%s in %s", sids, rule).isEqualTo(expected);
        Set<Long> votersOnly = new HashSet<>(sids);
        votersOnly.retainAll(voters); // QuorumMaj counts whoever it is given
        assertThat(zookeeper.containsQuorum(votersOnly)).isEqualTo(expected);
        assertThat(rule.margin(sids))
            .as("margin of %s in %s", sids, rule)
            .isEqualTo(
                SubsetOracle.margin(votersOnly, left -> SubsetOracle.majority(voters, left)));
      }
    }
  }

  @Test
  void rulesAreEqualWhereTheyCountAlike() {
    assertThat(new MajorityQuorum(Set.of(1L, 2L, 3L)))
        .isEqualTo(new MajorityQuorum(new HashSet<>(List.of(3L, 2L, 1L))))
        .isNotEqualTo(new MajorityQuorum(Set.of(1L, 2L)))
        .hasToString("majority of [1, 2, 3]");
    Map<Long, Long> groups = Map.of(1L, 7L, 2L, 7L);
    HierarchicalQuorum rule = new HierarchicalQuorum(groups, Map.of(2L, 3L));
    assertThat(rule)
        .isEqualTo(new HierarchicalQuorum(new HashMap<>(groups), Map.of(1L, 1L, 2L, 3L)))
        .hasSameHashCodeAs(new HierarchicalQuorum(groups, Map.of(1L, 1L, 2L, 3L)))
        .isNotEqualTo(new HierarchicalQuorum(groups, Map.of()))
        .isNotEqualTo(new HierarchicalQuorum(Map.of(1L, 7L, 2L, 8L), Map.of(2L, 3L)))
        .hasToString("hierarchy of " + rule.placeBySid());
    assertThat(rule.hashCode()).isNotEqualTo(new HierarchicalQuorum(groups, Map.of()).hashCode());
  }

  @Test
  void weightsMayAddUpToTheLargestNumberAndNoMore() {
    Map<Long, Long> groups = Map.of(1L, 7L, 2L, 7L);
    HierarchicalQuorum rule =
        new HierarchicalQuorum(groups, Map.of(1L, Long.MAX_VALUE - 1, 2L, 1L));
    assertThat(rule.containsQuorum(Set.of(1L))).isTrue();
    assertThatThrownBy(() -> new HierarchicalQuorum(groups, Map.of(1L, Long.MAX_VALUE, 2L, 1L)))
        .hasMessageContaining("group 7");
  }

  private static Map<Long, QuorumServer> servers(Set<Long> sids) {
    Map<Long, QuorumServer> servers = new HashMap<>();
    for (Long sid : sids) {
      servers.put(sid, new QuorumServer(sid, null, null, null, LearnerType.PARTICIPANT));
    }
    return servers;
  }

  @Test
  void hierarchyAgreesWithOracleAndZooKeeper() {
    Seeds.forEach(
        "hierarchy",
        400,
        random -> {
          Hierarchy drawn = Hierarchy.draw(random, random.nextInt(1, 9));
          QuorumVerifier zookeeper = drawn.zookeeper();
          HierarchicalQuorum rule = new HierarchicalQuorum(drawn.groups, drawn.weights);
          assertThat(rule.voters()).isEqualTo(drawn.groups.keySet());
          for (Set<Long> sids : SubsetOracle.subsets(drawn.groups.keySet())) {
            boolean expected = SubsetOracle.hierarchy(drawn.groups, drawn.weights, sids);
            assertThat(rule.containsQuorum(sids)).as("%s in %s", sids, rule).isEqualTo(expected);
            assertThat(zookeeper.containsQuorum(sids))
                .as("ZooKeeper on %s in %s", sids, rule)
                .isEqualTo(expected);
          }
        });
  }

  @Test
  void marginAgreesWithOracle() {
    Seeds.forEach(
        "margin",
        150,
        random -> {
          Hierarchy drawn = Hierarchy.draw(random, random.nextInt(1, 8));
          QuorumRule hierarchy = new HierarchicalQuorum(drawn.groups, drawn.weights);
          Set<Long> voters = drawn.groups.keySet();
          QuorumRule majority = new MajorityQuorum(voters);
          for (Set<Long> present : SubsetOracle.subsets(voters)) {
            int expected =
                SubsetOracle.margin(
                    present, left -> SubsetOracle.hierarchy(drawn.groups, drawn.weights, left));
            assertThat(hierarchy.margin(present))
                .as("%s of %s", present, hierarchy)
                .isEqualTo(expected);
            int joint =
                SubsetOracle.margin(
                    present,
                    left ->
                        SubsetOracle.hierarchy(drawn.groups, drawn.weights, left)
                            && SubsetOracle.majority(voters, left));
            assertThat(QuorumMargin.of(List.of(hierarchy, majority), present)).isEqualTo(joint);
          }
        });
  }

  @Test
  void marginOfManyVotersAgreesWithOracle() {
    Seeds.forEach(
        "margin of many",
        40,
        random -> {
          Hierarchy drawn = Hierarchy.draw(random, 12);
          Set<Long> present = new HashSet<>(drawn.groups.keySet());
          present.removeIf(sid -> random.nextInt(8) == 0);
          assertThat(new HierarchicalQuorum(drawn.groups, drawn.weights).margin(present))
              .as("%s of %s", present, drawn)
              .isEqualTo(
                  SubsetOracle.margin(
                      present, left -> SubsetOracle.hierarchy(drawn.groups, drawn.weights, left)));
        });
  }

  @Test
  void refusesWhatMakesNoSense() {
    assertThatThrownBy(() -> new MajorityQuorum(Set.of())).hasMessageContaining("at least one");
    assertThatThrownBy(() -> new HierarchicalQuorum(Map.of(), Map.of()))
        .hasMessageContaining("at least one");
    assertThatThrownBy(() -> new HierarchicalQuorum(Map.of(1L, 1L), Map.of(1L, -1L)))
        .hasMessageContaining("weight of server 1 is -1");
    assertThatThrownBy(
            () ->
                new HierarchicalQuorum(Map.of(1L, 4L, 2L, 4L), Map.of(1L, Long.MAX_VALUE, 2L, 1L)))
        .hasMessageContaining("the weights of group 4");
    assertThatThrownBy(() -> QuorumMargin.of(List.of(), Set.of()))
        .hasMessageContaining("at least one rule");
  }

  /** Voters 1..n in one to four groups, weights 0 to 3, some left to the default. */
  private record Hierarchy(Map<Long, Long> groups, Map<Long, Long> weights) {

    static Hierarchy draw(SplittableRandom random, int size) {
      Map<Long, Long> groups = new HashMap<>();
      Map<Long, Long> weights = new HashMap<>();
      int groupCount = random.nextInt(1, 5);
      for (long sid = 1; sid <= size; sid++) {
        groups.put(sid, 1L + random.nextInt(groupCount));
        if (random.nextInt(3) > 0) {
          weights.put(sid, (long) random.nextInt(4));
        }
      }
      return new Hierarchy(groups, weights);
    }

    QuorumVerifier zookeeper() {
      Properties properties = new Properties();
      Map<Long, String> membersByGroup = new HashMap<>();
      groups.forEach(
          (sid, group) -> {
            properties.setProperty(
                "server." + sid, "127.0.0.1:" + (2000 + sid) + ":" + (3000 + sid));
            membersByGroup.merge(group, sid.toString(), (a, b) -> a + ":" + b);
          });
      membersByGroup.forEach((group, sids) -> properties.setProperty("group." + group, sids));
      weights.forEach((sid, weight) -> properties.setProperty("weight." + sid, weight.toString()));
      try {
        return new QuorumHierarchical(properties);
      } catch (Exception e) {
        throw new AssertionError("ZooKeeper refuses " + properties, e);
      }
    }
  }
}
