package io.snapkeeper.benchmarks.metrics;

import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.snapkeeper.metrics.FixedFigures;
import io.snapkeeper.metrics.exposition.PrometheusSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
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

/** What one scrape of a leader of three, with the JVM's metrics, costs without the network. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class ScrapeBenchmark {

  private static final int COMMITS = 100_000;

  /** What a scraper accepts. */
  @Param({
    "text/plain",
    "application/openmetrics-text",
    "application/vnd.google.protobuf; proto=io.prometheus.client.MetricFamily; encoding=delimited"
  })
  public String accept;

  private PrometheusSource source;
  private ExpositionFormatWriter writer;

  /** Fills the histogram of commits. */
  @Setup
  public void start() {
    FixedFigures figures = new FixedFigures();
    figures.leader = Optional.of(FixedFigures.LEADER);
    for (long i = 0; i < COMMITS; i++) {
      figures.durations.commits().record(1L << (14 + i % 16));
    }
    source = PrometheusSource.withJvm(figures);
    writer = ExpositionFormats.init().findWriter(accept);
  }

  @TearDown
  public void stop() {
    source.close();
  }

  /** The answer's bytes. */
  @Benchmark
  public int scrape() throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    writer.write(body, source.collect());
    return body.size();
  }
}
