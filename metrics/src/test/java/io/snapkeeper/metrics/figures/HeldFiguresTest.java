package io.snapkeeper.metrics.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.metrics.FixedFigures;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HeldFiguresTest {

  private final FixedFigures source = new FixedFigures();
  private final HeldFigures held = new HeldFigures(source);

  @Test
  void eachFigureIsThatOfTheSource() {
    source.leader = Optional.of(FixedFigures.LEADER);
    assertThat(held.version()).isEqualTo(source.version());
    assertThat(held.member()).isEqualTo(source.member());
    assertThat(held.snapshots()).isEqualTo(source.snapshots());
    assertThat(held.durations()).isSameAs(source.durations());
    assertThat(held.pacing()).isEqualTo(source.pacing());
    assertThat(held.log()).isEqualTo(source.log());
    assertThat(held.slots()).isEqualTo(source.slots());
    assertThat(held.leader()).contains(FixedFigures.LEADER);
  }

  @Test
  void aReadingIsHeldForAMoment() throws InterruptedException {
    MemberFigures before = held.member();
    source.member = new MemberFigures(1, 2, 3, MemberFigures.Mode.PAUSED, 0, 0, 0);
    long deadline = System.nanoTime() + 10_000_000_000L;
    while (held.member().equals(before) && System.nanoTime() < deadline) {
      Thread.sleep(5);
    }
    assertThat(held.member()).isEqualTo(source.member);
  }
}
