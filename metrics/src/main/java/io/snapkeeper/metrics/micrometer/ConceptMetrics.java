package io.snapkeeper.metrics.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.snapkeeper.metrics.catalogue.Catalogue;
import io.snapkeeper.metrics.catalogue.Concept;
import io.snapkeeper.metrics.catalogue.Figure;
import io.snapkeeper.metrics.catalogue.Label;
import io.snapkeeper.metrics.catalogue.Sample;
import io.snapkeeper.metrics.figures.SnapkeeperFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * The figures of one concept as Micrometer meters. A meter's name is the figure's with dots, and
 * without {@code _total}, which Micrometer adds for Prometheus. Thread-safe.
 */
public final class ConceptMetrics implements MeterBinder {

  /** A gauge of one registry that exists for as long as it has values. */
  private record Rows(Figure.Sampled figure, MultiGauge gauge) {}

  private final Concept concept;
  private final SnapkeeperFigures figures;
  private final List<Rows> gauges = new CopyOnWriteArrayList<>();

  /**
   * @param figures where the meters read from
   */
  public ConceptMetrics(Concept concept, SnapkeeperFigures figures) {
    this.concept = concept;
    this.figures = figures;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    for (Figure figure : Catalogue.figures(concept)) {
      if (figure instanceof Figure.Histogram histogram) {
        bind(histogram, registry);
      } else if (figure instanceof Figure.Sampled sampled) {
        bind(sampled, registry);
      }
    }
    refresh();
  }

  private void bind(Figure.Sampled figure, MeterRegistry registry) {
    switch (figure.kind()) {
      case GAUGE ->
          gauges.add(
              new Rows(
                  figure,
                  MultiGauge.builder(meterName(figure))
                      .description(figure.help())
                      .baseUnit(figure.unit().orElse(null))
                      .register(registry)));
      case COUNTER ->
          figure.fixedLabelValues().forEach(values -> bindCounter(figure, values, registry));
      case INFO ->
          figure
              .reader()
              .apply(figures)
              .forEach(
                  sample ->
                      Gauge.builder(meterName(figure), () -> 1)
                          .description(figure.help())
                          .tags(tags(figure, sample.labelValues()))
                          .register(registry));
    }
  }

  private void bindCounter(
      Figure.Sampled figure, List<String> labelValues, MeterRegistry registry) {
    FunctionCounter.builder(
            meterName(figure), figures, read -> figure.value(read, labelValues).orElse(0))
        .description(figure.help())
        .baseUnit(figure.unit().orElse(null))
        .tags(tags(figure, labelValues))
        .register(registry);
  }

  private void bind(Figure.Histogram figure, MeterRegistry registry) {
    if (registry instanceof PrometheusMeterRegistry prometheus) {
      prometheus.getPrometheusRegistry().register(new HistogramCollector(figure, figures));
      return;
    }
    FunctionTimer.builder(
            meterName(figure).replaceFirst("\\.seconds$", ""),
            figure.reader().apply(figures),
            histogram -> histogram.counts().count(),
            histogram -> histogram.counts().sumSeconds(),
            TimeUnit.SECONDS)
        .description(figure.help())
        .register(registry);
  }

  /** See {@link SnapkeeperMetrics#refresh}. One at a time, or one could undo what another did. */
  public synchronized void refresh() {
    for (Rows rows : gauges) {
      Figure.Sampled figure = rows.figure();
      List<MultiGauge.Row<?>> present = new ArrayList<>();
      for (Sample sample : figure.reader().apply(figures)) {
        List<String> labelValues = sample.labelValues();
        present.add(
            MultiGauge.Row.of(
                tags(figure, labelValues),
                figures,
                read -> figure.value(read, labelValues).orElse(Double.NaN)));
      }
      rows.gauge().register(present);
    }
  }

  private static Tags tags(Figure.Sampled figure, List<String> labelValues) {
    List<Tag> tags = new ArrayList<>();
    for (int i = 0; i < labelValues.size(); i++) {
      Label label = figure.labels().get(i);
      tags.add(Tag.of(label.key(), labelValues.get(i)));
    }
    return Tags.of(tags);
  }

  private static String meterName(Figure figure) {
    return figure.name().replaceFirst("_total$", "").replace('_', '.');
  }
}
