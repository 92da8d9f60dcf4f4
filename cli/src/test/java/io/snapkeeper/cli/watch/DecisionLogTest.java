package io.snapkeeper.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DecisionLogTest {

  private final DecisionLog log = new DecisionLog();
  private EnsembleState latest;

  private void look(long epoch, String... decided) {
    latest =
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
                            List.of(WatchSamples.member(1, "fast", "null", "not ready: 12%")),
                            List.of(decided))
                        .replace("\"epoch\": 5", "\"epoch\": " + epoch))));
    log.add(latest);
  }

  /** A slot that was granted and over between two looks. */
  @Test
  void nothingThatHappensBetweenTwoLooksIsMissing() {
    look(5, WatchSamples.decided(0, 61_000, "granted", 2, "0x5", "its turn"));
    look(
        5,
        WatchSamples.decided(0, 62_000, "granted", 2, "0x5", "its turn"),
        WatchSamples.decided(1, 900, "granted-degraded", 3, "0x6", "no quorum is left without it"),
        WatchSamples.decided(2, 300, "done", 3, "0x6", ""),
        WatchSamples.decided(3, 0, "held", 1, null, "waits: server 2 is draining"));
    assertThat(log.lines(latest))
        .containsExactly(
            "12:00:00 server 1: waits: server 2 is draining",
            "12:00:00 server 3: slot 0x6 done",
            "12:00:00 server 3: degraded slot 0x6 granted: no quorum is left without it",
            "11:58:59 server 2: slot 0x5 granted: its turn");
    assertThat(log.news())
        .as("oldest first, and only what is new")
        .hasSize(3)
        .first()
        .asString()
        .contains("degraded slot 0x6");
    look(5, WatchSamples.decided(3, 0, "held", 1, null, "waits: server 2 is draining"));
    assertThat(log.news()).isEmpty();
  }

  @Test
  void whatWasThereBeforeTheFirstLookIsNoNews() {
    look(5, WatchSamples.decided(7, 61_000, "declined", 2, "0x5", "a snapshot is running already"));
    assertThat(log.news()).isEmpty();
    assertThat(log.lines(latest))
        .containsExactly("11:58:59 server 2: slot 0x5 declined: a snapshot is running already");
  }

  /** Another leader, or the same one after a restart, counts anew. */
  @Test
  void aNewTermBeginsItsOwnNumbers() {
    look(5, WatchSamples.decided(7, 0, "granted", 2, "0x5", "its turn"));
    look(6, WatchSamples.decided(0, 0, "refused", 2, null, "not connected"));
    assertThat(log.news()).containsExactly("12:00:00 server 2: refused: not connected");
    assertThat(log.lines(latest)).hasSize(2);
  }

  @Test
  void beforeTheFirstDecisionItSaysWhyThereIsNone() {
    look(5);
    assertThat(log.lines(latest)).containsExactly("12:00:00 server 1: not ready: 12%");
  }

  @Test
  void theLogIsBounded() {
    for (int number = 0; number < 500; number++) {
      List<String> decided = new ArrayList<>();
      decided.add(WatchSamples.decided(number, 0, "granted", 1, "0x1", "its turn"));
      look(5, decided.toArray(String[]::new));
    }
    assertThat(log.lines(latest)).hasSize(DecisionLog.MOST);
  }
}
