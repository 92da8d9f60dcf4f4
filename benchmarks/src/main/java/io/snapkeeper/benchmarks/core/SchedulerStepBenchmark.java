package io.snapkeeper.benchmarks.core;

import io.snapkeeper.core.quorum.HierarchicalQuorum;
import io.snapkeeper.core.quorum.MajorityQuorum;
import io.snapkeeper.core.quorum.QuorumRule;
import io.snapkeeper.core.schedule.SchedulerAction;
import io.snapkeeper.core.schedule.SnapshotScheduler;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One step of the leader's scheduler, under the rules that the plugin makes of ZooKeeper's
 * verifiers. The mix is that of a leader at work: a report of each voter and a tick each 500 ms,
 * with grants, running snapshots and slots that end.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class SchedulerStepBenchmark {

  /** Long enough for several cycles of slots, short enough to stay in the processor's caches. */
  private static final int PINGS = 400;

  @Param({"5", "9", "21"})
  int voters;

  /** A majority, or three groups of which two have to agree. */
  @Param({"majority", "groups"})
  String rule;

  /**
   * How long a snapshot takes, in units of 500 ms. 2: snapshots are rare, one at a time. 24: as
   * many run at once as leave a quorum, and members wait.
   */
  @Param({"2", "24"})
  int pingsPerSnapshot;

  private RecordedTerm term;
  private SnapshotScheduler scheduler;
  private int next;

  /** Records the term that the benchmark plays again and again. */
  @Setup
  public void record() {
    term = new RecordedTerm(quorumRule(), PINGS, pingsPerSnapshot);
    System.out.printf(
        "%n%d voters, %d events: %d reports to 1 tick, %d slots granted%n",
        voters, term.length(), voters, term.grants());
    if (term.grants() < voters) {
      throw new IllegalStateException(
          "the recorded term has " + term.grants() + " grants; it must have one per voter");
    }
    next = term.length();
  }

  private QuorumRule quorumRule() {
    Map<Long, Long> groupBySid =
        LongStream.rangeClosed(1, voters)
            .boxed()
            .collect(Collectors.toMap(sid -> sid, sid -> sid % 3));
    return rule.equals("majority")
        ? new MajorityQuorum(groupBySid.keySet())
        : new HierarchicalQuorum(groupBySid, Map.of());
  }

  /** One step, reports and ticks as they come. */
  @Benchmark
  public List<SchedulerAction> step() {
    if (next == term.length()) {
      scheduler = term.newScheduler();
      next = 0;
    }
    return scheduler.step(term.event(next++));
  }
}
