package io.snapkeeper.metrics.exposition;

import io.prometheus.metrics.model.snapshots.MetricSnapshots;

/** Gives the metrics of a moment, whoever asks for them. Implementations are thread-safe. */
public interface MetricsSource extends AutoCloseable {

  /** The metrics of this moment, no two of one name. */
  MetricSnapshots collect();

  /** Ends what listens for the metrics. */
  @Override
  void close();
}
