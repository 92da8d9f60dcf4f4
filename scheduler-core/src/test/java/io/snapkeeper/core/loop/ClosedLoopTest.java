package io.snapkeeper.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.RandomSource;
import io.snapkeeper.core.loop.SimulatedEnsemble.Shape;
import io.snapkeeper.core.member.MemberMode;
import io.snapkeeper.core.member.Trigger;
import io.snapkeeper.core.operator.OperatorOverride;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Gates and scheduler together, through the real codecs, over hours of simulated time. */
class ClosedLoopTest {

  /** Stock snapshots at 0.75 of snapCount on average. */
  private static final double STOCK_MEAN = 0.75;

  private static final Shape FIVE = new Shape(5, 0, 10_000, 500, Collections.nCopies(5, 1_500L));

  @Test
  void inFairRunsEveryMemberSnapshotsAsOftenAsStockAndAlwaysInItsSlot() {
    RandomSource random = RandomSource.announced("fair runs");
    List<Shape> shapes =
        List.of(
            FIVE,
            new Shape(3, 0, 10_000, 500, Collections.nCopies(3, 2_000L)),
            new Shape(7, 2, 20_000, 800, Collections.nCopies(9, 1_200L)),
            new Shape(5, 1, 10_000, 300, List.of(500L, 1_000L, 2_000L, 4_000L, 8_000L, 1_000L)),
            // A cycle takes 20 s one at a time and 15 s of load fill it: two at a time.
            new Shape(5, 0, 10_000, 500, Collections.nCopies(5, 4_000L)),
            new Shape(9, 0, 10_000, 400, Collections.nCopies(9, 900L)));
    for (Shape shape : shapes) {
      SimulatedEnsemble ensemble = started(shape, random);
      // The first cycle spreads the members out; it is not yet the steady course.
      ensemble.runFor(120_000);
      List<Integer> before = completed(ensemble);
      long txnsBefore = ensemble.txns();
      ensemble.runFor(2_400_000);
      double stock = (ensemble.txns() - txnsBefore) / (STOCK_MEAN * shape.snapCount());
      List<Integer> after = completed(ensemble);
      System.out.printf(
          "%s: stock would take %.1f snapshots per server, here %s; at most %d in slots%n",
          shape, stock, differences(before, after), ensemble.mostInSlots);
      for (int i = 0; i < after.size(); i++) {
        assertThat(after.get(i) - before.get(i))
            .as("snapshots of server %d, %s, seed %d", i + 1, shape, random.seed())
            .isBetween((int) Math.floor(stock * 0.9), (int) Math.ceil(stock * 1.1));
      }
      for (SimulatedMember member : ensemble.members.values()) {
        assertThat(member.completed(Trigger.Cause.HARD_LIMIT)).isZero();
        assertThat(member.completed(Trigger.Cause.STOCK_RULE)).isZero();
      }
      assertThat(ensemble.degraded).as("degraded slots of %s", shape).isZero();
      assertThat(ensemble.mostInSlots).isPositive();
    }
  }

  @Test
  void withoutASchedulerMembersSnapshotAsStock() {
    RandomSource random = RandomSource.announced("scheduler lost");
    SimulatedEnsemble ensemble = started(FIVE, random);
    ensemble.runFor(60_000);
    ensemble.silenceScheduler();
    ensemble.runFor(SimulatedEnsemble.LEASE_MILLIS + 1_000);
    ensemble.members.values().forEach(m -> assertMode(m, MemberMode.STOCK_RULE));
    // What is held now is used or expires.
    ensemble.runFor(30_000);
    List<Integer> inSlots = completed(ensemble, Trigger.Cause.SLOT);
    List<Integer> before = completed(ensemble);
    long txnsBefore = ensemble.txns();
    ensemble.runFor(2_400_000);
    double stock = (ensemble.txns() - txnsBefore) / (STOCK_MEAN * FIVE.snapCount());
    List<Integer> taken = differences(before, completed(ensemble));
    System.out.printf("without scheduler: stock mean %.1f per server, here %s%n", stock, taken);
    assertThat(completed(ensemble, Trigger.Cause.SLOT)).isEqualTo(inSlots);
    for (int count : taken) {
      assertThat((double) count).isBetween(stock * 0.9, stock * 1.1);
    }
    // A new leader schedules again.
    ensemble.lead(2, ensemble.members.keySet());
    ensemble.runFor(2_000);
    ensemble.members.values().forEach(m -> assertMode(m, MemberMode.SCHEDULED));
  }

  @Test
  void aLostSchedulerDoesNotMakeAllMembersSnapshotAtOnce() {
    RandomSource random = RandomSource.announced("spread after a lost scheduler");
    int together = 0;
    int runs = 40;
    for (int run = 0; run < runs; run++) {
      SimulatedEnsemble ensemble = started(FIVE, RandomSource.of(random.nextSeed()));
      ensemble.runFor(20_000);
      // Held back beyond every stock threshold: the members wait for nothing but the delay.
      ensemble.order(OperatorOverride.Mode.PAUSED, 3_600_000);
      ensemble.runFor(25_000);
      ensemble.order(OperatorOverride.Mode.OFF, 3_600_000);
      Set<Long> startedWithin = new HashSet<>();
      for (long end = ensemble.now + 500; ensemble.now < end; ) {
        ensemble.advance();
        ensemble.members.values().stream()
            .filter(SimulatedMember::isWriting)
            .forEach(member -> startedWithin.add(member.sid));
      }
      together += startedWithin.size() == 5 ? 1 : 0;
    }
    // Delays are uniform over 2 s: five within the first half second is a chance of 1 in 1,024.
    assertThat(together).as("seed %d", random.seed()).isLessThanOrEqualTo(2);
  }

