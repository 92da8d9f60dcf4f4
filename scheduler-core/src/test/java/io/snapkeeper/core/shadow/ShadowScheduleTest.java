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

  /** Of what comes after this the meter has said nothing at the end of the run. */
  private static final long METERED = RUN - OverlapMeter.LAG_MILLIS;

  /** A limit fills in 50 s, so that stock snapshots every 25 to 50 s. */
  private static final double TXNS_PER_MILLI = 0.2;

  /** What happened until the time up to which it is metered, looked at every ten milliseconds. */
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
      watch(random, voters, durationMillis, round % 2 == 0);
    }
  }

  /** What a member has taken in an earlier connection counts; the member begins anew. */
  @Test
  void whoLeavesIsForgottenButNotItsSnapshots() {
    RandomSource random = RandomSource.announced("a member that comes back");
    StockMember member = new StockMember(2, 2_000, 0, random);
    ShadowSchedule shadow = new ShadowSchedule(5, 1, SchedulerLimits.DEFAULT);
    shadow.step(
        new SchedulerEvent.MembershipChanged(
            0, List.of(new MajorityQuorum(Set.of(1L, 2L))), Set.of()));
    shadow.step(new SchedulerEvent.MemberConnected(0, 2));
    for (long now = REPORT; now <= 200_000; now += REPORT) {
      member.advance(now, TXNS_PER_MILLI * REPORT);
      shadow.step(new SchedulerEvent.Reported(now, member.report(now)));
    }
    long taken = shadow.figures().snapshots();
    assertThat(taken).isGreaterThan(2);
    shadow.step(new SchedulerEvent.MemberDisconnected(200_000, 2));
    assertThat(shadow.figures().snapshots()).isEqualTo(taken);
    assertThat(reportOf(shadow, 200_000)).isEmpty();
    shadow.step(new SchedulerEvent.MemberConnected(200_500, 2));
    shadow.step(new SchedulerEvent.Reported(200_500, member.report(200_500)));
    assertThat(reportOf(shadow, 200_500)).isPresent();
    // A connection that nobody saw end is one that has ended.
    shadow.step(new SchedulerEvent.MemberConnected(201_000, 2));
    assertThat(reportOf(shadow, 201_000)).isEmpty();
    assertThat(shadow.figures().snapshots()).isEqualTo(taken);
  }

  private static Optional<Report> reportOf(ShadowSchedule shadow, long nowMillis) {
    return shadow.members(nowMillis).stream()
        .filter(member -> member.sid() == 2)
        .findAny()
        .orElseThrow()
        .report();
  }

  /**
   * The largest backlog that the schedule may let a member have, in limits.
   *
   * <p>Backlogs at random, as stock leaves them, may all be full at once: then the last one waits,
   * on one lane, for a slot of every other one, each longer by a report until it is known to be
   * over, and for its own reports. In 20,000 such rounds the largest was 1.28, and in nine it was
   * above 1.2, always in the first 50 s. Evenly spread backlogs do not come near that.
   */
  private static double mostLimits(boolean spread, List<Long> durationsMillis) {
    if (spread) {
      return 1.2;
    }
    long waitMillis = 2 * REPORT;
    for (long millis : durationsMillis) {
      waitMillis += millis + REPORT;
    }
    long ownMillis = durationsMillis.stream().mapToLong(Long::longValue).min().orElseThrow();
    return 1 + (waitMillis - ownMillis) * TXNS_PER_MILLI / StockMember.SNAP_COUNT;
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

  private static void watch(RandomSource random, int voters, long durationMillis, boolean spread) {
    List<StockMember> members = new ArrayList<>();
    List<Long> durationsMillis = new ArrayList<>();
    Set<Long> sids = new TreeSet<>();
    for (long sid = 1; sid <= voters; sid++) {
      long ownMillis = durationMillis - random.below(1_000);
      double backlog =
          spread
              ? (double) StockMember.SNAP_COUNT * (sid - 1) / voters
              : random.below(StockMember.SNAP_COUNT);
      durationsMillis.add(ownMillis);
      members.add(new StockMember(sid, ownMillis, backlog, random));
      sids.add(sid);
    }
    ShadowSchedule shadow = new ShadowSchedule(5, 1, SchedulerLimits.DEFAULT);
    shadow.step(
        new SchedulerEvent.MembershipChanged(0, List.of(new MajorityQuorum(sids)), Set.of()));
    for (long sid = 2; sid <= voters; sid++) {
      shadow.step(new SchedulerEvent.MemberConnected(0, sid));
    }
    double txnsPerStep = TXNS_PER_MILLI * STEP;
    Truth truth = new Truth();
    double largestReported = 0;
    Map<Long, Report> reports = new TreeMap<>();
    for (long now = STEP; now <= RUN; now += STEP) {
      long snapshotting = 0;
      for (StockMember member : members) {
        member.advance(now, txnsPerStep);
        snapshotting += member.isSnapshotting() ? 1 : 0;
        if ((now + 37 * member.sid) % REPORT < STEP) {
          Report report = member.report(now);
          largestReported = Math.max(largestReported, report.limits().fractionOf(report.backlog()));
          shadow.step(new SchedulerEvent.Reported(now, report));
          reports.put(member.sid, report);
        }
      }
      if (now <= METERED) {
        truth.anyMillis += snapshotting > 0 ? STEP : 0;
        truth.quorumMillis += voters - snapshotting <= voters / 2 ? STEP : 0;
      }
      if (now % REPORT == 0) {
        shadow.step(new SchedulerEvent.Tick(now));
      }
      if (now % (20 * REPORT) == 0) {
        assertThat(shadow.members(now)).hasSize(voters);
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
        .isCloseTo((double) truth.anyMillis, within(3_000.0));
    assertThat((double) actual.quorumMillis())
        .as(run)
        .isCloseTo((double) truth.quorumMillis, within(500.0 + 0.02 * truth.quorumMillis));
    assertThat(figures.snapshots()).as(run).isBetween(taken - voters, taken);
    assertThat(figures.scheduled().watchedMillis()).as(run).isEqualTo(actual.watchedMillis());
    assertThat(figures.scheduled().anyMillis()).as(run).isPositive();
    assertThat(figures.scheduled().quorumMillis()).as(run).isZero();
    assertThat(figures.scheduled().degradedMillis()).as(run).isZero();
    assertThat(figures.degradedSlots()).as(run).isZero();
    assertThat((double) figures.slots())
        .as(run)
        .isCloseTo((double) taken, within(0.12 * taken + voters));
    assertThat(figures.largestActualBacklog()).as(run).isEqualTo(largestReported);
    assertThat(figures.largestBacklog())
        .as(run + (spread ? ", backlogs spread" : ", backlogs at random"))
        .isLessThan(mostLimits(spread, durationsMillis));
  }
}
