package io.snapkeeper.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.cli.status.ServerView;
import io.snapkeeper.cli.watch.Timeline.Mark;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TimelineTest {

  private static final long SECOND = 1_000_000_000L;

  private final Timeline timeline = new Timeline(Duration.ofSeconds(2), 0);

  private static EnsembleState one(ServerView view) {
    return WatchSamples.state(List.of(view));
  }

  private static ServerView with(String more) {
    return WatchSamples.plugin(1, "follower", WatchSamples.server(1, "follower", 5, 100, more));
  }

  private static ServerView idleAfter(String kind, String zxid) {
    return with(
        WatchSamples.idle()
            + ", \"lastSnapshot\": {\"kind\": \"%s\", \"zxid\": \"%s\"}".formatted(kind, zxid));
  }

  private List<Mark> marks(int count) {
    ServerState server = one(WatchSamples.away(1)).servers().get(0);
    return timeline.latest(count).stream().map(cell -> cell.of(server)).toList();
  }

  @Test
  void aServerThatGoesAndComes() {
    timeline.add(0, one(with(WatchSamples.idle())));
    timeline.add(2 * SECOND, one(WatchSamples.away(1)));
    timeline.add(4 * SECOND, one(with(WatchSamples.idle())));
    assertThat(marks(4)).containsExactly(Mark.NONE, Mark.IDLE, Mark.AWAY, Mark.IDLE);
  }

  @Test
  void aCellShowsTheMostRemarkableOfItsLooks() {
    timeline.add(0, one(with(WatchSamples.running("scheduled", "slot", 10))));
    timeline.add(SECOND, one(with(WatchSamples.idle())));
    timeline.add(2 * SECOND, one(with(WatchSamples.running("scheduled", "slot", 10))));
    timeline.add(3 * SECOND, one(with(WatchSamples.running("unscheduled", "sync", 10))));
    assertThat(marks(2)).containsExactly(Mark.SLOT, Mark.UNSCHEDULED);
  }

  @Test
  void aSnapshotBetweenTwoLooksIsNotLost() {
    timeline.add(0, one(idleAfter("unscheduled", "0x1")));
    timeline.add(2 * SECOND, one(idleAfter("scheduled", "0x2")));
    timeline.add(4 * SECOND, one(idleAfter("scheduled", "0x2")));
    assertThat(marks(3)).containsExactly(Mark.IDLE, Mark.SLOT, Mark.IDLE);
  }

  @Test
  void aStockServersSnapshotShowsInItsZxid() {
    timeline.add(0, one(WatchSamples.stock(1, "follower", 0x10)));
    timeline.add(2 * SECOND, one(WatchSamples.stock(1, "follower", 0x20)));
    assertThat(marks(2)).containsExactly(Mark.IDLE, Mark.UNSCHEDULED);
  }

  @Test
  void aMajoritySnapshottingAtOnceMarksTheCell() {
    timeline.add(0, WatchSamples.state(WatchSamples.five(Set.of(1L, 2L), Set.of(), 100)));
    timeline.add(2 * SECOND, WatchSamples.state(WatchSamples.five(Set.of(1L, 2L), Set.of(3L), 9)));
    assertThat(timeline.latest(2)).extracting(Timeline.Cell::tooMany).containsExactly(false, true);
    assertThat(timeline.latest(2).get(0).slowestMillis()).hasValue(0.5);
  }

  @Test
  void theHistoryIsBounded() {
    for (int i = 0; i < 5_000; i++) {
      timeline.add(i * SECOND, one(with(WatchSamples.idle())));
    }
    assertThat(timeline.latest(10_000)).hasSize(10_000);
    assertThat(timeline.latest(10_000).stream().filter(cell -> !cell.marks().isEmpty()))
        .hasSize(Timeline.MOST_CELLS);
    // A pause of a year.
    timeline.add(365L * 86_400 * SECOND, one(with(WatchSamples.idle())));
    assertThat(timeline.latest(10_000).stream().filter(cell -> !cell.marks().isEmpty())).hasSize(1);
  }
}