  @Test
  void aPauseOutlivesTheLeaderChangesAndLapses() {
    RandomSource random = RandomSource.announced("orders and leader changes");
    SimulatedEnsemble ensemble = started(FIVE, random);
    ensemble.runFor(40_000);
    long orderedAt = ensemble.now;
    ensemble.order(OperatorOverride.Mode.PAUSED, 30_000);
    ensemble.runFor(2_000);
    long leader = 1;
    for (int change = 0; change < 3; change++) {
      leader++;
      ensemble.lead(leader, ensemble.members.keySet());
      ensemble.runFor(2_000);
      assertThat(ensemble.override().mode()).isEqualTo(OperatorOverride.Mode.PAUSED);
      assertThat(ensemble.override().version()).isEqualTo(1);
      ensemble.members.values().forEach(m -> assertMode(m, MemberMode.PAUSED));
    }
    int granted = ensemble.granted;
    while (ensemble.override().mode() == OperatorOverride.Mode.PAUSED) {
      assertThat(ensemble.granted).isEqualTo(granted);
      ensemble.advance();
    }
    // Each hand-over rounds down to a second and adds a message's way.
    assertThat(ensemble.now - orderedAt).isBetween(26_000L, 31_000L);
    ensemble.runFor(2_000);
    ensemble.members.values().forEach(m -> assertMode(m, MemberMode.SCHEDULED));
    ensemble.runFor(30_000);
    assertThat(ensemble.granted).isGreaterThan(granted);
  }

  @Test
  void throughDisconnectsLeaderChangesAndOrdersTheBudgetHoldsAndLogsStayBounded() {
    RandomSource random = RandomSource.announced("faults");
    int granted = 0;
    int inSlots = 0;
    for (int run = 0; run < 40; run++) {
      int voters = random.oneOf(3, 4, 5, 7);
      int observers = random.below(3);
      List<Long> durations = new ArrayList<>();
      for (int i = 0; i < voters + observers; i++) {
        durations.add(random.between(200, 5_000));
      }
      Shape shape = new Shape(voters, observers, 5_000, random.between(100, 600), durations);
      SimulatedEnsemble ensemble = started(shape, RandomSource.of(random.nextSeed()));
      for (int i = 0; i < 150; i++) {
        ensemble.runFor(random.between(50, 6_000));
        fault(ensemble, random);
        assertLogsBounded(ensemble, random);
      }
      granted += ensemble.granted;
      for (SimulatedMember member : ensemble.members.values()) {
        inSlots += member.completed(Trigger.Cause.SLOT);
      }
      assertThat(ensemble.droppedRecords).as("every report was whole").isZero();
    }
    System.out.printf("faults: %d slots granted, %d snapshots in slots%n", granted, inSlots);
    assertThat(inSlots).as("slots go round between the faults").isGreaterThan(1_000);
  }

  private static void fault(SimulatedEnsemble ensemble, RandomSource random) {
    List<Long> sids = List.copyOf(ensemble.members.keySet());
    long sid = random.oneOf(sids);
    switch (random.below(8)) {
      case 0, 1 -> {
        if (sid != ensemble.leaderSid && ensemble.isConnected(sid)) {
          ensemble.cut(sid);
        }
      }
      case 2, 3, 4 -> {
        for (long back : sids) {
          if (!ensemble.isConnected(back)) {
            ensemble.join(back);
          }
        }
      }
      case 5 -> {
        long next = random.between(1, ensemble.shape.voters());
        Set<Long> joining = new HashSet<>(sids);
        joining.remove(sid);
        ensemble.lead(next, joining);
      }
      case 6 -> {
        if (random.oneIn(4)) {
          ensemble.order(
              random.oneOf(OperatorOverride.Mode.values()), random.between(1_000, 30_000));
        }
      }
      default -> {
        if (random.oneIn(4)) {
          ensemble.silenceScheduler();
        }
      }
    }
  }

  /**
   * A member that serves fires at the latest at its hard limit and its tenth; what it logs until
   * the snapshot is done comes on top, and what it missed while it was away.
   */
  private static void assertLogsBounded(SimulatedEnsemble ensemble, RandomSource random) {
    for (SimulatedMember member : ensemble.members.values()) {
      if (member.isServing() && !member.isWriting()) {
        long hardLimit = member.gate.hardLimit().aboveTxns();
        long duringSnapshots = ensemble.shape.txnsPerSecond() * 2 * 10;
        assertThat(member.backlog().txns())
            .as("backlog of server %d, seed %d", member.sid, random.seed())
            .isLessThanOrEqualTo(hardLimit + duringSnapshots);
      }
    }
  }

  private static SimulatedEnsemble started(Shape shape, RandomSource random) {
    SimulatedEnsemble ensemble =
        new SimulatedEnsemble(shape, 60, RandomSource.of(random.nextSeed()));
    ensemble.lead(1, ensemble.members.keySet());
    return ensemble;
  }

  private static void assertMode(SimulatedMember member, MemberMode mode) {
    assertThat(member.gate.mode())
        .as("server %d: %s", member.sid, member.gate.modeReason())
        .isEqualTo(mode);
  }

  private static List<Integer> completed(SimulatedEnsemble ensemble) {
    return ensemble.members.values().stream().map(SimulatedMember::completed).toList();
  }

  private static List<Integer> completed(SimulatedEnsemble ensemble, Trigger.Cause cause) {
    return ensemble.members.values().stream().map(member -> member.completed(cause)).toList();
  }

  private static List<Integer> differences(List<Integer> before, List<Integer> after) {
    List<Integer> differences = new ArrayList<>();
    for (int i = 0; i < before.size(); i++) {
      differences.add(after.get(i) - before.get(i));
    }
    return differences;
  }
}
