package io.snapkeeper.cli.figure;

import io.snapkeeper.cli.figure.Lettering.Anchor;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import javax.imageio.ImageIO;

/**
 * Draws a figure as PNG, at two dots for each pixel of the figure. Needs no display, but a font.
 */
final class PngCanvas implements Canvas {

  private static final double DOTS_PER_PIXEL = 2;
  // Java takes its own sans-serif font where there is none of this name.
  private static final String FONT = "DejaVu Sans";
  private static final float[] DASHES = {3, 3};

  private final Graphics2D graphics;

  private PngCanvas(Graphics2D graphics) {
    this.graphics = graphics;
  }

  static byte[] render(Figure figure) {
    BufferedImage image =
        new BufferedImage(
            (int) Math.ceil(figure.width() * DOTS_PER_PIXEL),
            (int) Math.ceil(figure.height() * DOTS_PER_PIXEL),
            BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    try {
      graphics.scale(DOTS_PER_PIXEL, DOTS_PER_PIXEL);
      graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
      graphics.setRenderingHint(
          RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
      graphics.setRenderingHint(
          RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
      graphics.setRenderingHint(
          RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
      PngCanvas canvas = new PngCanvas(graphics);
      canvas.rectangle(0, 0, figure.width(), figure.height(), Palette.GROUND);
      figure.draw(canvas);
    } finally {
      graphics.dispose();
    }
    try (ByteArrayOutputStream bytes = new ByteArrayOutputStream()) {
      if (!ImageIO.write(IndexedColours.reduce(image), "png", bytes)) {
        throw new IllegalStateException("this Java runtime cannot write PNG");
      }
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException("a picture could not be written to memory", e);
    }
  }

  @Override
  public void rectangle(double x, double y, double width, double height, int colour) {
    graphics.setColor(new Color(colour));
    graphics.fill(new Rectangle2D.Double(x, y, width, height));
  }

  @Override
  public void line(List<Point> points, Pen pen) {
    graphics.setColor(new Color(pen.colour()));
    graphics.setStroke(
        new BasicStroke(
            (float) pen.width(),
            BasicStroke.CAP_BUTT,
            BasicStroke.JOIN_ROUND,
            10,
            pen.dashed() ? DASHES : null,
            0));
    graphics.draw(path(points));
  }

  @Override
  public void polygon(List<Point> points, int colour) {
    Path2D path = path(points);
    path.closePath();
    graphics.setColor(new Color(colour));
    graphics.fill(path);
  }

  @Override
  public void circle(double centreX, double centreY, double radius, int colour) {
    graphics.setColor(new Color(colour));
    graphics.fill(new Ellipse2D.Double(centreX - radius, centreY - radius, 2 * radius, 2 * radius));
  }

  @Override
  public void text(double x, double y, String text, Lettering lettering) {
    Font font =
        new Font(FONT, lettering.bold() ? Font.BOLD : Font.PLAIN, 1)
            .deriveFont((float) lettering.size());
    double width = font.getStringBounds(text, graphics.getFontRenderContext()).getWidth();
    double offset =
        lettering.anchor() == Anchor.START
            ? 0
            : lettering.anchor() == Anchor.MIDDLE ? -width / 2 : -width;
    AffineTransform before = graphics.getTransform();
    graphics.translate(x, y);
    if (lettering.upwards()) {
      graphics.rotate(-Math.PI / 2);
    }
    graphics.setColor(new Color(lettering.colour()));
    graphics.setFont(font);
    graphics.drawString(text, (float) offset, 0);
    graphics.setTransform(before);
  }

  private static Path2D path(List<Point> points) {
    Path2D path = new Path2D.Double();
    path.moveTo(points.get(0).x(), points.get(0).y());
    points.stream().skip(1).forEach(point -> path.lineTo(point.x(), point.y()));
    return path;
  }
}
