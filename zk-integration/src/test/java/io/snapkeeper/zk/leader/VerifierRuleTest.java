package io.snapkeeper.zk.leader;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.quorum.QuorumRule;
import io.snapkeeper.core.trace.TracedRule;
import java.util.List;
import java.util.Properties;
import java.util.Set;
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
  void aTraceDescribesTheRuleThatCounts() throws ConfigException {
    assertThat(traced(new QuorumMaj(servers(3, 4, 5))))
        .isEqualTo(new TracedRule.Majority(Set.of(1L, 2L, 3L)));
    assertThat(traced(new QuorumOracleMaj(servers(2), "/no/such/oracle")))
        .isEqualTo(new TracedRule.Majority(Set.of(1L, 2L)));
    Properties config = servers(6);
    config.setProperty("group.1", "1:2:3");
    config.setProperty("group.2", "4:5:6");
    config.setProperty("weight.3", "0");
    config.setProperty("weight.6", "4");
    QuorumVerifier groups = new QuorumHierarchical(config);
    QuorumRule described = traced(groups).toRule();
    assertThat(described.voters()).isEqualTo(only(groups).voters());
    for (int bits = 0; bits < 1 << 6; bits++) {
      Set<Long> sids = new java.util.HashSet<>();
      for (long sid = 1; sid <= 6; sid++) {
        if ((bits >> (sid - 1) & 1) == 1) {
          sids.add(sid);
        }
      }
      assertThat(described.containsQuorum(sids))
          .as("%s", sids)
          .isEqualTo(only(groups).containsQuorum(sids));
    }
  }

  private static TracedRule traced(QuorumVerifier verifier) {
    return ((VerifierRule) only(verifier)).traced().orElseThrow();
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
