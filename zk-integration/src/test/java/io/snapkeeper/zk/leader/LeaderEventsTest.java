package io.snapkeeper.zk.leader;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.report.PingStamp;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.schedule.SchedulerEvent;
import io.snapkeeper.core.wire.PingRecord;
import io.snapkeeper.core.wire.ReportEncoder;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Reports that waited somewhere: on the network, or for a leader that was not awake. */
class LeaderEventsTest {

  private static final long NOW = 1_000_000;

  private final LearnerLink link = new LearnerLink(2, data -> {});

  @Test
  void aReportIsAsOldAsThePingItAnswers() {
    LeaderEvents events = LeaderEvents.ofTerm();
    events.of(NOW, List.of(link));

    arrive(PingStamp.of(NOW - 7_000));
    assertThat(ages(events)).as("it waited for seven seconds").containsExactly(7_000L);

    arrive(PingStamp.of(NOW));
    assertThat(ages(events)).containsExactly(0L);
  }

  @Test
  void aReportOfAMemberThatHasHeardNoStampCountsAsWrittenOnArrival() {
    LeaderEvents events = LeaderEvents.ofTerm();
    events.of(NOW, List.of(link));
    arrive(PingStamp.NONE);
    assertThat(ages(events)).containsExactly(0L);
  }

  /** Before that its member may not have heard of a slot that the scheduler before granted. */
  @Test
  void afterARestartOnlyWhatWasWrittenSinceCounts() {
    LeaderEvents events = LeaderEvents.afterRestart(NOW - 100);
    events.of(NOW, List.of(link));

    arrive(PingStamp.of(NOW - 101));
    assertThat(ages(events)).isEmpty();
    arrive(PingStamp.NONE);
    assertThat(ages(events)).isEmpty();
    arrive(PingStamp.of(NOW - 100));
    assertThat(ages(events)).containsExactly(100L);
  }

  private void arrive(int stamp) {
    Report report =
        new Report(
            2,
            1,
            new Report.Backlog(0, 0),
            new Report.Limits(1_000, 0),
            new Report.Fsync(0, 0, 0, 0),
            Report.Snapshot.NONE,
            Report.Slot.NONE,
            Report.LastSnapshot.UNKNOWN,
            0,
            new Report.Counts(0, 0),
            OperatorOverride.NONE,
            stamp);
    for (PingRecord record : ReportEncoder.encode(report)) {
      link.accept(record.sessionId(), record.timeout());
    }
  }

  private static List<Long> ages(LeaderEvents events) {
    return events.reports(NOW, Optional.empty()).stream()
        .map(event -> ((SchedulerEvent.Reported) event).ageMillis())
        .toList();
  }
}
