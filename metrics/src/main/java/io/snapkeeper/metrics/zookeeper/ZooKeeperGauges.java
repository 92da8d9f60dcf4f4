package io.snapkeeper.metrics.zookeeper;

import io.snapkeeper.metrics.figures.HeldFigures;
import io.snapkeeper.metrics.figures.SnapkeeperFigures;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.zookeeper.metrics.Gauge;
import org.apache.zookeeper.metrics.MetricsContext;

/**
 * Publishes the catalogue as gauges of ZooKeeper's own metrics system, so that it appears wherever
 * ZooKeeper's metrics do: {@code mntr}, the AdminServer's {@code monitor} command, ZooKeeper's
 * Prometheus provider.
 *
 * <p>A gauge is registered only while it has a value: ZooKeeper's Prometheus provider prints 0 for
 * one without, and a quorum margin of 0 on a follower is an alarm. Thread-safe as far as the given
 * context is.
 */
public final class ZooKeeperGauges implements AutoCloseable {

  private final MetricsContext context;
  private final SnapkeeperFigures figures;
  private final Map<String, Gauge> gauges = new HashMap<>();
  private final Set<String> registered = new HashSet<>(); // guarded by this
  private boolean closed; // guarded by this

  /**
   * Registers the gauges that have a value.
   *
   * @param context the root context of the running server's metrics provider
   * @param figures where the gauges read from
   */
  public ZooKeeperGauges(MetricsContext context, SnapkeeperFigures figures) {
    this.context = context;
    this.figures = figures;
    FlatGauges.of(figures).forEach((name, gauge) -> gauges.put(name, new Lasting(gauge)));
    refresh();
  }

  /** Registers the gauges that have got a value, and takes out those that have lost theirs. */
  public synchronized void refresh() {
    if (closed) {
      return;
    }
    // Asks each source of figures once, not once for each gauge.
    FlatGauges.of(new HeldFigures(figures))
        .forEach(
            (name, now) -> {
              if (hasValue(now)) {
                if (registered.add(name)) {
                  context.registerGauge(name, gauges.get(name));
                }
              } else if (registered.remove(name)) {
                context.unregisterGauge(name);
              }
            });
  }

  private static boolean hasValue(Gauge gauge) {
    try {
      return gauge.get() != null;
    } catch (RuntimeException e) {
      return true; // whoever reads the registered gauge gets the exception, and reports it
    }
  }

  /** Takes the gauges out again. */
  @Override
  public synchronized void close() {
    closed = true;
    registered.forEach(context::unregisterGauge);
    registered.clear();
  }

  /** Repeats its last value from when the figure has lost it until the gauge is taken out. */
  private static final class Lasting implements Gauge {

    private final Gauge figure;
    private volatile Number last;

    Lasting(Gauge figure) {
      this.figure = figure;
    }

    @Override
    public Number get() {
      Number now = figure.get();
      if (now == null) {
        return last;
      }
      last = now;
      return now;
    }
  }
}
