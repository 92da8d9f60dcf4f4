package io.snapkeeper.benchmarks.core;

import io.snapkeeper.core.member.MemberAction;
import io.snapkeeper.core.member.MemberConfig;
import io.snapkeeper.core.member.MemberEvent;
import io.snapkeeper.core.member.SnapshotGate;
import io.snapkeeper.core.member.Trigger;
import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.schedule.HardLimit;
import io.snapkeeper.core.wire.LeaderMessage;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A member's side: what each append pays, and what each message of the leader costs. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SnapshotGateBenchmark {

  private static final long EPOCH = 5;

  private volatile Trigger armed;
  private SnapshotGate gate;
  private long nowMillis;
  private long txns;

  /** A member that hears a scheduler: the hard limit is armed. */
  @Setup
  public void serve() {
    gate =
        new SnapshotGate(
            new MemberConfig(3, new Report.Limits(100_000, 4L << 30), 1L << 40, 10_000, 5_000), 1);
    gate.step(new MemberEvent.ServingStarted(nowMillis, EPOCH));
    for (MemberAction action : leaderMessage()) {
      if (action instanceof MemberAction.Arm arm) {
        armed = arm.trigger();
      }
    }
    if (armed == null) {
      throw new IllegalStateException("the gate armed nothing when it heard its leader");
    }
  }

  /** The log's hot path: one volatile read and two comparisons for each append. */
  @Benchmark
  public boolean firesAt() {
    txns = txns + 1 & 0xFFFF;
    return armed.firesAt(new Report.Backlog(txns, txns << 10));
  }

  /** One message of the leader: the lease is renewed and the trigger armed further ahead. */
  @Benchmark
  public List<MemberAction> leaderMessage() {
    nowMillis += 500;
    return gate.step(
        new MemberEvent.LeaderHeard(
            nowMillis,
            new LeaderMessage(
                EPOCH,
                2_500,
                new HardLimit(300_000, 12L << 30),
                Optional.empty(),
                OperatorOverride.NONE)));
  }
}
