package io.snapkeeper.metrics.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.metrics.history.Observation.Completed;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LaneTest {

  private final Lane lane = new Lane();

  private void see(long nowMillis, Activity activity) {
    lane.observe(nowMillis, Observations.member(2, activity));
  }

  private void see(long nowMillis, Activity activity, long elapsedMillis, Completed completed) {
    lane.observe(nowMillis, Observations.member(2, activity, elapsedMillis, completed));
  }

  private List<String> spans() {
    return lane.since(Long.MIN_VALUE).stream()
        .map(s -> s.activity() + " " + s.fromMillis() + (s.isOpen() ? " open" : " " + s.toMillis()))
        .toList();
  }

  @Test
  void aFastMemberLeavesNoSpan() {
    see(0, Activity.FAST);
    see(500, Activity.FAST);
    assertThat(spans()).isEmpty();
  }

  @Test
  void aSlotAndItsSnapshotHaveTheTimesThatTheMemberTells() {
    see(1_000, Activity.FAST, 0, new Completed(4, 0, 900));
    see(1_500, Activity.SLOT_OUTSTANDING, 0, new Completed(4, 0, 900));
    see(2_000, Activity.SLOT_OUTSTANDING, 0, new Completed(4, 0, 900));
    see(2_500, Activity.SNAPSHOT_SLOT, 300, new Completed(4, 0, 900));
    see(3_000, Activity.SNAPSHOT_SLOT, 820, new Completed(4, 0, 900)); // a fresher report
    see(3_500, Activity.SNAPSHOT_SLOT, 820, new Completed(4, 0, 900)); // the same one
    assertThat(spans()).containsExactly("SLOT_OUTSTANDING 1500 2500", "SNAPSHOT_SLOT 2500 open");
    see(4_000, Activity.FAST, 0, new Completed(5, 0, 1_250));
    assertThat(spans()).containsExactly("SLOT_OUTSTANDING 1500 2500", "SNAPSHOT_SLOT 2500 3750");
  }

  @Test
  void withoutASlotASnapshotBeginsBeforeItIsSeen() {
    see(1_000, Activity.FAST);
    see(1_500, Activity.SNAPSHOT_STOCK_RULE, 320, Completed.NONE);
    see(2_000, Activity.SNAPSHOT_STOCK_RULE, 900, Completed.NONE);
    assertThat(spans()).containsExactly("SNAPSHOT_STOCK_RULE 1100 open");
  }

  @Test
  void oneSnapshotRightAfterAnotherIsASpanOfItsOwn() {
    see(1_000, Activity.SNAPSHOT_SLOT, 900, Completed.NONE);
    see(1_500, Activity.SNAPSHOT_SLOT, 100, new Completed(1, 0, 1_200));
    assertThat(spans()).containsExactly("SNAPSHOT_SLOT 100 1300", "SNAPSHOT_SLOT 1400 open");
  }

  @Test
  void anAbortedSnapshotEndsWhenThatIsSeen() {
    see(1_000, Activity.SNAPSHOT_SLOT, 500, new Completed(1, 0, 100));
    see(1_500, Activity.FAST, 0, new Completed(1, 0, 100));
    assertThat(spans()).containsExactly("SNAPSHOT_SLOT 500 1500");
  }

  @Test
  void aSnapshotBetweenTwoObservationsIsNotLost() {
    see(1_000, Activity.FAST, 0, new Completed(1, 1, 100));
    see(1_500, Activity.FAST, 0, new Completed(2, 1, 120));
    see(2_000, Activity.FAST, 0, new Completed(2, 2, 9_999));
    assertThat(spans())
        .containsExactly("SNAPSHOT_SLOT 1380 1500", "SNAPSHOT_UNSCHEDULED 1500 2000");
  }

  @Test
  void aMemberThatRestartsCountsFromZero() {
    see(1_000, Activity.FAST, 0, new Completed(9, 9, 100));
    see(1_500, Activity.DISCONNECTED);
    see(2_000, Activity.FAST, 0, new Completed(0, 0, 0));
    assertThat(spans()).containsExactly("DISCONNECTED 1500 2000");
  }

  @Test
  void whatIsNotSeenIsNotMadeUp() {
    see(1_000, Activity.SNAPSHOT_SLOT, 0, Completed.NONE);
    see(1_500, Activity.SNAPSHOT_SLOT, 500, Completed.NONE);
    lane.unwatched();
    lane.unwatched();
    see(60_000, Activity.FAST, 0, new Completed(7, 0, 900));
    assertThat(spans()).containsExactly("SNAPSHOT_SLOT 1000 1500", "UNWATCHED 1500 60000");
  }

  @Test
  void onlyTheLastSpansAreKept() {
    for (int i = 0; i < 2 * Spans.MAX; i++) {
      see(i * 1_000L, Activity.DRAINING);
      see(i * 1_000L + 500, Activity.FAST);
    }
    List<Spans.Span> kept = lane.since(Long.MIN_VALUE);
    assertThat(kept).hasSize(Spans.MAX);
    assertThat(kept.get(0).id()).isEqualTo(Spans.MAX);
    assertThat(lane.since(kept.get(Spans.MAX - 1).fromMillis())).hasSize(1);
  }

  @Test
  void spansNeverOverlapAndNeverEndBeforeTheyBegin() {
    Random random = new Random(11);
    List<Activity> activities = List.of(Activity.values());
    long now = 0;
    long scheduled = 0;
    for (int i = 0; i < 5_000; i++) {
      now += 1 + random.nextInt(900);
      Activity activity = activities.get(random.nextInt(activities.size()));
      scheduled += random.nextInt(3) == 0 ? 1 : 0;
      if (random.nextInt(50) == 0) {
        lane.unwatched();
      } else {
        see(
            now,
            activity,
            random.nextInt(3_000),
            new Completed(scheduled, 0, random.nextInt(2_000)));
      }
      long end = Long.MIN_VALUE;
      List<Spans.Span> last = lane.since(now - 5_000);
      for (Spans.Span span : last) {
        assertThat(span.fromMillis()).as("step %d", i).isGreaterThanOrEqualTo(end);
        assertThat(span.toMillis()).as("step %d", i).isGreaterThanOrEqualTo(span.fromMillis());
        end = span.toMillis();
      }
      assertThat(last.stream().filter(Spans.Span::isOpen).count()).isLessThanOrEqualTo(1);
    }
  }
}
