package io.snapkeeper.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DecisionLogTest {

  private final DecisionLog log = new DecisionLog();

  private EnsembleState deciding(String decision) {
    EnsembleState state =
        WatchSamples.state(
            List.of(
                WatchSamples.plugin(
                    1,
                    "leader",
                    WatchSamples.server(1, "leader", 5, 100, WatchSamples.idle()),
                    WatchSamples.scheduler(
                        "scheduling",
                        0,
                        1,
                        List.of(WatchSamples.member(1, "fast", "null", decision))))));
    log.add(state);
    return state;
  }

  @Test
  void oneThatGoesOnIsOneEntryWithItsLatestFigures() {
    deciding("holds slot 0x1 (held), granted because backlog is 70% of its limit");
    EnsembleState last =
        deciding("holds slot 0x1 (running 42%), granted because backlog is 71% of its limit");
    assertThat(log.lines(last))
        .containsExactly(
            "12:00:00 server 1: holds slot 0x1 (running 42%), granted because backlog is 71% of its"
                + " limit");
  }

  @Test
  void theLatestComesFirstAndNothingToDecideIsLeftOut() {
    deciding("holds back server 1: server 2 is snapshotting (5%)");
    deciding("holds slot 0x1 (held), granted");
    deciding("not ready: backlog is 1% of its limit, ready from 50%");
    EnsembleState last = deciding("holds slot 0x2 (held), granted");
    assertThat(log.lines(last))
        .containsExactly(
            "12:00:00 server 1: holds slot 0x2 (held), granted",
            "12:00:00 server 1: holds slot 0x1 (held), granted",
            "12:00:00 server 1: held back: server 2 is snapshotting (5%)");
  }

  @Test
  void beforeTheFirstDecisionItSaysWhyThereIsNone() {
    EnsembleState state = deciding("not ready: backlog is 12% of its limit, ready from 50%");
    assertThat(log.lines(state))
        .containsExactly(
            "12:00:00 server 1: not ready: backlog is 12% of its limit, ready from 50%");
  }

  @Test
  void theLogIsBounded() {
    EnsembleState last = null;
    for (int i = 0; i < 500; i++) {
      deciding("waits: another server goes first");
      last = deciding("holds slot 0x1 (held), granted");
    }
    assertThat(log.lines(last)).hasSize(DecisionLog.MOST);
  }
}
