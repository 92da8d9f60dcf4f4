package io.snapkeeper.metrics.catalogue;

import java.util.List;

/**
 * One value of a figure.
 *
 * @param labelValues in the order of the figure's labels
 */
public record Sample(List<String> labelValues, double value) {

  public Sample {
    labelValues = List.copyOf(labelValues);
  }
}
