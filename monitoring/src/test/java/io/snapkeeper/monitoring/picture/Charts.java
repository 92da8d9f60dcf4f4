package io.snapkeeper.monitoring.picture;

import io.snapkeeper.monitoring.dashboard.Panel;
import io.snapkeeper.monitoring.dashboard.Threshold;
import io.snapkeeper.monitoring.dashboard.Unit;
import io.snapkeeper.monitoring.picture.Shown.Named;
import io.snapkeeper.monitoring.prometheus.Series.Point;
import java.awt.BasicStroke;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.DateAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYBarRenderer;
import org.jfree.chart.renderer.xy.XYItemRenderer;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.RangeType;
import org.jfree.data.general.DatasetUtils;
import org.jfree.data.xy.XYDataset;
import org.jfree.data.xy.XYIntervalSeries;
import org.jfree.data.xy.XYIntervalSeriesCollection;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** The diagrams of panels. */
final class Charts {

  private static final float LINE_WIDTH = 1.6f;
  private static final double STRIP_HALF = 0.36;
  private static final double ROOM_ABOVE = 0.08;

  private final Shown shown;

  Charts(Shown shown) {
    this.shown = shown;
  }

  /** Lines over time. */
  JFreeChart lines(Panel panel) {
    XYSeriesCollection data = new XYSeriesCollection();
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, false);
    for (Named named : shown.overTime(panel)) {
      XYSeries series = new XYSeries(named.name(), true, true);
      Point previous = null;
      for (Point point : named.series().points()) {
        if (previous != null && isGap(previous, point)) {
          series.addOrUpdate(previous.epochSeconds() * 1e3 + 1, Double.NaN);
        }
        series.addOrUpdate(point.epochSeconds() * 1e3, point.value());
        previous = point;
      }
      int index = data.getSeriesCount();
      renderer.setSeriesPaint(index, Look.series(index));
      renderer.setSeriesStroke(
          index, new BasicStroke(LINE_WIDTH, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND));
      data.addSeries(series);
    }
    NumberAxis values = new NumberAxis();
    values.setNumberFormatOverride(new UnitFormat(panel.unit()));
    values.setAutoRangeIncludesZero(true);
    if (panel.unit() == Unit.COUNT) {
      values.setStandardTickUnits(NumberAxis.createIntegerTickUnits());
    }
    values.setUpperMargin(ROOM_ABOVE);
    values.setAutoRangeMinimumSize(panel.unit() == Unit.COUNT ? 1 : 1e-3);
    Number least = DatasetUtils.findMinimumRangeValue(data);
    if (least == null || least.doubleValue() >= 0) {
      values.setRangeType(RangeType.POSITIVE);
    }
    XYPlot plot = plot(data, values, renderer);
    for (Threshold threshold : panel.thresholds()) {
      plot.addRangeMarker(
          new ValueMarker(
              threshold.from(),
              Look.of(threshold.tone()),
              new BasicStroke(1, 0, 0, 1, new float[] {5, 4}, 0)));
    }
    return chart(plot, data.getSeriesCount() > 0);
  }

  private boolean isGap(Point previous, Point point) {
    return point.epochSeconds() - previous.epochSeconds() > 1.5 * shown.step().toMillis() / 1e3;
  }

  /** A strip for each series. */
  JFreeChart strips(Panel panel) {
    List<Named> all = shown.overTime(panel);
    XYIntervalSeries marks = new XYIntervalSeries("marks");
    int bottom = all.size() - 1;
    for (int i = 0; i < all.size(); i++) {
      double y = bottom - i; // the first on top
      Point first = null;
      Point last = null;
      for (Point point : all.get(i).series().points()) {
        if (point.value() < 1) {
          continue;
        }
        if (last != null && isGap(last, point)) {
          mark(marks, first, last, y);
          first = null;
        }
        first = first == null ? point : first;
        last = point;
      }
      if (last != null) {
        mark(marks, first, last, y);
      }
    }
    XYIntervalSeriesCollection data = new XYIntervalSeriesCollection();
    data.addSeries(marks);
    XYBarRenderer renderer = flatBars();
    renderer.setSeriesPaint(0, Look.MARK);
    String[] names = new String[all.size()];
    for (int i = 0; i < names.length; i++) {
      names[bottom - i] = all.get(i).name();
    }
    SymbolAxis rows = new SymbolAxis(null, names);
    rows.setGridBandsVisible(false);
    return chart(plot(data, rows, renderer), false);
  }

  private void mark(XYIntervalSeries marks, Point first, Point last, double y) {
    double half = shown.step().toMillis() / 2.0;
    double from = first.epochSeconds() * 1e3 - half;
    double to = last.epochSeconds() * 1e3 + half;
    marks.add((from + to) / 2, from, to, y, y - STRIP_HALF, y + STRIP_HALF);
  }

  private static XYBarRenderer flatBars() {
    XYBarRenderer renderer = new XYBarRenderer();
    renderer.setUseYInterval(true);
    renderer.setShadowVisible(false);
    renderer.setBarPainter(new org.jfree.chart.renderer.xy.StandardXYBarPainter());
    renderer.setDrawBarOutline(false);
    return renderer;
  }

  /** The plot of a panel over the time that is shown. */
  XYPlot plot(XYDataset data, ValueAxis values, XYItemRenderer renderer) {
    DateAxis time = new DateAxis(null, TimeZone.getTimeZone("UTC"), Locale.ROOT);
    time.setRange(Date.from(shown.from()), Date.from(shown.to()));
    time.setLowerMargin(0);
    time.setUpperMargin(0);
    for (ValueAxis axis : List.of(time, values)) {
      axis.setTickLabelFont(Look.SMALL);
      axis.setTickLabelPaint(Look.AXIS);
      axis.setAxisLinePaint(Look.BORDER);
      axis.setTickMarksVisible(false);
    }
    XYPlot plot = new XYPlot(data, time, values, renderer);
    plot.setBackgroundPaint(Look.BACKGROUND);
    plot.setDomainGridlinePaint(Look.GRID);
    plot.setRangeGridlinePaint(Look.GRID);
    plot.setDomainGridlineStroke(new BasicStroke(1));
    plot.setRangeGridlineStroke(new BasicStroke(1));
    plot.setOutlineVisible(false);
    plot.setAxisOffset(RectangleInsets.ZERO_INSETS);
    return plot;
  }

  static JFreeChart chart(XYPlot plot, boolean legend) {
    JFreeChart chart = new JFreeChart(null, Look.TITLE, plot, legend);
    chart.setBackgroundPaint(Look.BACKGROUND);
    chart.setPadding(new RectangleInsets(2, 2, 2, 10));
    if (legend) {
      chart.getLegend().setPosition(RectangleEdge.BOTTOM);
      chart.getLegend().setItemFont(Look.SMALL);
      chart.getLegend().setItemPaint(Look.TEXT);
      chart.getLegend().setFrame(BlockBorder.NONE);
      chart.getLegend().setBackgroundPaint(Look.BACKGROUND);
    }
    return chart;
  }
}
