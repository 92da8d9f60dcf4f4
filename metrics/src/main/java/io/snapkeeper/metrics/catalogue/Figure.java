package io.snapkeeper.metrics.catalogue;

import io.snapkeeper.metrics.figures.SnapkeeperFigures;
import io.snapkeeper.metrics.histogram.HistogramLayout;
import io.snapkeeper.metrics.histogram.LatencyHistogram;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

/** One metric, as it is called and what it means wherever it is published. Immutable. */
public sealed interface Figure {

  /** The name in Prometheus. */
  String name();

  Concept concept();

  /** What it means, in one or two sentences. */
  String help();

  /** The unit at the end of the name; empty for plain counts. */
  default Optional<String> unit() {
    String base = name().replaceFirst("_total$", "");
    return Stream.of("bytes_per_second", "seconds", "bytes", "ratio")
        .filter(unit -> base.endsWith("_" + unit))
        .findFirst();
  }

  /** Whether its values are whole numbers: of things counted, bytes among them, and of states. */
  default boolean isWhole() {
    return unit().isEmpty() || unit().get().equals("bytes");
  }

  /** What kind of values a sampled figure has. The names in lower case are Prometheus' types. */
  enum Kind {
    GAUGE,
    /** Never decreases within a process. */
    COUNTER,
    /** Always 1; the label is what it tells. */
    INFO
  }

  /**
   * A figure of single values.
   *
   * @param reader gives the values of this moment; none for what is unknown or does not apply
   */
  record Sampled(
      String name,
      Concept concept,
      String help,
      Kind kind,
      List<Label> labels,
      Function<SnapkeeperFigures, List<Sample>> reader)
      implements Figure {

    public Sampled {
      labels = List.copyOf(labels);
    }

    /** The value for these values of the labels; empty if unknown or not applicable. */
    public OptionalDouble value(SnapkeeperFigures figures, List<String> labelValues) {
      return reader.apply(figures).stream()
          .filter(sample -> sample.labelValues().equals(labelValues))
          .mapToDouble(Sample::value)
          .findFirst();
    }

    /** Every combination of label values; empty if one label's values are not known beforehand. */
    public List<List<String>> fixedLabelValues() {
      List<List<String>> combinations = List.of(List.of());
      for (Label label : labels) {
        combinations =
            combinations.stream()
                .flatMap(
                    values ->
                        label.values().stream()
                            .map(v -> Stream.concat(values.stream(), Stream.of(v)).toList()))
                .toList();
      }
      return combinations;
    }
  }

  /** A distribution of durations in seconds. */
  record Histogram(
      String name,
      Concept concept,
      String help,
      HistogramLayout layout,
      Function<SnapkeeperFigures, LatencyHistogram> reader)
      implements Figure {}
}
