package io.snapkeeper.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.quorum.MajorityQuorum;
import io.snapkeeper.core.report.DeclineReason;
import io.snapkeeper.core.report.Report;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What an operator reads; the scenarios have most of the texts. */
class ReasonsTest {

  @Test
  void durationsAreShort() {
    assertThat(awayFor(0)).isEqualTo("not connected for 0.0 s");
    assertThat(awayFor(9_999)).isEqualTo("not connected for 9.9 s");
    assertThat(awayFor(10_000)).isEqualTo("not connected for 10 s");
    assertThat(awayFor(599_999)).isEqualTo("not connected for 599 s");
    assertThat(awayFor(600_000)).isEqualTo("not connected for 10 min");
  }

  @Test
  void threeVotersAreNamedAtMost() {
    assertThat(heldByLoss(1L, 2L, 3L, 4L))
        .endsWith(
            "server 2 is gone for 1.0 s; server 3 is gone for 1.0 s; server 4 is gone for 1.0 s");
    assertThat(heldByLoss(1L, 2L, 3L, 4L, 5L)).endsWith("server 4 is gone for 1.0 s; and 1 more");
    assertThat(heldByLoss(1L, 2L, 3L, 4L, 5L, 6L)).endsWith("; and 2 more");
  }

  @Test
  void eachReasonForDecliningHasItsText() {
    assertThat(Reasons.declined(DeclineReason.NOT_SERVING)).contains("not serving");
    assertThat(Reasons.declined(DeclineReason.OLD_EPOCH)).contains("another leader");
    assertThat(Reasons.declined(DeclineReason.SNAPSHOT_RUNNING)).contains("running already");
    assertThat(Reasons.declined(DeclineReason.NEVER_STARTED)).contains("never began");
    assertThat(Reasons.declined(DeclineReason.SWITCHED_OFF)).contains("switched off");
    List<String> texts = Arrays.stream(DeclineReason.values()).map(Reasons::declined).toList();
    assertThat(texts).doesNotHaveDuplicates().allMatch(text -> text.startsWith("declined: "));
  }

  @Test
  void aRequestIsRefusedForWhatIsMissing() {
    assertThat(Reasons.refusal(7, null)).isEqualTo("server 7 is no member of this ensemble");
    Member member = new Member(7, false, 0);
    assertThat(Reasons.refusal(7, member)).isEqualTo("server 7 is not connected");
    member.connect();
    assertThat(Reasons.refusal(7, member))
        .isEqualTo("server 7 has not reported; is the plugin on it?");
  }

  @Test
  void whyALogDrainsIsTold() {
    assertThat(heldByDraining(fsync(0, 0), fsync(10, 10 * 250_400)))
        .endsWith("server 2 is draining, fsync 250 ms");
    assertThat(heldByDraining(fsync(0, 0), new Report.Fsync(10, 2_000_000, 0, 10_001)))
        .as("200 ms are allowed")
        .endsWith("server 2 is draining, 10001 requests wait for its log");
    Report.Fsync stuck = new Report.Fsync(10, 100, 0, 7);
    assertThat(heldByDraining(stuck, stuck))
        .endsWith("server 2 is draining, 7 requests wait and none was committed for 1.0 s");
  }

  private static Report.Fsync fsync(long commits, long totalMicros) {
    return new Report.Fsync(commits, totalMicros, 0, 0);
  }

  /** Why the leader of two waits for server 2. */
  private static String heldByDraining(Report.Fsync before, Report.Fsync now) {
    Roster roster = new Roster(1);
    roster.ensureLeader(0);
    roster.membershipChanged(List.of(new MajorityQuorum(Set.of(1L, 2L))), Set.of(), 0);
    Member draining = roster.connected(2, 0);
    draining.accept(0, report(before), 0);
    draining.accept(1_000, report(now), 0);
    Member leader = roster.find(1);
    leader.verdict = Verdict.HELD_BY_DRAINING;
    return reasons(roster, 1_000).of(leader, null);
  }

  private static Report report(Report.Fsync fsync) {
    return new Report(
        2,
        1,
        new Report.Backlog(0, 0),
        new Report.Limits(1_000, 0),
        fsync,
        Report.Snapshot.NONE,
        Report.Slot.NONE,
        Report.LastSnapshot.UNKNOWN,
        0,
        new Report.Counts(0, 0),
        OperatorOverride.NONE);
  }

  private static String awayFor(long millis) {
    Member member = new Member(7, false, 0);
    member.verdict = Verdict.DISCONNECTED;
    return reasons(new Roster(1), millis).of(member, null);
  }

  /** Why the leader waits when it alone is connected. */
  private static String heldByLoss(Long... voters) {
    Roster roster = new Roster(1);
    roster.ensureLeader(0);
    roster.membershipChanged(
        List.of(new MajorityQuorum(new TreeSet<>(Set.of(voters)))), Set.of(), 0);
    Member leader = roster.find(1);
    leader.verdict = Verdict.HELD_BY_LOSS;
    return reasons(roster, 1_000).of(leader, null);
  }

  private static Reasons reasons(Roster roster, long nowMillis) {
    return new Reasons(roster, nowMillis, SchedulerLimits.DEFAULT, OperatorOverride.NONE);
  }
}
