package io.snapkeeper.benchmarks.metrics;

import io.prometheus.metrics.core.metrics.Histogram;
import io.snapkeeper.metrics.histogram.DurationLayouts;
import io.snapkeeper.metrics.histogram.HistogramLayout;
import io.snapkeeper.metrics.histogram.LatencyHistogram;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What one commit's latency costs ZooKeeper's log thread to count, and with Prometheus' own. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class CommitHistogramBenchmark {

  private static final double NANOS_PER_SECOND = 1e9;

  private final LatencyHistogram ours = new LatencyHistogram(DurationLayouts.COMMIT);

  /** With both kinds of buckets, the native ones as wide as ours. */
  private final Histogram prometheus =
      Histogram.builder()
          .name("commit_seconds")
          .nativeInitialSchema(HistogramLayout.NATIVE_SCHEMA)
          .withoutExemplars()
          .build();

  private long seed = 1;

  /** 16 us to 1 s. */
  private long nextNanos() {
    seed = seed * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
    return 1L << (14 + (seed >>> 60));
  }

  /** Only the making of a value, which the others contain. */
  @Benchmark
  public long valueAlone() {
    return nextNanos();
  }

  /** As on the log thread. */
  @Benchmark
  public void recordOurs() {
    ours.record(nextNanos());
  }

  /** The same with Prometheus' histogram. */
  @Benchmark
  public void recordPrometheus() {
    prometheus.observe(nextNanos() / NANOS_PER_SECOND);
  }
}
