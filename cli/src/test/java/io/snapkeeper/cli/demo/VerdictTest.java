package io.snapkeeper.cli.demo;

import static io.snapkeeper.cli.demo.DemoSamples.PLAN;
import static io.snapkeeper.cli.demo.DemoSamples.SHARED;
import static io.snapkeeper.cli.demo.DemoSamples.five;
import static io.snapkeeper.cli.demo.DemoSamples.plugin;
import static io.snapkeeper.cli.demo.DemoSamples.stock;
import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.cli.demo.DemoSamples.Sample;
import java.util.EnumSet;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VerdictTest {

  @Test
  void goodRunHasNoProblems() {
    Verdict verdict = Verdict.of(PLAN, stock(), plugin().build());
    assertThat(verdict.problems()).isEmpty();
    assertThat(verdict.remarks()).isEmpty();
    assertThat(verdict.good()).isTrue();
    assertThat(Summary.conclusion(PLAN, stock(), plugin().build(), Optional.empty()))
        .containsExactly(
            "3 of 5 snapshotting: never with Snapkeeper; with stock for 2.25 s of 26.",
            "The slowest write took 905 ms with stock and 45 ms with Snapkeeper.");
  }

  @Test
  void everyViolatedExpectationIsNamed() {
    SideResult stock = new Sample().unscheduled(20).errors(3).p999(900).build();
    SideResult plugin =
        plugin()
            .counts(4, 1, 4, 4, 4)
            .overlap(0.004, 3)
            .unscheduled(2)
            .errors(7)
            .p999(1_000)
            .objection("too few")
            .build();
    Verdict verdict = Verdict.of(PLAN, stock, plugin);
    assertThat(verdict.good()).isFalse();
    assertThat(verdict.problems()).hasSize(7);
    assertThat(verdict.problems().get(0)).contains("no overlap came about", "3 of 5");
    assertThat(verdict.problems().get(1)).contains("0.004 s");
    assertThat(verdict.problems().get(2)).contains("2 snapshots were taken without a slot");
    assertThat(verdict.problems().get(3)).contains("the numbers of snapshots differ", "too few");
    assertThat(verdict.problems().get(4)).contains("server 2", "1 snapshots");
    assertThat(verdict.problems().get(5)).contains("7 writes failed", "BADVERSION");
    assertThat(verdict.problems().get(6)).contains("1000 ms or more with the plugin, 900 without");
    // What stock loses is no fault of the plugin's.
    assertThat(verdict.remarks()).singleElement().asString().contains("3 writes failed");
  }

  /** Such a window is moved on, instead of being measured and found wanting at the end. */
  @Test
  void oneSnapshotOfAServerIsTooFew() {
    assertThat(Verdict.tooFew(five(2, 2, 2, 2, 2))).isEmpty();
    assertThat(Verdict.tooFew(five(2, 2, 1, 3, 2)))
        .hasValue("server 3 took 1 snapshots in the window; at least 2 are needed");
  }

  /** By chance no window had an overlap, or each had too many or too few snapshots. */
  @Test
  void stockWithoutAWindowThatCanBeComparedBeginsAnew() {
    Sample never = new Sample().unscheduled(20).objection("there were never 3 of 5 snapshotting");
    assertThat(Verdict.reasonToBeginStockAnew(PLAN, never.build()))
        .hasValue("there were never 3 of 5 snapshotting");
    Sample overlapped = new Sample().overlap(2.25, 4).objection("too few");
    assertThat(Verdict.reasonToBeginStockAnew(PLAN, overlapped.build())).hasValue("too few");
    assertThat(Verdict.reasonToBeginStockAnew(PLAN, stock())).isEmpty();
    // There the same servers are measured up to three times.
    assertThat(Verdict.reasonToBeginStockAnew(SHARED, never.build())).isEmpty();
    assertThat(Verdict.reasonToBeginStockAnew(PLAN, never.errors(1).build())).isEmpty();
  }

  /** The numbers are those of a run whose host took 29% of the processors' time. */
  @Test
  void tooFewSnapshotsThatTookLongAreReasonForAnotherRun() {
    assertThat(Verdict.planToRunInstead(PLAN, tooFew().build()))
        .hasValueSatisfying(
            plan -> assertThat(plan.windowMillis()).isEqualTo(2 * PLAN.windowMillis()));
    // Snapshots that took no longer than expected are too few for another reason.
    assertThat(Verdict.planToRunInstead(PLAN, tooFew().snapshotSeconds(1.5).build())).isEmpty();
    assertThat(Verdict.planToRunInstead(PLAN, plugin().snapshotSeconds(3.8).build())).isEmpty();
    assertThat(Verdict.planToRunInstead(SHARED, tooFew().build())).isEmpty();
    // What must never happen is not run over.
    assertThat(Verdict.planToRunInstead(PLAN, tooFew().overlap(0.1, 3).build())).isEmpty();
    assertThat(Verdict.planToRunInstead(PLAN, tooFew().unscheduled(1).build())).isEmpty();
    assertThat(Verdict.planToRunInstead(PLAN, tooFew().errors(1).build())).isEmpty();
  }

  private static Sample tooFew() {
    return plugin().counts(3, 2, 2, 3, 3).snapshotSeconds(3.8).objection("too few");
  }

  /** Three servers with one down: every snapshot is on the path, but they come one at a time. */
  @Test
  void withoutSlackOneAtATimeIsAllThatCanBe() {
    DemoPlan plan = DemoPlan.onOwnDisks(true, 3, 1, DemoSamples.ALL);
    assertThat(plan.withoutSlack()).isTrue();
    assertThat(plan.tooManySnapshotting()).isEqualTo("2 of 2 snapshotting");
    assertThat(DemoPlan.onOwnDisks(true, 5, 1, DemoSamples.ALL).tooManySnapshotting())
        .isEqualTo("2 of 4 snapshotting");
    // Stock need not overlap here: one snapshot is enough to stall.
    SideResult stock = new Sample().counts(4, 4).unscheduled(8).p999(900).build();
    SideResult plugin = plugin().counts(4, 4).build();
    assertThat(Verdict.of(plan, stock, plugin).good()).isTrue();
    assertThat(Summary.conclusion(plan, stock, plugin, Optional.empty())).hasSize(3);
    assertThat(Verdict.of(plan, stock, plugin().counts(4, 4).overlap(2, 2).build()).problems())
        .containsExactly(
            "with the plugin there were 2 of 2 snapshotting at once for 2.000 s; it must be 0");
  }

  @Test
  void withoutTheSchedulerNothingIsSaidOfSlots() {
    DemoPlan plan = DemoPlan.onOwnDisks(true, 5, 0, EnumSet.of(Layer.LOG));
    SideResult plugin = plugin().overlap(3, 4).unscheduled(20).p999(950).build();
    assertThat(Verdict.of(plan, stock(), plugin).good()).isTrue();
    assertThat(Summary.conclusion(plan, stock(), plugin, Optional.empty())).hasSize(1);
  }

  @Test
  void latenciesAreComparedOnlyWhereTheySaySomething() {
    SideResult slow = plugin().p999(2_000).build();
    assertThat(Comparison.objection(PLAN, stock(), slow)).isEmpty();
    assertThat(Verdict.of(PLAN, stock(), slow).good()).isFalse();

    assertThat(Comparison.objection(SHARED, stock(), slow).orElseThrow())
        .contains("share one disk", "123 MB");
    assertThat(Verdict.of(SHARED, stock(), slow).good()).isTrue();

    SideResult busy = plugin().p999(2_000).cpu(4, 0).build();
    assertThat(Comparison.objection(PLAN, stock(), busy).orElseThrow())
        .contains("60% (stock) and 4%");
    assertThat(Verdict.of(PLAN, stock(), busy).good()).isTrue();
    assertThat(Comparison.objection(PLAN, stock(), plugin().cpu(40, 25).build()).orElseThrow())
        .contains("host took 0% (stock) and 25%");
  }

  @Test
  void windowsThatWereThrownAwayAreNamed() {
    SideResult plugin =
        plugin().rejected(new Rejected(9, "too few", five(3, 3, 3, 3, 3), 0, 20)).build();
    assertThat(Verdict.of(PLAN, stock(), plugin).remarks())
        .containsExactly(
            "ZooKeeper with Snapkeeper: 1 window thrown away before this one, the first because"
                + " too few.");
  }
}
