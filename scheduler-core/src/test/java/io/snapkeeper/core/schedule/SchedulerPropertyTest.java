package io.snapkeeper.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.Seeds;
import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SlotState;
import io.snapkeeper.testset.TestSet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Safety under whatever may happen, in ensembles of every kind. */
class SchedulerPropertyTest {

  private static long totalGranted;
  private static long totalDegraded;
  private static long totalRenewed;

  @Test
  void safetyRulesHoldWhateverHappens() {
    int runs = TestSet.times(50, 100, 200, "ensembles under all kinds of faults, against S1 to S4");
    Seeds.forEach("chaos", runs, random -> new Chaos(random).run(400));
    if (Long.getLong("seed") == null) {
      // Rules that are never put to the test would always hold.
      assertThat(totalGranted).isGreaterThan(1_500L * runs / 200);
      assertThat(totalDegraded).isGreaterThan(100L * runs / 200);
      assertThat(totalRenewed).isGreaterThan(100L * runs / 200);
    }
  }

  /** One run: servers that come, go, stall, snapshot, and a scheduler that makes do with it. */
  private static final class Chaos {
    private final SplittableRandom random;
    private final TreeMap<Long, ModelMember> servers = new TreeMap<>();
    private final TreeSet<Long> connected = new TreeSet<>();
    private final TreeSet<Long> muted = new TreeSet<>();
    private final Deque<SchedulerAction.Grant> onTheirWay = new ArrayDeque<>();
    private final double calm;
    private RandomEnsemble ensemble;
    private SnapshotScheduler scheduler;
    private SafetyChecker checker;
    private long leader;
    private long epoch;
    private long now;

    Chaos(SplittableRandom random) {
      this.random = random;
      // From runs in which something happens all the time to runs in which little does.
      calm = 0.5 + random.nextDouble() * 0.48;
      ensemble = RandomEnsemble.draw(random);
      epoch = random.nextInt(5);
      elect();
    }

    private void elect() {
      epoch++;
      leader = pick(List.copyOf(ensemble.voters()));
      scheduler = new SnapshotScheduler(epoch, leader, SchedulerLimits.DEFAULT);
      checker = new SafetyChecker(epoch, leader);
      connected.clear();
      connected.add(leader);
      onTheirWay.clear();
      servers.values().forEach(ModelMember::leave);
      if (random.nextInt(3) > 0) {
        announceMembers();
      }
      for (long sid : ensemble.sids()) {
        if (sid != leader && random.nextInt(8) > 0) {
          connect(sid);
        }
      }
      announceMembers();
    }

    private void announceMembers() {
      checker.membership(ensemble);
      step(new SchedulerEvent.MembershipChanged(now, ensemble.rules(), ensemble.observers()));
    }

    void run(int rounds) {
      for (int round = 0; round < rounds; round++) {
        double txns = random.nextInt(4) == 0 ? 0 : random.nextInt(1, 2_500);
        long millis = random.nextInt(50, 400);
        now += millis;
        connected.forEach(sid -> server(sid).advance(now, txns, txns * ModelMember.BYTES_PER_TXN));
        if (random.nextDouble() > calm) {
          disturb();
        }
        while (!onTheirWay.isEmpty() && random.nextInt(3) > 0) {
          SchedulerAction.Grant grant = onTheirWay.poll();
          if (connected.contains(grant.sid())) {
            server(grant.sid()).grant(now, grant);
          }
        }
        for (long sid : List.copyOf(connected)) {
          if (!muted.contains(sid) && random.nextInt(10) > 0) {
            Report report = server(sid).report(now);
            step(new SchedulerEvent.Reported(now, report));
            server(sid).hear(scheduler.override(now));
            scheduler.renewalFor(sid, now).ifPresent(this::renew);
          }
        }
        step(new SchedulerEvent.Tick(now));
        if (round % 10 == 0) { // it looks at every subset of the fast voters
          checker.checkMargin(scheduler.status(now));
        }
      }
      totalGranted += scheduler.status(now).counts().granted();
      totalDegraded += scheduler.status(now).counts().degraded();
    }

    private void renew(SchedulerAction.Grant renewal) {
      checker.checkRenewal(now, renewal);
      totalRenewed++;
      server(renewal.sid()).renew(now, renewal);
    }

