package io.snapkeeper.metrics.zookeeper;

import io.snapkeeper.metrics.figures.SnapkeeperFigures;
import java.util.Map;
import org.apache.zookeeper.metrics.Gauge;
import org.apache.zookeeper.metrics.MetricsContext;

/**
 * Publishes the catalogue as gauges of ZooKeeper's own metrics system, so that it appears wherever
 * ZooKeeper's metrics do: {@code mntr}, the AdminServer's {@code monitor} command, ZooKeeper's
 * Prometheus provider.
 *
 * <p>A gauge without a value is left out by ZooKeeper. Thread-safe as far as the given context is.
 */
public final class ZooKeeperGauges implements AutoCloseable {

  private final MetricsContext context;
  private final Map<String, Gauge> gauges;

  /**
   * Registers all gauges.
   *
   * @param context the root context of the running server's metrics provider
   * @param figures where the gauges read from
   */
  public ZooKeeperGauges(MetricsContext context, SnapkeeperFigures figures) {
    this.context = context;
    this.gauges = FlatGauges.of(figures);
    gauges.forEach(context::registerGauge);
  }

  /** Takes the gauges out again. */
  @Override
  public void close() {
    gauges.keySet().forEach(context::unregisterGauge);
  }
}
