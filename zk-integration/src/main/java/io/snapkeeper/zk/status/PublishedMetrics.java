package io.snapkeeper.zk.status;

import io.snapkeeper.metrics.figures.SnapkeeperFigures;
import io.snapkeeper.metrics.provider.SnapkeeperMetricsProvider;
import io.snapkeeper.metrics.zookeeper.ZooKeeperGauges;
import io.snapkeeper.zk.member.Faults;
import org.apache.zookeeper.metrics.MetricsProvider;
import org.apache.zookeeper.server.ServerMetrics;

/** The plugin's figures in the metrics provider of this server. */
public interface PublishedMetrics extends AutoCloseable {

  /**
   * Publishes the figures: whole in Snapkeeper's own provider, as gauges without labels in any
   * other.
   */
  static PublishedMetrics publish(SnapkeeperFigures figures, Faults faults) {
    MetricsProvider provider = ServerMetrics.getMetrics().getMetricsProvider();
    if (provider instanceof SnapkeeperMetricsProvider own) {
      own.publish(figures, faults::record);
      return own::withdraw;
    }
    ZooKeeperGauges gauges = new ZooKeeperGauges(provider.getRootContext(), figures);
    return gauges::close;
  }

  /** Takes the figures out again. */
  @Override
  void close();
}
