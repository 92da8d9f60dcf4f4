package io.snapkeeper.metrics.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.snapkeeper.metrics.catalogue.Concept;
import io.snapkeeper.metrics.figures.SnapkeeperFigures;
import java.util.Arrays;
import java.util.List;

/**
 * All of Snapkeeper's metrics as Micrometer meters:
 *
 * <pre>{@code
 * SnapkeeperMetrics metrics = new SnapkeeperMetrics(figures);
 * metrics.bindTo(registry);
 * }</pre>
 *
 * <p>Meters read the figures when they are asked; nothing is recorded on ZooKeeper's threads for
 * Micrometer. Histograms are complete in a {@code PrometheusMeterRegistry}, with fixed and native
 * buckets; other registries get their count and sum. Thread-safe.
 */
public final class SnapkeeperMetrics implements MeterBinder {

  private final List<ConceptMetrics> binders;

  /**
   * @param figures where the meters read from
   */
  public SnapkeeperMetrics(SnapkeeperFigures figures) {
    this.binders =
        Arrays.stream(Concept.values())
            .map(concept -> new ConceptMetrics(concept, figures))
            .toList();
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    binders.forEach(binder -> binder.bindTo(registry));
  }

  /**
   * Adds the gauges that have come to have a value, such as those of a member that has joined, and
   * removes those that no longer have one. To be called before the registry is read.
   */
  public void refresh() {
    binders.forEach(ConceptMetrics::refresh);
  }
}
