package io.snapkeeper.core.shadow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.snapkeeper.core.RandomSource;
import io.snapkeeper.core.overlap.OverlapMeter;
import io.snapkeeper.core.overlap.OverlapTotals;
import io.snapkeeper.core.quorum.MajorityQuorum;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SnapshotPhase;
import io.snapkeeper.core.schedule.SchedulerEvent;
import io.snapkeeper.core.schedule.SchedulerLimits;
import io.snapkeeper.core.schedule.SchedulerStatus.MemberState;
import io.snapkeeper.testset.TestSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** An ensemble under ZooKeeper's own rule: what the shadow says of it, against what happened. */
class ShadowScheduleTest {

  private static final long STEP = 10;
  private static final long REPORT = 500;
  private static final long RUN = 1_800_000;

  /** What happened, looked at every ten milliseconds. */
  private static final class Truth {
    private long anyMillis;
    private long quorumMillis;
  }

  @Test
  void itSeesTheOverlapsThatHappenedAndWouldHaveHadNone() {
    RandomSource random = RandomSource.announced("ensembles watched by a shadow");
    int rounds = TestSet.times(4, 20, "ensembles watched by a shadow");
    for (int round = 0; round < rounds; round++) {
      int voters = 3 + 2 * random.below(3);
      long durationMillis = random.between(2_000, 8_000);
      watch(random, voters, durationMillis);
    }
  }

  /** And not as the schedule would have them. */
  private static void assertMembersAreTheRealOnes(
      List<WatchedMember> members, Map<Long, Report> reports) {
    for (WatchedMember member : members) {
      Report report = reports.get(member.sid());
      assertThat(member.report()).isEqualTo(Optional.ofNullable(report));
      assertThat(member.voter()).isTrue();
      assertThat(member.leader()).isEqualTo(member.sid() == 1);
      if (report == null) {
        assertThat(member.state()).isEqualTo(MemberState.SILENT);
      } else {
        assertThat(member.state())
            .isEqualTo(
                report.snapshot().phase() == SnapshotPhase.NONE
                    ? MemberState.FAST
                    : MemberState.SNAPSHOTTING);
      }
    }
  }

  private static void watch(RandomSource random, int voters, long durationMillis) {
    List<StockMember> members = new ArrayList<>();
    Set<Long> sids = new TreeSet<>();
    for (long sid = 1; sid <= voters; sid++) {
      members.add(new StockMember(sid, durationMillis - random.below(1_000), random));
      sids.add(sid);
    }
    ShadowSchedule shadow = new ShadowSchedule(5, 1, SchedulerLimits.DEFAULT);
    shadow.step(
        new SchedulerEvent.MembershipChanged(0, List.of(new MajorityQuorum(sids)), Set.of()));
    for (long sid = 2; sid <= voters; sid++) {
      shadow.step(new SchedulerEvent.MemberConnected(0, sid));
    }
    double txnsPerStep = 0.2 * STEP; // 200 a second: a cycle of 25 to 50 s
    Truth truth = new Truth();
    Map<Long, Report> reports = new TreeMap<>();
    for (long now = STEP; now <= RUN; now += STEP) {
      long snapshotting = 0;
      for (StockMember member : members) {
        member.advance(now, txnsPerStep);
        snapshotting += member.isSnapshotting() ? 1 : 0;
        if ((now + 37 * member.sid) % REPORT < STEP) {
          Report report = member.report(now);
          shadow.step(new SchedulerEvent.Reported(now, report));
          reports.put(member.sid, report);
        }
      }
      truth.anyMillis += snapshotting > 0 ? STEP : 0;
      truth.quorumMillis += voters - snapshotting <= voters / 2 ? STEP : 0;
      if (now % REPORT == 0) {
        shadow.step(new SchedulerEvent.Tick(now));
      }
      if (now % (20 * REPORT) == 0) {
        assertMembersAreTheRealOnes(shadow.members(now), reports);
      }
    }
    ShadowFigures figures = shadow.figures();
    String run = "seed %d, %d voters, %d ms".formatted(random.seed(), voters, durationMillis);
    long taken = members.stream().mapToLong(StockMember::completed).sum();
    OverlapTotals actual = figures.actual();
    assertThat(actual.watchedMillis())
        .as(run)
        .isBetween(RUN - OverlapMeter.LAG_MILLIS - 2 * REPORT, RUN);
    assertThat((double) actual.anyMillis())
        .as(run)
        .isCloseTo((double) truth.anyMillis, within(6_000.0));
    assertThat((double) actual.quorumMillis())
        .as(run)
        .isCloseTo((double) truth.quorumMillis, within(2_000.0 + 0.02 * truth.quorumMillis));
    assertThat(figures.snapshots()).as(run).isBetween(taken - voters, taken);
    assertThat(figures.scheduled().quorumMillis()).as(run).isZero();
    assertThat(figures.scheduled().degradedMillis()).as(run).isZero();
    assertThat(figures.degradedSlots()).as(run).isZero();
    assertThat((double) figures.slots())
        .as(run)
        .isCloseTo((double) taken, within(0.12 * taken + voters));
    assertThat(figures.largestBacklog()).as(run).isLessThan(1.2);
  }
}
