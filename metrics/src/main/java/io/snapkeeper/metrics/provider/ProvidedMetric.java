package io.snapkeeper.metrics.provider;

import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.List;
import java.util.function.BiConsumer;

/** One metric that ZooKeeper has registered. Implementations are thread-safe. */
interface ProvidedMetric {

  /** The names under which its series are scraped, without labels. */
  List<String> seriesNames();

  /** Its values of this moment; without data points if it has none. May throw what a gauge does. */
  MetricSnapshot snapshot();

  /** Gives its values of this moment to {@code mntr}. May throw what a gauge does. */
  void dump(BiConsumer<String, Object> sink);
}
