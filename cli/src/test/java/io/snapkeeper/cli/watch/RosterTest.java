package io.snapkeeper.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.cli.HostPort;
import io.snapkeeper.cli.status.Membership;
import io.snapkeeper.cli.watch.Roster.Entry;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RosterTest {

  private static final HostPort FORWARDED = new HostPort("localhost", 12181);
  private static final HostPort STRANGER = new HostPort("other", 2181);

  @Test
  void whatWasNamedIsAskedWhereItWasNamed() {
    Membership membership =
        new Membership(
            new TreeMap<>(Map.of(1L, WatchSamples.address(1), 2L, WatchSamples.address(2))),
            Set.of(2L));
    Roster roster = Roster.of(membership, List.of(FORWARDED, STRANGER), Map.of(FORWARDED, 2L));
    assertThat(roster.entries())
        .containsExactly(
            new Entry(WatchSamples.address(1), OptionalLong.of(1)),
            new Entry(FORWARDED, OptionalLong.of(2)),
            new Entry(STRANGER, OptionalLong.empty()));
    assertThat(roster.observers()).containsExactly(2L);
  }

  @Test
  void aServerNamedTwiceIsShownOnce() {
    assertThat(Roster.named(List.of(STRANGER, STRANGER)).entries()).hasSize(1);
  }
}
