package io.snapkeeper.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.cli.HostPort;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MembershipTest {

  private static final HostPort ASKED = new HostPort("zoo1", 2181);

  @Test
  void readsEveryFormOfAServerLine() {
    String node =
        """
        server.1=zoo1:2888:3888:participant;0.0.0.0:2191
        server.2=zoo2:2888:3888:observer;10.0.0.2:2192
        server.3=zoo3:2888:3888:participant
        server.4=[::1]:2888:3888:participant;[::1]:2194
        server.5=zoo5:2888:3888:participant;2195
        server.6=zoo6:2888:3888|zoo6b:2888:3888:participant;2196
        version=100000000""";

    assertThat(Membership.parse(node, ASKED).clients())
        .containsAllEntriesOf(
            Map.of(
                1L, new HostPort("zoo1", 2191),
                2L, new HostPort("10.0.0.2", 2192),
                3L, new HostPort("zoo3", 2181),
                4L, new HostPort("::1", 2194),
                5L, new HostPort("zoo5", 2195),
                6L, new HostPort("zoo6", 2196)))
        .hasSize(6);
    assertThat(Membership.parse(node, ASKED).observers()).containsExactly(2L);
  }

  @Test
  void anythingElseIsNoServer() {
    assertThat(Membership.parse("version=0\nnonsense", ASKED).clients()).isEmpty();
  }

  @Test
  void aMemberIsWhereItWasNamed() {
    Membership membership =
        Membership.parse("server.1=zoo1:2888:3888;2181\nserver.2=zoo2:2888:3888;2181", ASKED);
    assertThat(membership.at(Map.of(2L, new HostPort("127.0.0.1", 2182))).clients())
        .containsExactly(Map.entry(1L, ASKED), Map.entry(2L, new HostPort("127.0.0.1", 2182)));
  }
}
