package io.snapkeeper.metrics.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snapkeeper.metrics.history.Timeline.Extent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TimelineTest {

  private final Decisions decisions = new Decisions();
  private final Timeline timeline = new Timeline("r1", decisions);

  private JsonNode document(Extent extent) throws Exception {
    return new ObjectMapper().readTree(timeline.document(extent));
  }

  @Test
  void aSampleIsTakenEveryTwoSeconds() throws Exception {
    for (long now = 0; now <= 10_000; now += 500) {
      timeline.observe(Observations.at(now, Observations.member(1, Activity.FAST)));
    }
    assertThat(timeline.version()).isEqualTo(6);
    JsonNode samples = document(Extent.HOUR).path("samples");
    assertThat(samples.path("atMillis").toString()).isEqualTo("[0,2000,4000,6000,8000,10000]");
    assertThat(samples.path("quorumMargin").get(5).asInt()).isEqualTo(1);
    assertThat(samples.path("commitP50").get(5).isNull()).isTrue();
  }

  @Test
  void anHourIsKept() throws Exception {
    for (long now = 0; now <= 5_000_000; now += 2_000) {
      timeline.observe(Observations.at(now, Observations.member(1, Activity.DRAINING)));
      timeline.observe(Observations.at(now + 500, Observations.member(1, Activity.FAST)));
    }
    JsonNode at = document(Extent.HOUR).path("samples").path("atMillis");
    assertThat(at).hasSize(1_800);
    assertThat(at.get(1_799).asLong() - at.get(0).asLong()).isEqualTo(1_799 * 2_000);
  }

  @Test
  void recentDocumentsHoldWhatIsNew() throws Exception {
    for (long now = 0; now < 100_000; now += 1_000) {
      Activity activity = now % 10_000 < 5_000 ? Activity.SLOT_OUTSTANDING : Activity.FAST;
      timeline.observe(Observations.at(now, Observations.member(1, activity)));
      decisions.add(new Decision(now, Decision.Kind.HELD, 1, 0, "at " + now));
    }
    JsonNode hour = document(Extent.HOUR);
    JsonNode recent = document(Extent.RECENT);
    assertThat(recent.path("sinceMillis").asLong()).isEqualTo(79_000);
    assertThat(recent.path("decisions")).hasSize(20);
    assertThat(recent.path("samples").path("atMillis")).hasSize(10);
    JsonNode spans = hour.path("members").get(0).path("spans");
    JsonNode last = recent.path("members").get(0).path("spans");
    assertThat(spans).hasSize(10);
    assertThat(last).hasSize(2);
    assertThat(last.get(1)).isEqualTo(spans.get(9));
    assertThat(recent.path("members").get(0).path("commitMean")).hasSize(10);
  }

  @Test
  void aMemberThatIsGoneForAnHourIsForgotten() throws Exception {
    timeline.observe(
        Observations.at(
            0, Observations.member(1, Activity.FAST), Observations.member(2, Activity.FAST)));
    timeline.observe(Observations.at(2_000, Observations.member(1, Activity.FAST)));
    JsonNode members = document(Extent.HOUR).path("members");
    assertThat(members).hasSize(2);
    assertThat(members.get(1).path("watched").asBoolean()).isFalse();
    assertThat(members.get(1).path("spans").get(0).get(1).asText()).isEqualTo("unwatched");
    timeline.observe(Observations.at(3_700_000, Observations.member(1, Activity.FAST)));
    assertThat(document(Extent.HOUR).path("members")).hasSize(1);
  }

  @Test
  void textOfTheServerStaysText() throws Exception {
    String text = "</script><img src=x onerror=alert(1)> \" \\ \u0000";
    timeline.observe(Observations.at(0));
    decisions.add(new Decision(0, Decision.Kind.HELD, 1, 0, text));
    assertThat(document(Extent.HOUR).path("decisions").get(0).get(5).asText()).isEqualTo(text);
  }

  @Test
  void memoryIsBounded() throws Exception {
    int copies = 8;
    List<Timeline> full = new ArrayList<>();
    long before = usedBytes();
    for (int copy = 0; copy < copies; copy++) {
      full.add(full(copy));
    }
    long bytes = (usedBytes() - before) / copies;
    assertThat(bytes).isBetween(Timeline.BYTES_MAX / 4L, (long) Timeline.BYTES_MAX);
    JsonNode document = new ObjectMapper().readTree(full.get(0).document(Extent.HOUR));
    assertThat(document.path("members")).hasSize(History.MEMBERS_MAX);
    assertThat(document.path("membersLeftOut").asInt()).isEqualTo(6);
    assertThat(document.path("decisions")).hasSize(Decisions.MAX);
    assertThat(document.path("members").get(0).path("spans")).hasSize(Spans.MAX);
  }

  /** An hour and more of everything that is bounded, at its bound. */
  private static Timeline full(int copy) {
    Decisions decisions = new Decisions();
    Timeline timeline = new Timeline("full", decisions);
    for (long now = 0; now < 4_000_000; now += 1_000) {
      Activity activity = now % 2_000 == 0 ? Activity.DRAINING : Activity.SILENT;
      String text = ("ä" + copy + now).repeat(100);
      timeline.observe(
          Observations.at(
              now,
              LongStream.rangeClosed(1, History.MEMBERS_MAX + 6)
                  .mapToObj(sid -> Observations.member(sid, activity))
                  .toList(),
              Optional.of(new Observation.Overlap(0, now, now / 2, 0))));
      decisions.add(new Decision(now, Decision.Kind.GRANTED, 1, now, text));
    }
    return timeline;
  }

  private static long usedBytes() throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      System.gc();
      Thread.sleep(20);
    }
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
