package io.snapkeeper.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.cli.status.ServerView;
import io.snapkeeper.cli.watch.WatchText.Size;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WatchTextTest {

  private static final long SECOND = 1_000_000_000L;

  private final Timeline timeline = new Timeline(Duration.ofSeconds(5), 0);
  private final DecisionLog log = new DecisionLog();
  private EnsembleState latest;
  private long nowNanos;

  private void look(int seconds, List<ServerView> views) {
    for (int i = 0; i < seconds; i++) {
      latest = WatchSamples.state(views);
      timeline.add(nowNanos, latest);
      log.add(latest);
      nowNanos += SECOND;
    }
  }

  private List<ServerView> without(long sid, List<ServerView> views) {
    List<ServerView> others = new ArrayList<>(views);
    others.set((int) sid - 1, WatchSamples.away(sid));
    return others;
  }

  private void story() {
    look(20, WatchSamples.five(Set.of(), Set.of(), 300));
    look(10, WatchSamples.five(Set.of(1L, 2L), Set.of(4L), 2_400));
    look(20, WatchSamples.five(Set.of(1L), Set.of(), 600));
    look(25, without(5, WatchSamples.five(Set.of(), Set.of(), 300)));
    look(10, without(5, WatchSamples.five(Set.of(2L), Set.of(), 300)));
  }

  private String frame(int columns, int rows, Marks marks) {
    return String.join(
        "\n", new WatchText(marks, false).frame(latest, timeline, log, new Size(columns, rows)));
  }

  /** A server that is not what it seems could clear the screen, or type keys. */
  @Test
  void whatServersSayDoesNotSteerTheTerminal() {
    String steering = "\\u001b[2Jgone\\u009b1A\\n";
    look(
        1,
        List.of(
            WatchSamples.plugin(
                1,
                "leader\u001b[2J",
                WatchSamples.server(1, "leader", 50, 300, WatchSamples.idle()),
                WatchSamples.scheduler(
                    "scheduling" + steering,
                    0,
                    1,
                    List.of(WatchSamples.member(1, "fast" + steering, "null", "")),
                    List.of(WatchSamples.decided(0, 0, "held", 1, null, steering))))));
    String shown = frame(200, 40, Marks.UNICODE) + WatchText.plain(latest);
    assertThat(shown).contains("gone").doesNotContain("\u001b", "\u009b");
    assertThat(shown.lines().filter(line -> line.contains("[2Jgone")))
        .as("a line each, of the header, the row and the decision")
        .hasSizeGreaterThanOrEqualTo(3);
  }

  @Test
  void eightyColumns() {
    story();
    assertThat(frame(80, 24, Marks.UNICODE))
        .isEqualTo(
            """
            epoch 5   scheduling   quorum margin 1                                 12:00:00
            4 of 5 serve; 1 of 5 snapshotting; slowest p99 1.2 ms; 1,204 slots; 2 degraded

               ROLE       STATE      BACKLOG    P99 ms            2 min       1 min     now
             1 follower   fast       ■····  20%   0.30 │                  ····▬▬▬▬▬▬·······
             2 follower   snap   42% ■■···  40%   0.60 │                  ····▬▬·········▬▬
             3 follower   fast       ■■■··  60%   0.90 │                  ·················
             4 leader     fast       ■■■■·  80%    1.2 │                  ····▓▓···········
             5 away       -          -               - │                  ··········×××××××
            3 of 5 snapshotting                        │                  ····██···········
            slowest commit p99, ms                  12 │                      ██
                                                   6.0 │                  ▂▂▂▂██▄▄▄▄▂▂▂▂▂▂▂

            11:59:55 server 2: degraded slot 0x500000004 granted: backlog is 72% of its
                     limit; no quorum is left without it: server 5 is gone for 9.0 s
            11:59:30 server 1: slot 0x500000003 granted: backlog is 81% of its limit; a
                     quorum is fast without it
            server 5, zoo5:2181: no answer for 12 s
            ▬ in a slot  ▓ outside  × away  █ 3 of 5 at once  5 s a column  q quits
            """
                .stripTrailing());
  }

  @Test
  void twoHundredColumns() {
    story();
    assertThat(frame(200, 30, Marks.UNICODE))
        .isEqualTo(
            """
            epoch 5   scheduling   quorum margin 1                                                                                                                                                         12:00:00
            4 of 5 serve; 1 of 5 snapshotting; slowest p99 1.2 ms; 1,204 slots; 2 degraded

               ADDRESS               ROLE       STATE      SLOT         CAUSE             RATE BACKLOG              TXNS P99 ms MEAN ms   6 min       5 min       4 min       3 min       2 min       1 min     now
             1 zoo1:2181             follower   fast       -            -                    - ■■········  20%    20,000   0.30    0.10 │                                                         ····▬▬▬▬▬▬·······
             2 zoo2:2181             follower   snap   42% running      slot         25.0 MB/s ■■■■······  40%    40,000   0.60    0.20 │                                                         ····▬▬·········▬▬
             3 zoo3:2181             follower   fast       -            -                    - ■■■■■■····  60%    60,000   0.90    0.30 │                                                         ·················
             4 zoo4:2181             leader     fast       -            -                    - ■■■■■■■■··  80%    80,000    1.2    0.40 │                                                         ····▓▓···········
             5 zoo5:2181             away       -          -            -                    - -                       -      -       - │                                                         ··········×××××××
            3 of 5 snapshotting                                                                                                         │                                                         ····██···········
            slowest commit p99, ms                                                                                                   12 │                                                             ██
                                                                                                                                    8.0 │                                                             ██
                                                                                                                                    4.0 │                                                         ▃▃▃▃██▆▆▆▆▃▃▃▃▃▃▃

            11:59:55 server 2: degraded slot 0x500000004 granted: backlog is 72% of its limit; no quorum is left without it: server 5 is gone for 9.0 s
            11:59:30 server 1: slot 0x500000003 granted: backlog is 81% of its limit; a quorum is fast without it
            server 5, zoo5:2181: no answer for 12 s
            ▬ in a slot  ▓ outside  × away  █ 3 of 5 at once  5 s a column  q quits
            """
                .stripTrailing());
  }

  @Test
  void withoutThePluginItShowsWhatStockServersTell() {
    List<ServerView> views = new ArrayList<>();
    for (long sid = 1; sid <= 3; sid++) {
      views.add(WatchSamples.stock(sid, sid == 2 ? "leader" : "follower", 0x500000010L));
    }
    look(10, views);
    views.set(0, WatchSamples.stock(1, "follower", 0x500000020L));
    look(5, views);
    assertThat(frame(80, 24, Marks.ASCII))
        .isEqualTo(
            """
            epoch 5   stock: the plugin is not installed                           12:00:00
            3 of 3 serve; snapshots in progress are not known

               ROLE       STATE      MEAN ms    REQ ms            2 min       1 min     now
             1 follower   no plugin      1.3   0.70/12 |                                ..#
             2 leader     no plugin      1.3   0.70/12 |                                ...
             3 follower   no plugin      1.3   0.70/12 |                                ...

            # a snapshot ended  x away  5 s a column  q quits
            """
                .stripTrailing());
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 40, 79, 80, 81, 100, 132, 200, 400, 1_000})
  void noLineIsWiderThanTheTerminalAndNoneIsLost(int columns) {
    story();
    for (int rows : new int[] {2, 8, 24, 60}) {
      List<String> lines =
          new WatchText(Marks.UNICODE, false).frame(latest, timeline, log, new Size(columns, rows));
      assertThat(lines)
          .hasSizeLessThanOrEqualTo(rows)
          .allMatch(line -> line.length() <= Math.max(columns, 50));
    }
  }

  @Test
  void coloursComeOnTopOfTheShapes() {
    story();
    String plain = frame(80, 24, Marks.ASCII);
    String painted =
        String.join(
            "\n", new WatchText(Marks.ASCII, true).frame(latest, timeline, log, new Size(80, 24)));
    assertThat(painted).contains("\033[31m", "\033[34m", "\033[35m");
    assertThat(painted.replaceAll("\033\\[\\d+m", "")).isEqualTo(plain);
  }

  @Test
  void aPauseIsSaidWithItsRest() {
    look(
        1,
        List.of(
            WatchSamples.plugin(
                1,
                "leader",
                WatchSamples.server(1, "leader", 5, 100, WatchSamples.idle()),
                WatchSamples.scheduler("paused", 598_000, -1, List.of()))));
    assertThat(frame(120, 24, Marks.ASCII).lines().findFirst().orElseThrow())
        .startsWith(
            "epoch 5   paused for another 9 min 58 s   quorum margin -1: the fast voters are no"
                + " quorum");
  }

  @Test
  void aPlainLineHasItAll() {
    story();
    assertThat(WatchText.plain(latest))
        .isEqualTo(
            "12:00:00  epoch 5, scheduling; quorum margin 1; 4 of 5 serve; "
                + "1 of 5 snapshotting; slowest p99 1.2 ms; 1,204 slots; 2 degraded; "
                + "1 follower 20%; 2 follower 40% snapshot slot 42%; 3 follower 60%; "
                + "4 leader 80%; 5 unreachable");
    look(1, WatchSamples.five(Set.of(1L, 2L), Set.of(4L), 100));
    assertThat(WatchText.plain(latest)).contains("NO QUORUM WITHOUT A SNAPSHOT");
  }
}
