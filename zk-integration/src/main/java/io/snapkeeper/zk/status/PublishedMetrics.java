package io.snapkeeper.zk.status;

import io.snapkeeper.metrics.figures.SnapkeeperFigures;
import io.snapkeeper.metrics.provider.SnapkeeperMetricsProvider;
import io.snapkeeper.metrics.zookeeper.ZooKeeperGauges;
import io.snapkeeper.zk.member.Clock;
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
      return new InOwnProvider(own);
    }
    return new AsGauges(new ZooKeeperGauges(provider.getRootContext(), figures));
  }

  /** Told by one thread, several times a second: figures may have got or lost their values. */
  void timePasses();

  /** Takes the figures out again. */
  @Override
  void close();

  /** There a figure without a value is left out of each scrape. */
  record InOwnProvider(SnapkeeperMetricsProvider provider) implements PublishedMetrics {

    @Override
    public void timePasses() {}

    @Override
    public void close() {
      provider.withdraw();
    }
  }

  /** Gauges are registered and taken out again within a second: no scrape is more frequent. */
  final class AsGauges implements PublishedMetrics {

    private static final long REFRESH_MILLIS = 1_000;

    private final ZooKeeperGauges gauges;
    private long refreshedMillis = Clock.MONOTONIC.nowMillis();

    private AsGauges(ZooKeeperGauges gauges) {
      this.gauges = gauges;
    }

    @Override
    public void timePasses() {
      long now = Clock.MONOTONIC.nowMillis();
      if (now - refreshedMillis >= REFRESH_MILLIS) {
        refreshedMillis = now;
        gauges.refresh();
      }
    }

    @Override
    public void close() {
      gauges.close();
    }
  }
}