    private void disturb() {
      long sid = pick(List.copyOf(ensemble.sids()));
      switch (random.nextInt(17)) {
        case 0, 1 -> disconnect(sid);
        case 2, 3, 4 -> connect(sid);
        case 5 -> muted.add(sid);
        case 6, 7 -> muted.clear();
        case 8 -> server(sid).fsyncMicros = random.nextInt(3) == 0 ? 400_000 : 1_000;
        case 9 -> server(sid).queueLength = random.nextInt(3) == 0 ? 20_000 : random.nextInt(2);
        case 10 -> server(sid).startUnscheduled(now);
        case 11 -> endSlotOf(sid);
        case 12 -> step(new SchedulerEvent.SnapshotRequested(now, random.nextInt(30)));
        case 13 -> operate();
        case 14 -> {
          ensemble = RandomEnsemble.draw(random);
          if (ensemble.sids().contains(leader)) {
            announceMembers();
          } else {
            elect();
          }
        }
        case 15 -> elect();
        default -> strange();
      }
    }

    private void endSlotOf(long sid) {
      ModelMember member = server(sid);
      if (member.holdsOpenSlot()) {
        SlotState[] ends = {
          SlotState.ABORTED, SlotState.FAILED, SlotState.DECLINED, SlotState.EXPIRED
        };
        member.force(now, ends[random.nextInt(ends.length)]);
      }
    }

    private void operate() {
      OperatorOverride.Mode mode =
          switch (random.nextInt(4)) {
            case 0 -> OperatorOverride.Mode.PAUSED;
            case 1 -> OperatorOverride.Mode.OFF;
            default -> OperatorOverride.Mode.NORMAL;
          };
      if (random.nextBoolean()) {
        step(new SchedulerEvent.OverrideOrdered(now, mode, random.nextInt(1, 20_000)));
      } else {
        step(
            new SchedulerEvent.LimitsChanged(
                now,
                new SchedulerLimits(
                    random.nextBoolean() ? 200_000 : 500_000, 10_000, 5_000, 1_500)));
      }
    }

    /** What cannot be, or comes at the wrong time. */
    private void strange() {
      long stranger = 90L + random.nextInt(3);
      switch (random.nextInt(5)) {
        case 0 -> step(new SchedulerEvent.MemberDisconnected(now, stranger));
        case 1 -> step(new SchedulerEvent.Reported(now, server(stranger).report(now)));
        case 2 -> step(new SchedulerEvent.Tick(now - 5_000));
        case 3 -> step(new SchedulerEvent.MemberDisconnected(now, leader));
        default -> step(new SchedulerEvent.MemberConnected(now, leader));
      }
    }

    private void connect(long sid) {
      if (sid != leader) {
        server(sid).leave();
        onTheirWay.removeIf(grant -> grant.sid() == sid);
        connected.add(sid);
      }
      step(new SchedulerEvent.MemberConnected(now, sid));
    }

    private void disconnect(long sid) {
      if (sid != leader) {
        server(sid).leave();
        onTheirWay.removeIf(grant -> grant.sid() == sid);
        connected.remove(sid);
      }
      step(new SchedulerEvent.MemberDisconnected(now, sid));
    }

    private ModelMember server(long sid) {
      return servers.computeIfAbsent(
          sid,
          key -> {
            ModelMember member =
                new ModelMember(
                    key,
                    new Report.Limits(random.nextInt(4_000, 20_000), 10L << 20),
                    random.nextInt(100, 6_000));
            member.usesIdleTime = random.nextBoolean();
            double share = random.nextDouble() * 1.2;
            member.setBacklog(share * 8_000, share * 8_000 * ModelMember.BYTES_PER_TXN);
            return member;
          });
    }

    private long pick(List<Long> sids) {
      return sids.get(random.nextInt(sids.size()));
    }

    private void step(SchedulerEvent event) {
      List<SchedulerAction> actions = new ArrayList<>(scheduler.step(event));
      checker.check(event, actions, scheduler);
      for (SchedulerAction action : actions) {
        if (action instanceof SchedulerAction.Grant grant) {
          onTheirWay.add(grant);
        }
      }
    }
  }
}
