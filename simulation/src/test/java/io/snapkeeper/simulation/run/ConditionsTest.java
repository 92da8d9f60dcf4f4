package io.snapkeeper.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.snapkeeper.simulation.ensemble.Bursts;
import io.snapkeeper.simulation.ensemble.Votes;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Ensembles of unequal servers, votes that do not count the same, and writes with pauses. */
class ConditionsTest {

  private static final double DISK_BYTES_PER_SECOND = 100e6;
  private static final double LOG_BYTES_PER_SECOND = 1_024_000;

  /** In which a snapshot begins after the one before, at 1,000 writes/s and snapCount 100,000. */
  private static final double FILL_SECONDS = 75;

  private static final double HOURS = 1.5;

  private static final Votes HEAVY = new Votes(List.of(3L, 1L, 1L, 1L, 1L), List.of());

  private static SimulationSpec spec(int voters, double snapshotSeconds, Conditions conditions) {
    return new SimulationSpec(
        voters,
        0,
        (long) (snapshotSeconds * (DISK_BYTES_PER_SECOND - LOG_BYTES_PER_SECOND)),
        1_000,
        1_024,
        DISK_BYTES_PER_SECOND,
        100_000,
        HOURS,
        FaultLevel.NONE,
        1,
        conditions);
  }

  private static SimulationResult run(PolicyName policy, SimulationSpec spec) {
    return Simulation.run(spec, policy, share -> {});
  }

  /** Two of five that snapshot leave three, and no quorum if one of the two has three votes. */
  @Test
  void whoCountsVotersBreaksAWeightedQuorum() {
    SimulationSpec spec = spec(5, 10, new Conditions(1, 1, Bursts.STEADY, HEAVY));
    SimulationResult ours = run(PolicyName.SNAPKEEPER, spec);
    assertThat(run(PolicyName.PR1191, spec).overlapSeconds()).isGreaterThan(10);
    assertThat(ours.overlapSeconds()).isZero();
    assertThat(ours.hardLimitSnapshots()).isZero();
    assertThat(ours.degradedSlots()).isZero();
    assertThat(ours.snapshots()).isCloseTo((long) (5 * 48 * HOURS), within(12L));
  }

  /**
   * It needs a moment without any slot, which an overload never leaves by itself: the disks of the
   * others are slower, and both ask for the next slot when the last one ends.
   */
  @Test
  void theOthersLeaveAMomentToTheVoterWithoutWhomThereIsNoQuorum() {
    Votes oneDecides = new Votes(List.of(3L, 0L, 2L), List.of());
    SimulationResult ours =
        run(PolicyName.SNAPKEEPER, spec(3, 80, new Conditions(4, 1, Bursts.STEADY, oneDecides)));
    assertThat(ours.scheduleExists()).isFalse();
    assertThat(ours.degradedSeconds()).isGreaterThan(5 * 80);
    assertThat(ours.overlapSeconds()).isZero();
    assertThat(ours.hardLimitSnapshots()).isZero();
  }

  /** What counts is the time until the voters that have a write are a quorum. */
  @Test
  void aWriteWaitsForTheVoterWithoutWhomThereIsNoQuorum() {
    Votes oneDecides = new Votes(List.of(9L, 1L, 1L), List.of());
    double alone = 0.3 * (0.7 + 0.45 * Math.log(2));
    SimulationResult result =
        run(PolicyName.STOCK, spec(3, 0.01, new Conditions(1, 1, Bursts.STEADY, oneDecides)));
    // The median of one commit; that of the second of three is the same, its 99th percentile not.
    assertThat(result.writeLatency().p50Millis()).isCloseTo(alone, within(0.02));
    assertThat(result.writeLatency().p99Millis())
        .isCloseTo(0.3 * (0.7 + 0.45 * Math.log(100)), within(0.06));
  }

  @Test
  void unequalDisksHaveTheSameRules() {
    SimulationSpec spec = spec(5, 6, new Conditions(8, 1, Bursts.STEADY, Votes.MAJORITY));
    assertThat(spec.diskBytesPerSecond(1)).isEqualTo(DISK_BYTES_PER_SECOND);
    assertThat(spec.diskBytesPerSecond(5)).isCloseTo(DISK_BYTES_PER_SECOND / 8, within(1.0));
    SimulationResult ours = run(PolicyName.SNAPKEEPER, spec);
    assertThat(ours.overlapSeconds()).isZero();
    assertThat(ours.hardLimitSnapshots()).isZero();
    assertThat(ours.degradedSlots()).isZero();
    assertThat(ours.snapshots()).isCloseTo((long) (5 * 48 * HOURS), within(12L));
  }

