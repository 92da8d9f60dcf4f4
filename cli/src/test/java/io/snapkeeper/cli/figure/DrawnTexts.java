package io.snapkeeper.cli.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;

/** Notes where the texts of a figure are. */
public final class DrawnTexts implements Canvas {

  /** Fails if a text leaves the picture or meets another one. */
  public static void requireLegible(Figure figure) {
    DrawnTexts texts = new DrawnTexts();
    figure.draw(texts);
    assertThat(texts.boxes).hasSizeGreaterThan(10);
    Rectangle2D page = new Rectangle2D.Double(0, 0, figure.width(), figure.height());
    for (int i = 0; i < texts.boxes.size(); i++) {
      assertThat(page.contains(texts.boxes.get(i))).as("%s is cut", texts.words.get(i)).isTrue();
      for (int j = 0; j < i; j++) {
        assertThat(texts.boxes.get(i).intersects(texts.boxes.get(j)))
            .as("'%s' meets '%s'", texts.words.get(i), texts.words.get(j))
            .isFalse();
      }
    }
  }

  private final List<Rectangle2D> boxes = new ArrayList<>();
  private final List<String> words = new ArrayList<>();

  @Override
  public void text(double x, double y, String text, Lettering lettering) {
    if (text.isEmpty()) {
      return;
    }
    double width = lettering.widthOf(text);
    double before =
        switch (lettering.anchor()) {
          case START -> 0;
          case MIDDLE -> width / 2;
          case END -> width;
        };
    double ascent = 0.75 * lettering.size();
    words.add(text);
    boxes.add(
        lettering.upwards()
            ? new Rectangle2D.Double(x - ascent, y - (width - before), ascent, width)
            : new Rectangle2D.Double(x - before, y - ascent, width, ascent));
  }

  @Override
  public void rectangle(double x, double y, double width, double height, int colour) {}

  @Override
  public void line(List<Point> points, Pen pen) {}

  @Override
  public void polygon(List<Point> points, int colour) {}

  @Override
  public void circle(double centreX, double centreY, double radius, int colour) {}
}
