package io.snapkeeper.cli.demo.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.cli.figure.FigureFile;
import io.snapkeeper.ensemble.SnapshotInterval;
import io.snapkeeper.ensemble.SnapshotInterval.Kind;
import io.snapkeeper.ensemble.SnapshotInterval.Outcome;
import io.snapkeeper.ensemble.SnapshotTimeline;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoryFigureTest {

  private static Story story(String title, double worst) {
    SnapshotInterval snapshot =
        new SnapshotInterval(
            1,
            Instant.EPOCH,
            Instant.EPOCH.plusSeconds(5),
            Kind.UNSCHEDULED,
            "stock",
            Outcome.TAKEN,
            1);
    return new Story(
        title,
        List.of(1L, 2L),
        1,
        Instant.EPOCH,
        Duration.ofSeconds(1),
        new SnapshotTimeline(List.of(snapshot)),
        Collections.nCopies(Story.COLUMNS, worst));
  }

  private static String svg(boolean latencies) {
    List<Story> stories = List.of(story("stock", 1_180), story("Snapkeeper", 21));
    StoryFigure figure = new StoryFigure(stories, "1 of 2 snapshotting", latencies);
    return new String(FigureFile.render(figure, Path.of("demo.svg")), StandardCharsets.UTF_8);
  }

  @Test
  void bothSidesAreDrawnWithTheirFigures() {
    assertThat(svg(true))
        .contains(
            "1 of 2 snapshotting at once for 5.00 s, slowest write 1,180 ms",
            "1 of 2 snapshotting at once for 5.00 s, slowest write 21 ms",
            "slowest write, ms",
            ">server 2<",
            ">50<");
  }

  @Test
  void withoutLatenciesThereIsNoneInThePicture() {
    assertThat(svg(false)).contains(">server 2<").doesNotContain("slowest", "1,180");
  }
}
