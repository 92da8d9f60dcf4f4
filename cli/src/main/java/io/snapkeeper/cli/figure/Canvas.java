package io.snapkeeper.cli.figure;

import java.util.List;

/**
 * What a figure is drawn on. Coordinates and sizes are in pixels of the figure, from its upper left
 * corner; colours are 0xRRGGBB. What is drawn later covers what was drawn earlier.
 */
public interface Canvas {

  /**
   * @param x of the left edge
   * @param y of the upper edge
   */
  void rectangle(double x, double y, double width, double height, int colour);

  /** Joins the points, in their order, without closing the line. */
  void line(List<Point> points, Pen pen);

  /** Fills what the points enclose. */
  void polygon(List<Point> points, int colour);

  void circle(double centreX, double centreY, double radius, int colour);

  /**
   * @param x where the text's start, middle or end is, as the lettering says
   * @param y of the base line
   */
  void text(double x, double y, String text, Lettering lettering);

  default void line(double fromX, double fromY, double toX, double toY, Pen pen) {
    line(List.of(new Point(fromX, fromY), new Point(toX, toY)), pen);
  }
}
