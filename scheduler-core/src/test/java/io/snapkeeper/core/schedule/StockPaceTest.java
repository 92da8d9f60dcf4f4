package io.snapkeeper.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.quorum.MajorityQuorum;
import io.snapkeeper.core.quorum.QuorumRule;
import io.snapkeeper.core.report.Report;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Over many cycles each member takes as many snapshots as stock, which snapshots at a random point
 * between half of the limit and all of it: on average one per 0.75 limits.
 */
class StockPaceTest {

  private static final double TOLERANCE = 0.02;

  private static final Report.Limits BY_TXNS = new Report.Limits(100_000, 0);
  private static final Report.Limits BY_BYTES = new Report.Limits(1_000_000_000, 64 << 20);

  /** {@code reportSteps}: reports that a member sends while its backlog grows by one limit. */
  @ParameterizedTest
  @CsvSource({
    "1, 1000, 0",
    "2, 1000, 0",
    "3, 1000, 0",
    "5, 1000, 0",
    "7, 1000, 0",
    "9, 1000, 0",
    "5, 50, 0",
    "5, 10000, 0",
    "1, 5000, 0",
    "9, 5000, 0",
    "3, 300, 1",
    "5, 300, 1",
    "4, 700, 2",
    "9, 3000, 3"
  })
  void snapshotsPerMemberEqualStocks(int voters, long txnsPerSecond, int voterDown) {
    Run run = new Run(voters, BY_TXNS, voterDown > 0 ? Set.of((long) voterDown) : Set.of());
    run.drive(second -> txnsPerSecond, 1_000, 40);
    run.assertStocksPace(TOLERANCE);
  }

  @ParameterizedTest
  @CsvSource({"1, 2000", "3, 2000", "5, 300", "5, 5000", "7, 2000", "9, 2000"})
  void limitsByBytes(int voters, long txnsPerSecond) {
    Run run = new Run(voters, BY_BYTES, Set.of());
    run.drive(second -> txnsPerSecond, 1_000, 40);
    run.assertStocksPace(TOLERANCE);
  }

  @ParameterizedTest
  @CsvSource({"1", "3", "5", "7", "9"})
  void changingRates(int voters) {
    Run run = new Run(voters, BY_TXNS, Set.of());
    // Quiet, busy, nothing at all, bursts.
    long[] rates = {200, 5_000, 0, 1_500, 8_000, 50, 3_000};
    run.drive(second -> rates[(int) (second / 37 % rates.length)], 1_000, 60);
    run.assertStocksPace(0.03);
  }

  /** The pace of a demonstration: a limit fills within 15 s, reports are 3% of it apart. */
  @ParameterizedTest
  @CsvSource({"1, 500", "3, 1000", "5, 1000", "5, 1800"})
  void fewReportsPerLimit(int voters, double durationMillis) {
    Run run = new Run(voters, new Report.Limits(6_000, 0), Set.of());
    run.drive(second -> 400, durationMillis, 60);
    run.assertStocksPace(0.05);
  }

  /**
   * Servers that stall together, as on machines whose host gives their time to others: no report
   * arrives meanwhile, and afterwards all writes that waited are committed at once.
   */
  @ParameterizedTest
  @CsvSource({"3, 2", "3, 4", "5, 2", "5, 4", "7, 2"})
  void burstsAfterStalls(int voters, int stallSecondsMax) {
    Run run = new Run(voters, new Report.Limits(12_000, 0), Set.of());
    run.stalls = new Stalls(new Random(voters), stallSecondsMax * 1_000);
    run.drive(second -> 1_000, 500, 100);
    run.assertStocksPace(0.05);
  }

  @Test
  void firstRoundOfEqualBacklogsIsSpreadBetweenHalfAndAll() {
    Run run = new Run(5, BY_TXNS, Set.of());
    run.members.forEach(member -> member.setBacklog(49_000, 0));
    run.drive(second -> 1_000, 1_000, 0.54);
    assertThat(run.firedAt)
        .hasSize(5)
        .satisfies(
            fired -> {
              double[] expected = {0.5, 0.625, 0.75, 0.875, 1.0};
              for (int i = 0; i < 5; i++) {
                assertThat(fired.get(i)).isBetween(expected[i] - 0.01, expected[i] + 0.03);
              }
            });
  }

  @Test
  void backlogOfAPauseIsWorkedOffOneByOne() {
    Run run = new Run(5, BY_TXNS, Set.of());
    run.members.forEach(member -> member.setBacklog(140_000, 0));
    run.drive(second -> 1_000, 8_000, 3);
    assertThat(run.members).allSatisfy(member -> assertThat(member.scheduled).isPositive());
    assertThat(run.concurrentMax).isEqualTo(1);
  }