  @Test
  void aDiskThatFailsStaysSlow() {
    SimulationSpec sound = spec(5, 10, Conditions.PLAIN);
    SimulationSpec fails = spec(5, 10, new Conditions(1, 60, Bursts.STEADY, Votes.MAJORITY));
    long limitBytes = 100_000L * 1_024;
    assertThat(run(PolicyName.SNAPKEEPER, sound).maxLogBytes()).isLessThan(2 * limitBytes);
    SimulationResult ours = run(PolicyName.SNAPKEEPER, fails);
    // A snapshot takes 600 s, in which six limits are logged.
    assertThat(ours.maxLogBytes()).isGreaterThan(5 * limitBytes);
    assertThat(ours.overlapSeconds()).isZero();
    assertThat(ours.hardLimitSnapshots()).isZero();
    assertThat(ours.degradedSlots()).isZero();
  }

  /** Four limits are logged while its snapshot lasts, and a cycle of slots is short for nine. */
  @Test
  void aServerWhoseDiskFailsStillWaitsForItsSlot() {
    SimulationResult ours =
        run(
            PolicyName.SNAPKEEPER,
            spec(9, 20, new Conditions(1, 20, Bursts.STEADY, Votes.MAJORITY)));
    assertThat(ours.maxLogBytes()).isGreaterThan(6 * 100_000L * 1_024);
    assertThat(ours.overlapSeconds()).isZero();
    assertThat(ours.hardLimitSnapshots()).isZero();
  }

  @Test
  void writesInBurstsFillLimitsByTheirMeanRate() {
    SimulationSpec spec =
        spec(5, 5, new Conditions(1, 1, new Bursts(20_000, 60_000), Votes.MAJORITY));
    for (PolicyName policy : List.of(PolicyName.STOCK, PolicyName.SNAPKEEPER)) {
      assertThat(run(policy, spec).snapshots())
          .as("%s", policy)
          .isCloseTo((long) (5 * 12 * HOURS), within(8L));
    }
  }

  private static Feasibility feasibility(
      int voters, double snapshotSeconds, Conditions conditions) {
    return new Feasibility(spec(voters, snapshotSeconds, conditions));
  }

  @Test
  void aScheduleExistsWhereAllSlotsFit() {
    assertThat(feasibility(5, 0.99 * FILL_SECONDS * 2 / 5, Conditions.PLAIN).scheduleExists())
        .isTrue();
    assertThat(feasibility(5, 1.01 * FILL_SECONDS * 2 / 5, Conditions.PLAIN).scheduleExists())
        .isFalse();
    assertThat(feasibility(2, 1, Conditions.PLAIN).scheduleExists()).isFalse();
    // One lane for 1 + sqrt(8) + 8 parts.
    Conditions unequal = new Conditions(8, 1, Bursts.STEADY, Votes.MAJORITY);
    double parts = 1 + Math.sqrt(8) + 8;
    double shareOfLog = 0.85; // the slower disks lose more of their bandwidth to the log
    assertThat(feasibility(3, shareOfLog * FILL_SECONDS / parts, unequal).scheduleExists())
        .isTrue();
    assertThat(feasibility(3, FILL_SECONDS / parts, unequal).scheduleExists()).isFalse();
    // A quarter of the log in the same time.
    Conditions bursts = new Conditions(1, 1, new Bursts(20_000, 60_000), Votes.MAJORITY);
    assertThat(feasibility(5, 3.9 * FILL_SECONDS * 2 / 5, bursts).scheduleExists()).isTrue();
  }

  @Test
  void noScheduleSparesWhoseVoteDecides() {
    Votes oneDecides = new Votes(List.of(9L, 1L, 1L), List.of());
    Conditions conditions = new Conditions(1, 1, Bursts.STEADY, oneDecides);
    assertThat(feasibility(3, 1, conditions).scheduleExists()).isFalse();
    assertThat(feasibility(5, 1, new Conditions(1, 1, Bursts.STEADY, HEAVY)).scheduleExists())
        .isTrue();
  }
}
