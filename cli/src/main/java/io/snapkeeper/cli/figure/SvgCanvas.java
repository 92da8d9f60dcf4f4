package io.snapkeeper.cli.figure;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Writes a figure as SVG 1.1. Texts stay texts, anchored where the figure says, so that nothing is
 * measured here and any font will do.
 */
final class SvgCanvas implements Canvas {

  private static final String FONTS = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif";

  private final StringBuilder body = new StringBuilder();

  private SvgCanvas() {}

  static String render(Figure figure) {
    SvgCanvas canvas = new SvgCanvas();
    canvas.rectangle(0, 0, figure.width(), figure.height(), Palette.GROUND);
    figure.draw(canvas);
    return """
    <?xml version="1.0" encoding="UTF-8"?>
    <svg xmlns="http://www.w3.org/2000/svg" width="%1$s" height="%2$s" viewBox="0 0 %1$s %2$s" \
    font-family="%3$s" role="img">
    <title>%4$s</title>
    <desc>%5$s</desc>
    %6$s</svg>
    """
        .formatted(
            number(figure.width()),
            number(figure.height()),
            FONTS,
            escaped(figure.title()),
            escaped(figure.description()),
            canvas.body);
  }

  @Override
  public void rectangle(double x, double y, double width, double height, int colour) {
    element(
        "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" fill=\"%s\"/>"
            .formatted(number(x), number(y), number(width), number(height), colour(colour)));
  }

  @Override
  public void line(List<Point> points, Pen pen) {
    element(
        ("<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%s\""
                + " stroke-linejoin=\"round\"%s/>")
            .formatted(
                points(points),
                colour(pen.colour()),
                number(pen.width()),
                pen.dashed() ? " stroke-dasharray=\"3 3\"" : ""));
  }

  @Override
  public void polygon(List<Point> points, int colour) {
    element("<polygon points=\"%s\" fill=\"%s\"/>".formatted(points(points), colour(colour)));
  }

  @Override
  public void circle(double centreX, double centreY, double radius, int colour) {
    element(
        "<circle cx=\"%s\" cy=\"%s\" r=\"%s\" fill=\"%s\"/>"
            .formatted(number(centreX), number(centreY), number(radius), colour(colour)));
  }

  @Override
  public void text(double x, double y, String text, Lettering lettering) {
    String anchor =
        switch (lettering.anchor()) {
          case START -> "start";
          case MIDDLE -> "middle";
          case END -> "end";
        };
    element(
        "<text x=\"%s\" y=\"%s\" font-size=\"%s\" fill=\"%s\" text-anchor=\"%s\"%s%s>%s</text>"
            .formatted(
                number(x),
                number(y),
                number(lettering.size()),
                colour(lettering.colour()),
                anchor,
                lettering.bold() ? " font-weight=\"bold\"" : "",
                lettering.upwards()
                    ? " transform=\"rotate(-90 %s %s)\"".formatted(number(x), number(y))
                    : "",
                escaped(text)));
  }

  private void element(String text) {
    body.append(text).append('\n');
  }

  private static String points(List<Point> points) {
    return points.stream()
        .map(point -> number(point.x()) + "," + number(point.y()))
        .collect(Collectors.joining(" "));
  }

  private static String colour(int colour) {
    return String.format(Locale.ROOT, "#%06x", colour);
  }

  // A hundredth of a pixel is more than any screen shows.
  private static String number(double value) {
    String text = String.format(Locale.ROOT, "%.2f", value);
    return text.contains(".") ? text.replaceAll("\\.?0+$", "") : text;
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
