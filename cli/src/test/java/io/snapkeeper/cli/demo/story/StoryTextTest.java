package io.snapkeeper.cli.demo.story;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.snapkeeper.ensemble.SnapshotInterval;
import io.snapkeeper.ensemble.SnapshotInterval.Kind;
import io.snapkeeper.ensemble.SnapshotInterval.Outcome;
import io.snapkeeper.ensemble.SnapshotTimeline;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoryTextTest {

  private static final Instant FROM = Instant.EPOCH.plusSeconds(100);

  private static SnapshotInterval snapshot(long sid, double start, double end) {
    return new SnapshotInterval(
        sid,
        FROM.plusMillis((long) (start * 1e3)),
        FROM.plusMillis((long) (end * 1e3)),
        Kind.UNSCHEDULED,
        "stock",
        Outcome.TAKEN,
        1);
  }

  private static Story story(double worst) {
    List<Double> millis = new ArrayList<>(Collections.nCopies(Story.COLUMNS, 4.0));
    millis.set(2, worst);
    return new Story(
        "stock ZooKeeper",
        List.of(1L, 2L),
        2,
        FROM,
        Duration.ofMillis(500),
        new SnapshotTimeline(
            List.of(snapshot(1, -3, 0.4), snapshot(1, 1, 2), snapshot(2, 1.5, 30))),
        millis);
  }

  @Test
  void aStripForEachServerWithTheOverlapInTheSameColumns() {
    StoryText text = new StoryText(Glyphs.ASCII, false);
    Story story = story(1_000);
    List<String> lines = text.servers(story, sid -> "server " + sid);
    String label = "server 1" + " ".repeat(18) + "|";
    assertThat(lines.get(0)).isEqualTo(label + "=.==" + ".".repeat(48));
    assertThat(lines.get(1).substring(27)).isEqualTo("..." + "=".repeat(49));
    assertThat(text.overlap(story, "2 of 2 snapshotting").substring(27))
        .isEqualTo("...!" + ".".repeat(48));
    assertThat(story.overlaps()).hasSize(1);
    assertThat(story.overlaps().get(0).start()).isCloseTo(1.5, within(1e-9));
    assertThat(text.ruler("stock", story)).startsWith("stock" + " ".repeat(22) + "0 s       5  ");
    assertThat(lines).allMatch(line -> line.length() == 79);
  }

  @Test
  void theSlowestWritesAreBarsOnACommonScale() {
    StoryText text = new StoryText(Glyphs.UNICODE, false);
    List<String> lines = text.latencies(story(1_000), 1_500);
    assertThat(lines).hasSize(3).allMatch(line -> line.length() == 79);
    assertThat(lines.get(0)).startsWith("slowest write, ms   1,500 │   ");
    assertThat(lines.get(1)).startsWith(" ".repeat(20) + "1,000 │  █ ");
    assertThat(lines.get(2)).startsWith(" ".repeat(22) + "500 │▁▁█▁");
    // A write beyond the scale fills it, and does not leave it.
    assertThat(text.latencies(story(9_000), 1_500).get(0)).contains("│  █ ");
  }

  @Test
  void scalesAreRound() {
    assertThat(StoryText.scaleFor(0)).isEqualTo(12);
    assertThat(StoryText.scaleFor(932)).isEqualTo(1_200);
    assertThat(StoryText.scaleFor(1_255)).isEqualTo(1_500);
    assertThat(StoryText.scaleFor(890)).isEqualTo(900);
    for (double worst = 1; worst < 100_000; worst *= 1.07) {
      assertThat(StoryText.scaleFor(worst)).isGreaterThanOrEqualTo(worst);
      assertThat(StoryText.scaleFor(worst)).isLessThan(Math.max(15, 1.6 * worst));
    }
  }

  @Test
  void coloursMarkTheOverlap() {
    StoryText text = new StoryText(Glyphs.ASCII, true);
    assertThat(text.servers(story(1_000), sid -> "").get(0))
        .contains("|\033[34m=\033[0m.\033[34m=\033[0m\033[31m=\033[0m.");
  }
}
