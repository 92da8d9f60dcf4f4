package io.snapkeeper.zk.leader;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.Seeds;
import io.snapkeeper.core.quorum.HierarchicalQuorum;
import io.snapkeeper.core.quorum.MajorityQuorum;
import io.snapkeeper.core.quorum.QuorumRule;
import io.snapkeeper.core.quorum.SubsetOracle;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.apache.zookeeper.server.quorum.QuorumPeerConfig.ConfigException;
import org.apache.zookeeper.server.quorum.flexible.QuorumHierarchical;
import org.apache.zookeeper.server.quorum.flexible.QuorumMaj;
import org.apache.zookeeper.server.quorum.flexible.QuorumOracleMaj;
import org.apache.zookeeper.server.quorum.flexible.QuorumVerifier;
import org.junit.jupiter.api.Test;

/** ZooKeeper's verifiers as rules, with its own classes. */
class VerifierRuleTest {

  @Test
  void aMajorityOfTheVotersIsAQuorumAndObserversDoNotCount() throws ConfigException {
    QuorumVerifier verifier = new QuorumMaj(servers(3, 4, 5));
    assertThat(verifier.containsQuorum(Set.of(1L, 4L, 5L)))
        .as("ZooKeeper's own check only counts")
        .isTrue();
    QuorumRule rule = only(verifier);
    assertThat(rule.voters()).containsExactlyInAnyOrder(1L, 2L, 3L);
    assertThat(rule.containsQuorum(Set.of(1L, 4L, 5L))).isFalse();
    assertThat(rule.containsQuorum(Set.of(1L, 3L))).isTrue();
    assertThat(rule.containsQuorum(Set.of())).isFalse();
  }

  @Test
  void groupsAndWeightsCountAsZooKeeperCountsThem() throws ConfigException {
    Properties config = servers(6);
    config.setProperty("group.1", "1:2:3");
    config.setProperty("group.2", "4:5:6");
    config.setProperty("weight.3", "0");
    QuorumRule rule = only(new QuorumHierarchical(config));
    assertThat(rule.containsQuorum(Set.of(1L, 2L, 4L, 5L))).isTrue();
    assertThat(rule.containsQuorum(Set.of(1L, 3L, 4L, 5L)))
        .as("1 alone is half of its group's weight")
        .isFalse();
    assertThat(rule.containsQuorum(Set.of(1L, 2L, 3L))).as("one group of two").isFalse();
  }

  @Test
  void anOracleIsNotAsked() throws ConfigException {
    QuorumRule rule = only(new QuorumOracleMaj(servers(2), "/no/such/oracle"));
    assertThat(rule.containsQuorum(Set.of(1L))).isFalse();
    assertThat(rule.containsQuorum(Set.of(1L, 2L))).isTrue();
  }

  @Test
  void duringAReconfigurationBothRulesAreInForce() throws ConfigException {
    QuorumVerifier current = new QuorumMaj(servers(3));
    QuorumVerifier next = new QuorumMaj(servers(5));
    next.setVersion(7);
    assertThat(VerifierRule.inForce(current, next)).extracting(QuorumRule::voters).hasSize(2);
    next.setVersion(0);
    assertThat(VerifierRule.inForce(current, next)).hasSize(1);
    assertThat(VerifierRule.inForce(current, null)).hasSize(1);
  }

  @Test
  void marginsAreExactForAsManyVotersAsThereAre() throws ConfigException {
    QuorumRule majority = only(new QuorumMaj(servers(21)));
    assertThat(majority.margin(majority.voters())).isEqualTo(10);
    QuorumRule groups = only(groups(servers(21), 3));
    // Of seven voters of a group four have to go; two groups of three are enough.
    assertThat(groups.margin(groups.voters())).isEqualTo(7);
  }

  /** Weights, zero weights, missing weights, observers in and outside of groups. */
  @Test
  void ruleAndMarginAreThoseOfZooKeepersVerifier() {
    Seeds.forEach(
        "verifiers",
        300,
        random -> {
          QuorumVerifier verifier = drawn(random, random.nextInt(1, 8));
          QuorumRule rule = only(verifier);
          Set<Long> voters = verifier.getVotingMembers().keySet();
          assertThat(rule.voters()).isEqualTo(voters);
          for (Set<Long> present : SubsetOracle.subsets(verifier.getAllMembers().keySet())) {
            Set<Long> voting = new HashSet<>(present);
            voting.retainAll(voters);
            assertThat(rule.containsQuorum(present))
                .as("%s in %s", present, verifier)
                .isEqualTo(verifier.containsQuorum(voting));
            int margin = SubsetOracle.margin(voting, verifier::containsQuorum);
            if (isDescribed(rule)) {
              assertThat(rule.margin(present))
                  .as("margin of %s in %s", present, verifier)
                  .isEqualTo(margin);
            } else {
              assertThat(rule.margin(present)).isEqualTo(Math.min(0, margin));
            }
          }
        });
  }