  @Test
  void lanesFollowLongSnapshots() {
    // Five snapshots of 40 s are more than fit one after the other into 0.75 of 100 s.
    Run run = new Run(5, BY_TXNS, Set.of());
    run.drive(second -> 1_000, 40_000, 60);
    assertThat(run.concurrentMax).isEqualTo(2);
    assertThat(run.unsafeMillis).isZero();
  }

  /** Times in which nothing happens; as long, on average, as the times between them. */
  private static final class Stalls implements LongPredicate {
    private final Random random;
    private final int millisMax;
    private long nextMillis;
    private boolean stalled;

    Stalls(Random random, int millisMax) {
      this.random = random;
      this.millisMax = millisMax;
    }

    @Override
    public boolean test(long now) {
      if (now >= nextMillis) {
        stalled = !stalled;
        nextMillis = now + 50 + random.nextInt(millisMax);
      }
      return stalled;
    }
  }

  /** Members that report twice a second, a leader that ticks five times a second. */
  private static final class Run {
    final List<ModelMember> members = new ArrayList<>();
    final List<Double> firedAt = new ArrayList<>();
    final SnapshotScheduler scheduler = new SnapshotScheduler(3, 1, SchedulerLimits.DEFAULT);
    final Set<Long> all;
    private final QuorumRule rule;
    LongPredicate stalls = now -> false;
    double limitsLogged;
    int concurrentMax;
    long unsafeMillis;

    Run(int voters, Report.Limits limits, Set<Long> down) {
      all = LongStream.rangeClosed(1, voters).boxed().collect(Collectors.toSet());
      rule = new MajorityQuorum(all);
      scheduler.step(new SchedulerEvent.MembershipChanged(0, List.of(rule), Set.of()));
      for (long sid = 1; sid <= voters; sid++) {
        if (down.contains(sid)) {
          continue;
        }
        members.add(new ModelMember(sid, limits, 1_000));
        scheduler.step(new SchedulerEvent.MemberConnected(0, sid));
      }
    }

    /** Drives the members until {@code limits} limits were logged. */
    void drive(LongUnaryOperator txnsPerSecond, double durationMillis, double limits) {
      members.forEach(member -> member.durationMillis = durationMillis);
      long stepMillis = 50;
      double start = limitsLogged;
      double waiting = 0;
      for (long now = stepMillis; limitsLogged - start < limits; now += stepMillis) {
        waiting += txnsPerSecond.applyAsLong(now / 1_000) * stepMillis / 1_000.0;
        if (!stalls.test(now)) {
          step(now, waiting);
          waiting = 0;
        }
        assertThat(now).as("gets on").isLessThan(200_000_000);
      }
    }

    private void step(long now, double txns) {
      Report.Limits limits = members.get(0).limits;
      double byBytes = limits.snapSizeBytes() == 0 ? 0 : bytes(txns) / limits.snapSizeBytes();
      limitsLogged += Math.max(txns / limits.snapCount(), byBytes);
      Set<Long> quiet = new HashSet<>();
      for (ModelMember member : members) {
        boolean before = member.isSnapshotting();
        member.advance(now, txns, bytes(txns));
        if (member.isSnapshotting() && !before) {
          firedAt.add(member.fraction());
        }
        if (!member.isSnapshotting()) {
          quiet.add(member.sid);
        }
      }
      concurrentMax = Math.max(concurrentMax, members.size() - quiet.size());
      unsafeMillis += rule.containsQuorum(quiet) ? 0 : 50;
      for (ModelMember member : members) {
        if (now % 500 == member.sid * 100 % 500) {
          act(now, scheduler.step(new SchedulerEvent.Reported(now, member.report(now))));
        }
      }
      if (now % 200 == 0) {
        act(now, scheduler.step(new SchedulerEvent.Tick(now)));
      }
    }

    private static double bytes(double txns) {
      return txns * ModelMember.BYTES_PER_TXN;
    }

    private void act(long now, List<SchedulerAction> actions) {
      for (SchedulerAction action : actions) {
        if (action instanceof SchedulerAction.Grant grant) {
          members.stream()
              .filter(member -> member.sid == grant.sid())
              .forEach(member -> member.grant(now, grant));
        }
      }
    }

    void assertStocksPace(double tolerance) {
      double stock = limitsLogged / 0.75;
      double mean = members.stream().mapToLong(member -> member.scheduled).average().orElseThrow();
      // The last cycle may be anywhere between its members' slots.
      assertThat(mean)
          .as("mean per member")
          .isBetween(stock * (1 - tolerance) - 1, stock * (1 + tolerance) + 1);
      for (ModelMember member : members) {
        assertThat((double) member.scheduled)
            .as("snapshots of server %d over %.0f limits", member.sid, limitsLogged)
            .isBetween(stock * (1 - tolerance) - 1, stock * (1 + tolerance) + 1);
      }
    }
  }
}
