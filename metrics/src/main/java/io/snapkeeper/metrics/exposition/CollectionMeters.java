package io.snapkeeper.metrics.exposition;

import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;

/**
 * Number and time of garbage collections, read when they are scraped, under the names of
 * Micrometer's own binder. That one has the JVM notify it of each collection: a server under load
 * with a heap of 192 MB spent 1.2% of its CPU time on the notifications.
 */
final class CollectionMeters implements MeterBinder {

  @Override
  public void bindTo(MeterRegistry registry) {
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      FunctionTimer.builder(
              nameFor(collector),
              collector,
              GarbageCollectorMXBean::getCollectionCount,
              GarbageCollectorMXBean::getCollectionTime,
              TimeUnit.MILLISECONDS)
          .tag("gc", collector.getName())
          .description("Garbage collections and the time that they took")
          .register(registry);
    }
  }

  /** ZGC and Shenandoah have a bean for what they do while the program runs on. */
  private static String nameFor(GarbageCollectorMXBean collector) {
    return collector.getName().endsWith(" Cycles")
        ? "jvm.gc.concurrent.phase.time"
        : "jvm.gc.pause";
  }
}
