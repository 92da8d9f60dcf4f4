package io.snapkeeper.metrics.provider;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the provider's faults: to the plugin, which counts them, if there is one in this server;
 * else to the log, once for each place. Thread-safe.
 */
final class FaultLog implements BiConsumer<String, Throwable> {

  private static final Logger LOG = LoggerFactory.getLogger(SnapkeeperMetricsProvider.class);

  private final Set<String> logged = ConcurrentHashMap.newKeySet();
  private volatile BiConsumer<String, Throwable> target = this::log;

  /** From now on faults go there. */
  void to(BiConsumer<String, Throwable> plugin) {
    target = plugin;
  }

  /** From now on faults go to the log again. */
  void toLog() {
    target = this::log;
  }

  @Override
  public void accept(String place, Throwable fault) {
    target.accept(place, fault);
  }

  private void log(String place, Throwable fault) {
    if (logged.add(place)) {
      LOG.error("snapkeeper fault in {}; the server goes on without it", place, fault);
    }
  }
}
