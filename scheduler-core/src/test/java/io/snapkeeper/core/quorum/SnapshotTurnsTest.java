package io.snapkeeper.core.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snapkeeper.core.member.SnapshotDeadline;
import io.snapkeeper.core.report.Report;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many snapshots follow one another, under each kind of rule. */
class SnapshotTurnsTest {

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 2", "3, 3", "4, 4", "5, 3", "6, 3", "7, 3", "9, 3"})
  void aMajoritySparesLessThanHalfAtOnce(int voters, int turns) {
    assertThat(SnapshotTurns.of(List.of(new MajorityQuorum(sids(1, voters))))).isEqualTo(turns);
  }

  @Test
  void voterWithoutWeightTakesNobodysTurn() {
    QuorumRule rule = weighted(Map.of(1L, 1L, 2L, 1L, 3L, 1L, 4L, 0L, 5L, 0L));
    assertThat(SnapshotTurns.of(List.of(rule))).isEqualTo(3);
  }

  /** Where one voter outweighs the others, nobody may be absent beside it and it never. */
  @Test
  void aVoterThatIsAQuorumByItselfTakesATurnAlone() {
    QuorumRule rule = weighted(Map.of(1L, 5L, 2L, 1L, 3L, 1L));
    assertThat(SnapshotTurns.of(List.of(rule))).isEqualTo(2);
  }

  /** Two of three groups are a quorum, and two of three voters in each of them. */
  @Test
  void ofGroupsOneWholeGroupAndOneOfEachOtherMayBeAbsent() {
    Map<Long, Long> groups = new HashMap<>();
    for (long sid = 1; sid <= 9; sid++) {
      groups.put(sid, (sid - 1) / 3);
    }
    assertThat(SnapshotTurns.of(List.of(new HierarchicalQuorum(groups, Map.of())))).isEqualTo(3);
  }

  @Test
  void duringAReconfigurationBothRulesNeedTheirQuorum() {
    List<QuorumRule> rules =
        List.of(new MajorityQuorum(sids(1, 3)), new MajorityQuorum(sids(3, 5)));
    // Server 3 votes in both; of the others one of each side goes at once.
    assertThat(SnapshotTurns.of(rules)).isEqualTo(3);
  }

  /** A member's deadline counts all voters: a round of those that are left has to end in time. */
  @Test
  void withVotersDownARoundEndsBeforeTheHardLimit() {
    Report.Limits limits = new Report.Limits(100_000, 0);
    for (int voters = 1; voters <= 21; voters++) {
      int turns = SnapshotTurns.of(List.of(new MajorityQuorum(sids(1, voters))));
      long deadlineMillis = SnapshotDeadline.millis(limits, 1, 0, turns);
      int quorum = voters / 2 + 1;
      for (int left = quorum; left <= voters; left++) {
        int atOnce = Math.max(1, left - quorum);
        long roundMillis = (left + atOnce - 1) / atOnce * deadlineMillis;
        assertThat(roundMillis)
            .as("%d of %d voters are left", left, voters)
            .isLessThan(3 * limits.snapCount());
      }
    }
  }

  @Test
  void withoutARuleThereIsNoAnswer() {
    assertThatIllegalArgumentException().isThrownBy(() -> SnapshotTurns.of(List.of()));
  }

  private static QuorumRule weighted(Map<Long, Long> weights) {
    Map<Long, Long> oneGroup =
        weights.keySet().stream().collect(Collectors.toMap(sid -> sid, sid -> 1L));
    return new HierarchicalQuorum(oneGroup, weights);
  }

  private static Set<Long> sids(long first, long last) {
    return LongStream.rangeClosed(first, last).boxed().collect(Collectors.toSet());
  }
}
