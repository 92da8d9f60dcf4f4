package io.snapkeeper.monitoring.picture;

import io.snapkeeper.monitoring.dashboard.Panel;
import io.snapkeeper.monitoring.dashboard.Unit;
import io.snapkeeper.monitoring.picture.Shown.Named;
import io.snapkeeper.monitoring.prometheus.Series.Point;
import java.awt.Color;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.PaintScale;
import org.jfree.chart.renderer.xy.XYBlockRenderer;
import org.jfree.chart.ui.RectangleAnchor;
import org.jfree.data.xy.DefaultXYZDataset;

/** A histogram over time: the darker, the more of the values lie in that bucket then. */
final class Heatmap {

  private final Charts charts;
  private final Shown shown;

  Heatmap(Charts charts, Shown shown) {
    this.charts = charts;
    this.shown = shown;
  }

  JFreeChart of(Panel panel) {
    List<Bucket> buckets = filled(buckets(shown.overTime(panel)));
    List<double[]> cells = new ArrayList<>();
    for (int row = 0; row < buckets.size(); row++) {
      for (Map.Entry<Double, Double> cell : buckets.get(row).perSecondByTime().entrySet()) {
        if (cell.getValue() > 0) {
          cells.add(new double[] {cell.getKey() * 1e3, row, cell.getValue()});
        }
      }
    }
    double most = cells.stream().mapToDouble(cell -> cell[2]).max().orElse(1);
    DefaultXYZDataset data = new DefaultXYZDataset();
    double[][] columns = new double[3][cells.size()];
    for (int i = 0; i < cells.size(); i++) {
      for (int column = 0; column < 3; column++) {
        columns[column][i] = cells.get(i)[column];
      }
    }
    data.addSeries("values", columns);
    XYBlockRenderer renderer = new XYBlockRenderer();
    renderer.setBlockWidth((double) shown.step().toMillis());
    renderer.setBlockHeight(1);
    renderer.setBlockAnchor(RectangleAnchor.CENTER);
    renderer.setPaintScale(new Shades(most));
    UnitFormat format = new UnitFormat(Unit.SECONDS);
    SymbolAxis rows =
        new SymbolAxis(
            null, buckets.stream().map(b -> "to " + format.text(b.bound())).toArray(String[]::new));
    rows.setGridBandsVisible(false);
    XYPlot plot = charts.plot(data, rows, renderer);
    plot.setRangeGridlinesVisible(false);
    return Charts.chart(plot, false);
  }

  /** How many values a second lie between the next lower bound and this one. */
  private record Bucket(double bound, Map<Double, Double> perSecondByTime) {}

  /** Prometheus' buckets hold all lower ones, too. */
  private static List<Bucket> buckets(List<Named> cumulative) {
    List<Named> ascending =
        cumulative.stream().sorted(Comparator.comparingDouble(Heatmap::bound)).toList();
    List<Bucket> buckets = new ArrayList<>();
    Map<Double, Double> lower = Map.of();
    for (Named named : ascending) {
      Map<Double, Double> total = new TreeMap<>();
      Map<Double, Double> own = new TreeMap<>();
      for (Point point : named.series().points()) {
        double below = lower.getOrDefault(point.epochSeconds(), 0.0);
        total.put(point.epochSeconds(), point.value());
        own.put(point.epochSeconds(), point.value() - below);
      }
      buckets.add(new Bucket(bound(named), own));
      lower = total;
    }
    return buckets;
  }

  private static double bound(Named named) {
    String bound = named.series().labels().get("le");
    return bound.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(bound);
  }

  /** From the first bucket with values to the last one. */
  private static List<Bucket> filled(List<Bucket> buckets) {
    int first = buckets.size();
    int last = -1;
    for (int i = 0; i < buckets.size(); i++) {
      if (buckets.get(i).perSecondByTime().values().stream().anyMatch(value -> value > 0)) {
        first = Math.min(first, i);
        last = i;
      }
    }
    return last < 0 ? List.of() : buckets.subList(first, last + 1);
  }

  /** From almost white to dark blue; few values are to be seen, too. */
  private record Shades(double most) implements PaintScale {

    private static final double LIGHTEST = 0.15;
    private static final double EXPONENT = 0.4;

    @Override
    public double getLowerBound() {
      return 0;
    }

    @Override
    public double getUpperBound() {
      return most;
    }

    @Override
    public Color getPaint(double value) {
      double share = Math.min(1, Math.max(0, value / most));
      double dark = LIGHTEST + (1 - LIGHTEST) * Math.pow(share, EXPONENT);
      return new Color(
          mixed(Look.FULL.getRed(), dark),
          mixed(Look.FULL.getGreen(), dark),
          mixed(Look.FULL.getBlue(), dark));
    }

    private static int mixed(int channel, double dark) {
      return (int) Math.round(255 - dark * (255 - channel));
    }
  }
}