  /** An observer's weight counts in its group, and it never votes: no rule of ours says that. */
  @Test
  void verifierThatCannotBeDescribedIsAskedItself() throws ConfigException {
    Properties config = servers(3, 4, 5);
    config.setProperty("group.1", "1:2:3:4:5");
    config.setProperty("weight.4", "1");
    config.setProperty("weight.5", "1");
    assertAsksVerifier(new QuorumHierarchical(config));
    assertAsksVerifier(
        new QuorumMaj(servers(3)) {
          @Override
          public boolean containsQuorum(Set<Long> sids) {
            return sids.size() == 3;
          }
        });
    Properties negative = servers(4);
    negative.setProperty("group.1", "1:2:3:4");
    negative.setProperty("weight.4", "-1");
    assertThat(isDescribed(only(new QuorumHierarchical(negative)))).isFalse();
  }

  /** Every voter is needed. */
  private static void assertAsksVerifier(QuorumVerifier verifier) {
    QuorumRule rule = only(verifier);
    assertThat(isDescribed(rule)).isFalse();
    assertThat(rule.voters()).containsExactlyInAnyOrder(1L, 2L, 3L);
    assertThat(rule.containsQuorum(Set.of(1L, 2L, 3L))).isTrue();
    assertThat(rule.containsQuorum(Set.of(1L, 2L, 4L, 5L))).isFalse();
    assertThat(rule.margin(Set.of(1L, 2L, 3L))).isZero();
    assertThat(rule.margin(Set.of(1L, 2L))).isEqualTo(-1);
  }

  private static boolean isDescribed(QuorumRule rule) {
    return rule instanceof MajorityQuorum || rule instanceof HierarchicalQuorum;
  }

  private static QuorumVerifier drawn(SplittableRandom random, int voters) {
    Properties config = random.nextBoolean() ? servers(voters) : servers(voters, 8, 9);
    if (random.nextInt(4) == 0) {
      return quorum(() -> new QuorumMaj(config));
    }
    List<Integer> members = new ArrayList<>();
    for (int sid = 1; sid <= voters; sid++) {
      members.add(sid);
    }
    if (config.containsKey("server.8") && random.nextInt(4) == 0) {
      members.add(8);
      config.setProperty("weight.8", String.valueOf(random.nextInt(3)));
    }
    int groupCount = random.nextInt(1, 5);
    Map<Integer, String> groups = new TreeMap<>();
    for (int sid : members) {
      groups.merge(random.nextInt(groupCount), "" + sid, (left, right) -> left + ":" + right);
      if (random.nextInt(3) > 0) {
        config.setProperty("weight." + sid, String.valueOf(random.nextInt(4)));
      }
    }
    groups.forEach((group, sids) -> config.setProperty("group." + group, sids));
    return quorum(() -> new QuorumHierarchical(config));
  }

  private static QuorumVerifier quorum(Callable<QuorumVerifier> made) {
    try {
      return made.call();
    } catch (Exception e) {
      throw new AssertionError("ZooKeeper refuses the configuration", e);
    }
  }

  /** The servers in so many groups, one after the other. */
  private static QuorumVerifier groups(Properties servers, int count) throws ConfigException {
    int sid = 0;
    String[] groups = new String[count];
    while (servers.containsKey("server." + (sid + 1))) {
      int group = sid++ % count;
      groups[group] = groups[group] == null ? "" + sid : groups[group] + ":" + sid;
    }
    for (int group = 0; group < count; group++) {
      servers.setProperty("group." + group, groups[group]);
    }
    return new QuorumHierarchical(servers);
  }

  private static QuorumRule only(QuorumVerifier verifier) {
    List<QuorumRule> rules = VerifierRule.inForce(verifier, verifier);
    assertThat(rules).hasSize(1);
    return rules.get(0);
  }

  private static Properties servers(int voters, int... observers) {
    Properties config = new Properties();
    for (int sid = 1; sid <= voters; sid++) {
      config.setProperty("server." + sid, server(sid, "participant"));
    }
    for (int sid : observers) {
      config.setProperty("server." + sid, server(sid, "observer"));
    }
    return config;
  }

  private static String server(int sid, String type) {
    return "127.0.0.1:%d:%d:%s;127.0.0.1:%d".formatted(2000 + sid, 3000 + sid, type, 4000 + sid);
  }
}
