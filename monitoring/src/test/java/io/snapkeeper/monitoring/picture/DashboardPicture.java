package io.snapkeeper.monitoring.picture;

import io.snapkeeper.monitoring.dashboard.Dashboard;
import io.snapkeeper.monitoring.dashboard.Panel;
import io.snapkeeper.monitoring.dashboard.Place;
import io.snapkeeper.monitoring.dashboard.Placement;
import io.snapkeeper.monitoring.dashboard.Threshold;
import io.snapkeeper.monitoring.dashboard.Tone;
import io.snapkeeper.monitoring.prometheus.Series;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.image.BufferedImage;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jfree.chart.JFreeChart;

/** Draws a whole dashboard, its panels where Grafana has them. */
final class DashboardPicture {

  private static final int WIDTH = 1_180;
  private static final int MARGIN = 8;
  private static final int HEAD = 40;
  private static final int UNIT_HEIGHT = 27;
  private static final int GAP = 3;
  private static final int TITLE_HEIGHT = 24;
  private static final int LINE_HEIGHT = 18;
  private static final int INDENT = 10;

  private final Shown shown;
  private final Charts charts;

  DashboardPicture(Shown shown) {
    this.shown = shown;
    this.charts = new Charts(shown);
  }

  BufferedImage of(Dashboard dashboard) {
    List<Placement.Part> parts = Placement.of(dashboard);
    int units =
        parts.stream().mapToInt(part -> part.place().y() + part.place().height()).max().orElse(0);
    BufferedImage picture =
        new BufferedImage(WIDTH, HEAD + units * UNIT_HEIGHT + MARGIN, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = picture.createGraphics();
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    graphics.setColor(Look.BACKGROUND);
    graphics.fillRect(0, 0, picture.getWidth(), picture.getHeight());
    graphics.setColor(Look.TEXT);
    graphics.setFont(Look.PAGE);
    graphics.drawString(dashboard.title(), MARGIN, HEAD - 14);
    for (Placement.Part part : parts) {
      Rectangle area = area(part.place());
      part.panel()
          .ifPresentOrElse(
              panel -> draw(graphics, panel, area), () -> row(graphics, part.row().title(), area));
    }
    graphics.dispose();
    return picture;
  }

  private static Rectangle area(Place place) {
    double column = (WIDTH - 2.0 * MARGIN) / Panel.COLUMNS;
    int left = MARGIN + (int) Math.round(place.x() * column);
    int right = MARGIN + (int) Math.round((place.x() + place.width()) * column);
    return new Rectangle(
        left + GAP,
        HEAD + place.y() * UNIT_HEIGHT + GAP,
        right - left - 2 * GAP,
        place.height() * UNIT_HEIGHT - 2 * GAP);
  }

  private static void row(Graphics2D graphics, String title, Rectangle area) {
    graphics.setColor(Look.TEXT);
    graphics.setFont(Look.ROW);
    graphics.drawString(title, area.x, area.y + area.height - 5);
  }

  private void draw(Graphics2D graphics, Panel panel, Rectangle area) {
    Shape clip = graphics.getClip();
    graphics.setColor(Look.BORDER);
    graphics.draw(area);
    graphics.clip(area);
    graphics.setColor(Look.TEXT);
    graphics.setFont(Look.TITLE);
    graphics.drawString(panel.title(), area.x + INDENT, area.y + TITLE_HEIGHT - 7);
    Rectangle inside =
        new Rectangle(
            area.x + 1, area.y + TITLE_HEIGHT, area.width - 2, area.height - TITLE_HEIGHT - 1);
    switch (panel.kind()) {
      case TIME_SERIES -> chart(graphics, charts.lines(panel), inside);
      case STATE_TIMELINE -> chart(graphics, charts.strips(panel), inside);
      case HEATMAP -> chart(graphics, new Heatmap(charts, shown).of(panel), inside);
      case STAT -> number(graphics, panel, inside);
      case TABLE -> table(graphics, panel, inside);
    }
    graphics.setClip(clip);
  }

  private static void chart(Graphics2D graphics, JFreeChart chart, Rectangle area) {
    chart.draw(graphics, area);
  }

  private void number(Graphics2D graphics, Panel panel, Rectangle area) {
    List<Series> found = shown.atTheEnd(panel);
    graphics.setFont(Look.NUMBER);
    graphics.setColor(Look.AXIS);
    String text = "no data";
    if (!found.isEmpty()) {
      double value = found.get(0).lastValue();
      text = new UnitFormat(panel.unit()).text(value);
      graphics.setColor(colour(panel, value));
    }
    int width = graphics.getFontMetrics().stringWidth(text);
    graphics.drawString(
        text,
        area.x + (area.width - width) / 2,
        area.y + area.height / 2 + Look.NUMBER.getSize() / 3);
  }

  private static Color colour(Panel panel, double value) {
    Tone tone = Tone.GOOD;
    for (Threshold threshold : panel.thresholds()) {
      tone = value >= threshold.from() ? threshold.tone() : tone;
    }
    return Look.of(tone);
  }

  private void table(Graphics2D graphics, Panel panel, Rectangle area) {
    List<Series> found = shown.atTheEnd(panel);
    int y = area.y + LINE_HEIGHT;
    if (found.isEmpty()) {
      return;
    }
    Set<String> labels = new TreeMap<>(found.get(0).labels()).keySet();
    int column = area.width / labels.size();
    graphics.setFont(Look.SMALL);
    graphics.setColor(Look.AXIS);
    line(graphics, List.copyOf(labels), area.x + INDENT, y, column);
    graphics.setColor(Look.TEXT);
    List<List<String>> rows =
        found.stream()
            .map(series -> labels.stream().map(series.labels()::get).toList())
            .sorted((a, b) -> a.get(0).compareTo(b.get(0)))
            .toList();
    for (List<String> row : rows) {
      y += LINE_HEIGHT;
      line(graphics, row, area.x + INDENT, y, column);
    }
  }

  private static void line(Graphics2D graphics, List<String> cells, int x, int y, int column) {
    for (int i = 0; i < cells.size(); i++) {
      graphics.drawString(cells.get(i), x + i * column, y);
    }
  }
}
