package io.snapkeeper.cli.demo;

import static io.snapkeeper.cli.demo.DemoSamples.PLAN;
import static io.snapkeeper.cli.demo.DemoSamples.plugin;
import static io.snapkeeper.cli.demo.DemoSamples.stock;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snapkeeper.cli.demo.story.Glyphs;
import io.snapkeeper.cli.demo.story.StoryText;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SummaryTest {

  @Test
  void tableHasBothSidesAndTheLayers() {
    List<String> lines = Summary.table(PLAN, stock(), plugin().build(), Optional.empty());
    assertThat(lines.get(0)).matches(" +stock +Snapkeeper");
    assertThat(lines)
        .anyMatch(line -> line.matches("layers +none +scheduler, snapshots, log"))
        .anyMatch(line -> line.matches("seconds with 3 of 5 snapshotting +2\\.25 +0\\.00"))
        .anyMatch(line -> line.matches(" +by server +4 4 4 4 4 +4 4 4 4 4"))
        .anyMatch(line -> line.matches(" +p99.9 +900 +40"))
        .anyMatch(line -> line.matches("a restart replays, txns \\(mean\\) +2,346 +2,346"))
        .anyMatch(line -> line.matches("processors idle, % +60 +60"))
        .allMatch(line -> line.length() < 80);
  }

  @Test
  void latenciesAreLeftOutWhereTheyAreNotCompared() {
    Optional<String> why = Optional.of("one disk");
    assertThat(Summary.table(PLAN, stock(), plugin().build(), why))
        .noneMatch(line -> line.contains("p99") || line.contains("latency"));
    assertThat(Summary.conclusion(PLAN, stock(), plugin().build(), why)).hasSize(1);
    StoryText text = new StoryText(Glyphs.ASCII, false);
    assertThat(Summary.stories(PLAN, text, stock(), plugin().build(), false))
        .noneMatch(line -> line.contains("slowest"));
  }

  @Test
  void jsonHasTheDocumentedKeys() throws Exception {
    SideResult plugin = plugin().counts(4, 4, 4, 4, 3).build();
    Verdict verdict = Verdict.of(PLAN, stock(), plugin);
    JsonNode json =
        new ObjectMapper().readTree(SummaryJson.of(PLAN, stock(), plugin, verdict).toString());
    JsonNode stock = json.path("stock");
    assertThat(stock.path("seconds").asDouble()).isEqualTo(26);
    assertThat(stock.path("snapshots").asLong()).isEqualTo(20);
    assertThat(json.path("snapkeeper").path("snapshotsByServer").path("5").asLong()).isEqualTo(3);
    assertThat(stock.path("quorumSnapshottingSeconds").asDouble()).isEqualTo(2.25);
    assertThat(stock.path("maxConcurrentSnapshots").asInt()).isEqualTo(4);
    assertThat(stock.path("unscheduledSnapshots").asInt()).isEqualTo(20);
    assertThat(stock.path("writes").asLong()).isEqualTo(2_600);
    assertThat(stock.path("errors").isNumber()).isTrue();
    assertThat(stock.path("writeLatencyMillis").path("p999").asDouble()).isEqualTo(900);
    assertThat(stock.path("replayLogBytes").asLong()).isEqualTo(150);
    assertThat(stock.path("processors").path("idlePercent").asDouble()).isEqualTo(60);
    assertThat(stock.path("timeline").path("worstWriteMillis")).hasSize(52);
    assertThat(stock.path("timeline").path("snapshotSeconds").path("2").path(0).path(1).asDouble())
        .isEqualTo(5);
    assertThat(stock.path("timeline").path("overlapSeconds").path(0).path(0).asDouble())
        .isEqualTo(3);
    assertThat(stock.path("windowsThrownAway").isArray()).isTrue();
    assertThat(json.path("settings").path("snapCount").asInt()).isEqualTo(PLAN.snapCount());
    assertThat(json.path("settings").path("layers")).hasSize(3);
    assertThat(json.path("latencies").path("compared").asBoolean()).isTrue();
    assertThat(json.path("verdict").path("good").asBoolean()).isTrue();
  }

  @Test
  void sentencesAreWrapped() {
    String words = "one two three ".repeat(20).strip();
    assertThat(Demo.wrapped(words)).allMatch(line -> line.length() < 80).hasSizeGreaterThan(3);
    assertThat(String.join(" ", Demo.wrapped(words))).isEqualTo(words);
    assertThat(Demo.wrapped("short")).containsExactly("short");
  }
}
