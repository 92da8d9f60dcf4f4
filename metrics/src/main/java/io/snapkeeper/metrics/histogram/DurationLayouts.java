package io.snapkeeper.metrics.histogram;

import java.util.List;

/** The buckets of this plugin's histograms. */
public final class DurationLayouts {

  /** From a fast device's 50 us to a minute, after which the plugin gives a commit up. */
  public static final HistogramLayout COMMIT =
      new HistogramLayout(
          List.of(
              50e-6, 100e-6, 200e-6, 500e-6, 1e-3, 2e-3, 5e-3, 10e-3, 20e-3, 50e-3, 0.1, 0.2, 0.5,
              1.0, 2.0, 5.0, 10.0, 20.0, 60.0));

  /** One request of at most 256 KiB. */
  public static final HistogramLayout DISK_REQUEST =
      new HistogramLayout(
          List.of(
              50e-6, 100e-6, 200e-6, 500e-6, 1e-3, 2e-3, 5e-3, 10e-3, 20e-3, 50e-3, 0.1, 0.2, 0.5,
              1.0, 2.0, 5.0, 10.0));

  /** From a small tree in memory to a paced one of 100 GB. */
  public static final HistogramLayout SNAPSHOT =
      new HistogramLayout(
          List.of(
              0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 60.0, 120.0, 300.0, 600.0, 1_200.0,
              1_800.0, 3_600.0));

  private DurationLayouts() {}
}
