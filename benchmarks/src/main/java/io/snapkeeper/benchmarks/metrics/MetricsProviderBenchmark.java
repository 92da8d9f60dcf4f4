package io.snapkeeper.benchmarks.metrics;

import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.metrics.Counter;
import org.apache.zookeeper.metrics.MetricsContext;
import org.apache.zookeeper.metrics.MetricsContext.DetailLevel;
import org.apache.zookeeper.metrics.MetricsProvider;
import org.apache.zookeeper.metrics.Summary;
import org.apache.zookeeper.metrics.SummarySet;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What a metrics provider costs the threads of a server that count, and one that asks for all
 * values.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class MetricsProviderBenchmark {

  /** As many as a 3.9 leader registers. */
  private static final int GAUGES = 40;

  @Param public Provider provider;

  private MetricsProvider started;
  private Counter counter;
  private Summary summary;
  private SummarySet summaries;

  /** Registers what the benchmarks count with. */
  @Setup
  public void start() throws Exception {
    started = provider.start();
    MetricsContext context = started.getRootContext();
    counter = context.getCounter("commit_count");
    summary = context.getSummary("readlatency", DetailLevel.ADVANCED);
    summaries = context.getSummarySet("write_per_namespace", DetailLevel.BASIC);
    for (int i = 0; i < GAUGES; i++) {
      int value = i;
      context.registerGauge("gauge_" + i, () -> value);
    }
  }

  /** Ends the provider's threads. */
  @TearDown
  public void stop() {
    started.stop();
  }

  /** Latencies in milliseconds, most of them small, as a thread of a server meets them. */
  @State(Scope.Thread)
  public static class Values {

    private static final String[] KEYS = {"ns1", "ns2", "ns3", "ns4"};

    private long seed = Thread.currentThread().getId();

    long next() {
      seed = seed * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
      return 1L << (seed >>> 60);
    }

    String key() {
      return KEYS[(int) (seed >>> 32) & 3];
    }
  }

  /** One request counted. */
  @Benchmark
  public void counterAdd() {
    counter.add(1);
  }

  /** One latency recorded. */
  @Benchmark
  public void summaryAdd(Values values) {
    summary.add(values.next());
  }

  /** One size recorded for a namespace. */
  @Benchmark
  public void summarySetAdd(Values values) {
    long value = values.next();
    summaries.add(values.key(), value);
  }

  /** All gauges asked for, and the few counters and summaries there are: one {@code mntr}. */
  @Benchmark
  public void gaugesDump(Blackhole sink) {
    started.dump(
        (name, value) -> {
          sink.consume(name);
          sink.consume(value);
        });
  }
}
