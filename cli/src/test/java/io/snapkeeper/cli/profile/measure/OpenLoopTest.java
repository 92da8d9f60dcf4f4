package io.snapkeeper.cli.profile.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenLoopTest {

  private final OpenLoop loop = new OpenLoop(1_000, 100);

  @Test
  void aWriteOnTimeCountsFromItsBeginning() {
    assertThat(loop.dueNanos()).isEqualTo(1_000);
    assertThat(loop.begin(1_000)).isEqualTo(1_000);
    loop.end(1_030);
    assertThat(loop.dueNanos()).isEqualTo(1_100);
    assertThat(loop.begin(1_100)).isEqualTo(1_100);
  }

  @Test
  void whoHadToWaitForAStallCountsFromWhenItWasDue() {
    loop.begin(1_000);
    loop.end(1_350);
    // Due at 1,100, 1,200 and 1,300: 250, 150 and 50 before they could even begin.
    List<Long> waited = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      waited.add(1_350 - loop.begin(1_350));
      loop.end(1_350);
    }
    assertThat(waited).containsExactly(250L, 150L, 50L);
    assertThat(loop.dueNanos()).isEqualTo(1_400);
  }

  @Test
  void aLateAwakeningIsNotTheDisksFault() {
    loop.begin(1_000);
    loop.end(1_030);
    assertThat(loop.begin(1_160)).isEqualTo(1_160);
    loop.end(1_190);
    assertThat(loop.dueNanos()).isEqualTo(1_260);
  }

  @Test
  void whatWasNeverBegunCountsAsLongAsItHasWaited() {
    loop.begin(1_000);
    loop.end(1_500);
    List<Long> waited = new ArrayList<>();
    loop.unserved(1_400, waited::add);
    assertThat(waited).containsExactly(300L, 200L, 100L);
    assertThat(loop.dueNanos()).isEqualTo(1_400);
  }

  @Test
  void aRateWithoutIntervalIsRefused() {
    assertThatThrownBy(() -> new OpenLoop(0, 0)).hasMessageContaining("intervalNanos is 0");
  }
}
