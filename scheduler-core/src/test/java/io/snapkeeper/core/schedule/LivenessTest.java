package io.snapkeeper.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.Seeds;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.testset.TestSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * In fair runs (time goes on, writes come, those who are there report) everybody is served: as
 * often as stock would, and long before the hard limit.
 */
class LivenessTest {

  /** A slot that was due at 0.75 in the mean comes in bounded time. */
  private static final double BACKLOG_MAX = 1.6;

  private static long degradedSlots;
  private static long normalSlots;

  @Test
  void everybodyIsServedWhoeverIsMissing() {
    int runs = TestSet.times(10, 30, "ensembles in which somebody is missing, against L1 and L2");
    Seeds.forEach("liveness", runs, random -> new FairRun(random).check());
    if (Long.getLong("seed") == null) {
      assertThat(degradedSlots).as("L2 was put to the test").isGreaterThan(40L * runs / 30);
      assertThat(normalSlots).as("L1 was put to the test").isGreaterThan(400L * runs / 30);
    }
  }

  /** Slots too long for the lanes of the plan, disks that come and go: never beyond the limit. */
  @Test
  void hardLimitIsNotReachedWhileDisksDrainInTurns() {
    int runs = TestSet.times(8, 25, "ensembles whose disks drain in turns, against L3");
    Seeds.forEach("draining", runs, random -> new FairRun(random).checkWithDrainingDisks());
  }

  private static final class FairRun {
    private final SplittableRandom random;
    private final RandomEnsemble ensemble;
    private final Map<Long, ModelMember> members = new HashMap<>();
    private final SnapshotScheduler scheduler;
    private final double txnsPerSecond;
    private final long snapCount;
    private final Map<Long, Double> highest = new HashMap<>();
    private int busyVotersMax;
    private double limitsLogged;

    FairRun(SplittableRandom random) {
      this.random = random;
      ensemble = RandomEnsemble.draw(random);
      snapCount = random.nextInt(40_000, 200_000);
      txnsPerSecond = (double) random.nextInt(300, 3_000);
      Set<Long> present = drawPresent();
      long leader = present.stream().filter(ensemble.voters()::contains).findFirst().orElseThrow();
      scheduler = new SnapshotScheduler(1, leader, SchedulerLimits.DEFAULT);
      scheduler.step(
          new SchedulerEvent.MembershipChanged(0, ensemble.rules(), ensemble.observers()));
      double cycleMillis = 750.0 * snapCount / txnsPerSecond;
      for (long sid : present) {
        // All slots one after the other take at most half of a cycle.
        double longest = cycleMillis / 2 / present.size() - 1_000;
        double duration = Math.max(100, random.nextDouble() * longest);
        ModelMember member = new ModelMember(sid, new Report.Limits(snapCount, 0), duration);
        member.setBacklog(random.nextDouble() * 0.7 * snapCount, 0);
        members.put(sid, member);
        if (sid != leader) {
          scheduler.step(new SchedulerEvent.MemberConnected(0, sid));
        }
      }
    }

    /** Some servers are missing; a quorum is there, or nothing would be written. */
    private Set<Long> drawPresent() {
      Set<Long> present = new HashSet<>(ensemble.sids());
      for (long sid : ensemble.sids()) {
        if (random.nextInt(3) == 0 && ensemble.hasQuorumWithout(present, sid)) {
          present.remove(sid);
        }
      }
      return present;
    }

    void check() {
      drive(20);
      for (ModelMember member : members.values()) {
        assertThat(highest.get(member.sid))
            .as("highest backlog of server %d in %s", member.sid, ensemble)
            .isLessThan(BACKLOG_MAX);
        assertThat((double) member.scheduled)
            .as("snapshots of server %d in %s", member.sid, ensemble)
            .isBetween(limitsLogged / 0.75 * 0.9 - 1, limitsLogged / 0.75 * 1.1 + 1);
      }
      SchedulerStatus.SlotCounts counts = scheduler.status(0).counts();
      degradedSlots += counts.degraded();
      normalSlots += counts.granted() - counts.degraded();
    }

    void checkWithDrainingDisks() {
      for (int phase = 0; phase < 12; phase++) {
        for (ModelMember member : members.values()) {
          member.fsyncMicros = random.nextInt(3) == 0 ? 300_000 : 1_000;
        }
        drive(random.nextDouble() * 2);
      }
      assertThat(highest.values()).allSatisfy(share -> assertThat(share).isLessThan(3));
    }

    private void drive(double limits) {
      double end = limitsLogged + limits;
      long stepMillis = 100;
      double txns = txnsPerSecond * stepMillis / 1_000;
      while (limitsLogged < end) {
        nowMillis += stepMillis;
        limitsLogged += txns / snapCount;
        for (ModelMember member : members.values()) {
          member.advance(nowMillis, txns, txns * ModelMember.BYTES_PER_TXN);
          highest.merge(member.sid, member.fraction(), Math::max);
        }
        for (ModelMember member : members.values()) {
          if ((nowMillis + member.sid * 100) % 500 == 0) {
            act(scheduler.step(new SchedulerEvent.Reported(nowMillis, member.report(nowMillis))));
          }
        }
        act(scheduler.step(new SchedulerEvent.Tick(nowMillis)));
        assertOverlapOnlyInDegradedSlots();
      }
    }

    private long nowMillis;
    private final Set<Long> degradedHolders = new HashSet<>();

    private void act(List<SchedulerAction> actions) {
      for (SchedulerAction action : actions) {
        if (action instanceof SchedulerAction.Grant grant) {
          members.get(grant.sid()).grant(nowMillis, grant);
          if (grant.degraded()) {
            degradedHolders.add(grant.sid());
          }
        } else if (action instanceof SchedulerAction.SlotEnded ended) {
          degradedHolders.remove(ended.sid());
        }
      }
    }

    /** What all this is for: no moment without a quorum that is not snapshotting. */
    private void assertOverlapOnlyInDegradedSlots() {
      Set<Long> quiet = new HashSet<>();
      List<Long> busy = new ArrayList<>();
      for (ModelMember member : members.values()) {
        if (!member.isSnapshotting()) {
          quiet.add(member.sid);
        } else if (ensemble.voters().contains(member.sid)) {
          busy.add(member.sid);
        }
      }
      busyVotersMax = Math.max(busyVotersMax, busy.size());
      if (busy.stream().anyMatch(degradedHolders::contains)) {
        assertThat(busy).as("a degraded slot runs alone").hasSize(1);
      } else {
        assertThat(ensemble.hasQuorum(quiet)).as("quorum besides %s", busy).isTrue();
      }
    }
  }
}
