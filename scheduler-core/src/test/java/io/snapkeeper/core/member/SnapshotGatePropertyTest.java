package io.snapkeeper.core.member;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.RandomSource;
import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SlotState;
import io.snapkeeper.core.schedule.HardLimit;
import io.snapkeeper.core.wire.LeaderMessage;
import io.snapkeeper.testset.TestSet;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Random event sequences, sensible and absurd ones: whatever a caller or a leader does, the gate
 * keeps its promises. The gate asserts its own invariants too and throws where one is broken.
 */
class SnapshotGatePropertyTest {

  private static final int STEPS = 300;

  private final RandomSource announced = RandomSource.announced("random events at a gate");

  @Test
  void whateverHappensTheGateKeepsItsPromises() {
    long fired = 0;
    long withoutAppend = 0;
    long done = 0;
    int runs = TestSet.times(500, 2_000, "random sequences of events at a gate");
    for (int run = 0; run < runs; run++) {
      Run sequence = new Run(announced.nextSeed());
      for (int i = 0; i < STEPS; i++) {
        sequence.stepOnce();
      }
      fired += sequence.fired;
      withoutAppend += sequence.withoutAppend;
      done += sequence.scheduledDone;
    }
    // The sequences would prove little if hardly any slot was used in them.
    assertThat(fired).isGreaterThan(runs);
    assertThat(withoutAppend).isGreaterThan(runs / 4);
    assertThat(done).isGreaterThan(runs / 4);
  }

  private final class Run {
    final RandomSource random;
    final String seeds;
    final GateRig rig;
    long orderVersion;
    long slotNumber;
    boolean serving;
    boolean scheduledRunning;
    boolean unscheduledRunning;
    Trigger lastSeen = Trigger.NEVER;
    long fired;
    long withoutAppend;
    long scheduledDone;
    long unscheduledDone;
    Report previous;

    Run(long seed) {
      random = RandomSource.of(seed);
      seeds = "seed " + announced.seed() + ", run " + seed;
      MemberConfig config =
          new MemberConfig(
              3,
              new Report.Limits(random.between(2, 2_000), random.oneIn(2) ? 0 : 500_000),
              random.between(1, 3_000_000),
              random.oneOf(0L, 1L, 4_000L),
              random.between(1, 5_000));
      rig = new GateRig(config, seed);
      rig.now = random.between(-1_000_000, 1_000_000);
      rig.tick();
    }

    void stepOnce() {
      rig.now += random.oneIn(20) ? random.below(30_000) : random.below(700);
      if (random.oneIn(3)) {
        lastSeen = rig.effective();
      }
      event();
      check();
    }

    void event() {
      switch (random.below(14)) {
        case 0 -> rig.tick();
        case 1, 2 -> idleTick();
        case 3, 4, 5 -> hear();
        case 6, 7 -> fire();
        case 8, 9 -> start(random.oneIn(3) ? random.oneIn(2) : rig.gate.slot().isOpen());
        case 10, 11 -> end(scheduledRunning || random.oneIn(4));
        case 12 -> {
          if (!serving || random.oneIn(4)) {
            serving = true;
            rig.serve();
          }
        }
        default -> {
          if (random.oneIn(4)) {
            serving = false;
            rig.stop();
          }
        }
      }
    }

    void idleTick() {
      boolean held = rig.gate.slot().isOpen() && rig.gate.slot().state() == SlotState.HELD;
      long slot = rig.gate.slot().id();
      int before = rig.withoutAppend.size();
      rig.idleTick(random.below(3_000));
      if (rig.withoutAppend.size() > before) {
        assertThat(held).as("%s: only a slot that is held is used", seeds).isTrue();
        assertThat(rig.withoutAppend.get(before)).as(seeds).isEqualTo(slot);
        assertThat(rig.effective().firesAt(new Report.Backlog(1L << 62, 1L << 62)))
            .as("%s: no append fires what was used without one", seeds)
            .isFalse();
        withoutAppend++;
      }
    }

    void hear() {
      if (random.oneIn(10)) {
        orderVersion += random.below(2);
        rig.order(
            orderVersion,
            random.oneOf(OperatorOverride.Mode.values()),
            random.oneIn(10) ? Long.MAX_VALUE : random.below(60_000));
      }
      rig.advise(
          random.oneIn(3)
              ? HardLimit.UNKNOWN
              : new HardLimit(1 + random.magnitude(40), 1 + random.magnitude(40)));
      Optional<LeaderMessage.SlotGrant> grant =
          random.oneIn(3)
              ? Optional.of(
                  new LeaderMessage.SlotGrant(
                      GateRig.slot(slotNumber += random.below(2)) + 1,
                      random.between(1, 20_000),
                      random.oneIn(2)))
              : Optional.empty();
      long epoch = random.oneIn(10) ? random.below(10) : GateRig.EPOCH;
      rig.hear(epoch, random.oneIn(8) ? 0 : random.below(5_000), grant);
    }

    void fire() {
      // An append may see a trigger that was replaced a moment ago.
      Trigger trigger = random.oneIn(5) ? lastSeen : rig.effective();
      if (trigger.cause() != Trigger.Cause.NONE) {
        fired++;
        rig.step(new MemberEvent.Fired(rig.now, trigger));
        assertThat(rig.effective().firesAt(new Report.Backlog(1L << 62, 1L << 62)))
            .as("%s: nothing fires right after something fired", seeds)
            .isFalse();
      }
    }

    void start(boolean scheduled) {
      rig.started(scheduled);
      scheduledRunning |= scheduled;
      unscheduledRunning |= !scheduled;
    }

    void end(boolean scheduled) {
      if (random.oneIn(4)) {
        rig.aborted(scheduled, random.oneIn(2));
      } else {
        rig.done(scheduled);
        scheduledDone += scheduled ? 1 : 0;
        unscheduledDone += scheduled ? 0 : 1;
      }
      scheduledRunning &= !scheduled;
      unscheduledRunning &= scheduled;
    }

    void check() {
      boolean running = scheduledRunning || unscheduledRunning;
      if (!serving || running) {
        rig.assertNothingArmed();
      } else {
        assertThat(rig.armed.fallback().cause()).isEqualTo(Trigger.Cause.STOCK_RULE);
        assertThat(rig.armed.fallback().untilMillis()).isEqualTo(Long.MAX_VALUE);
      }
      assertThat(rig.gate.mode() == MemberMode.IDLE).as(seeds).isEqualTo(!serving);
      Report report = rig.report();
      if (report.slot().isOpen() && report.slot().state() == SlotState.HELD) {
        assertThat(running).as(seeds).isFalse();
      }
      assertThat(report.counts())
          .as(seeds)
          .isEqualTo(new Report.Counts(scheduledDone, unscheduledDone));
      assertThat(report.override().remainingMillis())
          .isBetween(0L, OperatorOverride.REMAINING_MILLIS_MAX);
      if (previous != null) {
        assertThat(report.override().version())
            .as("%s: orders are never forgotten", seeds)
            .isGreaterThanOrEqualTo(previous.override().version());
        if (previous.slot().isOpen() && previous.slot().state() != SlotState.HELD) {
          assertThat(report.slot().id())
              .as("%s: a slot in use is reported until it ended", seeds)
              .isEqualTo(previous.slot().id());
        }
      }
      previous = report;
      // Long after the caller's threads died, an append goes by the stock rule.
      long later = rig.now + SnapshotGate.HORIZON_MILLIS;
      assertThat(
              rig.armed.trigger().untilMillis() == Long.MAX_VALUE
                  || rig.armed.trigger().untilMillis() <= later)
          .as(seeds)
          .isTrue();
    }
  }
}
