package io.snapkeeper.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.quorum.MajorityQuorum;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.schedule.QuorumSafety.Obstacle;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is allowed while voters come, go, snapshot and fall silent. */
class QuorumSafetyTest {

  private static final SchedulerLimits LIMITS = SchedulerLimits.DEFAULT;

  private final Roster roster = new Roster(1);
  private final QuorumSafety safety = new QuorumSafety();

  QuorumSafetyTest() {
    roster.ensureLeader(0);
    voters(0, 1L, 2L, 3L);
    for (long sid = 1; sid <= 3; sid++) {
      roster.connected(sid, 0);
      report(0, sid);
    }
    safety.observe(roster, 0, LIMITS);
  }

  @Test
  void oneOfThreeMaySnapshotWhileAllAreThere() {
    assertThat(safety.concurrentSnapshotsMax()).isEqualTo(1);
    assertThat(safety.margin()).isEqualTo(1);
    assertThat(safety.obstacleFor(2)).isEqualTo(Obstacle.NONE);
    assertThat(safety.allowsNormalSlotLater(2)).isTrue();
  }

  @Test
  void whoFallsSilentCountsAgainOnceItIsHeard() {
    long stale = LIMITS.reportFreshMillis() + 1;
    report(stale, 1);
    report(stale, 2);
    safety.observe(roster, stale, LIMITS);
    assertThat(safety.concurrentSnapshotsMax()).isZero();
    assertThat(safety.obstacleFor(2)).isEqualTo(Obstacle.LOSS);
    assertThat(safety.allowsNormalSlotLater(2)).isFalse();
    assertThat(safety.allowsNormalSlotLater(3)).as("the others are a quorum").isTrue();
    report(stale, 3);
    safety.observe(roster, stale, LIMITS);
    assertThat(safety.concurrentSnapshotsMax()).isEqualTo(1);
    assertThat(safety.obstacleFor(2)).isEqualTo(Obstacle.NONE);
  }

  @Test
  void whoStaysAwayIsMissingWhereItsVoteWouldHelp() {
    long away = LIMITS.reportFreshMillis() + QuorumSafety.MISSING_MILLIS;
    report(away, 1);
    report(away, 2);
    safety.observe(roster, away, LIMITS);
    assertThat(safety.obstacleFor(2)).isEqualTo(Obstacle.MISSING);
    voters(away, 1L, 2L);
    safety.observe(roster, away, LIMITS);
    assertThat(safety.obstacleFor(2)).as("of two both are needed").isEqualTo(Obstacle.TOO_FEW);
  }

  @Test
  void aSnapshotIsInTheWayOfOthersUntilItEnds() {
    snapshot(2);
    assertThat(safety.obstacleFor(3)).isEqualTo(Obstacle.SNAPSHOTS);
    assertThat(safety.allowsNormalSlotLater(3)).isTrue();
    assertThat(safety.isQuiet()).isFalse();
    assertThat(safety.isQuietBesides(2L)).isTrue();
    assertThat(safety.isQuietBesides(3L)).isFalse();
    snapshot(3);
    assertThat(safety.isQuietBesides(2L)).isFalse();
  }

  @Test
  void whereNobodySnapshotsItIsQuietBesidesAnybody() {
    assertThat(safety.isQuiet()).isTrue();
    assertThat(safety.isQuietBesides(2L)).isTrue();
  }

  @Test
  void whoVotesNoLongerIsInNobodysWay() {
    snapshot(3);
    voters(0, 1L, 2L);
    safety.observe(roster, 0, LIMITS);
    assertThat(safety.isQuiet()).isTrue();
    assertThat(safety.margin()).isZero();
  }

  private void snapshot(long sid) {
    ModelMember model = new ModelMember(sid, new Report.Limits(1_000, 0), 1_000);
    model.startUnscheduled(0);
    roster.find(sid).accept(0, model.report(0), 0);
    safety.observe(roster, 0, LIMITS);
  }

  private void report(long now, long sid) {
    ModelMember model = new ModelMember(sid, new Report.Limits(1_000, 0), 1_000);
    roster.find(sid).accept(now, model.report(now), 0);
  }

  private void voters(long now, Long... sids) {
    roster.membershipChanged(List.of(new MajorityQuorum(Set.of(sids))), Set.of(), now);
  }
}
