package io.snapkeeper.cli.figure;

import java.util.List;

/**
 * How one series is told from the others: by colour and, for those who cannot tell colours apart,
 * by the form of its marks.
 *
 * @param colour 0xRRGGBB
 */
public record Look(int colour, Form form) {

  private static final double SIZE = 4;

  /** The form of a mark. */
  public enum Form {
    CIRCLE,
    SQUARE,
    TRIANGLE
  }

  /** Draws a mark, with a narrow white edge so that it is seen on lines and on other marks. */
  public void mark(Canvas canvas, double x, double y) {
    mark(canvas, x, y, SIZE + 1.2, Palette.GROUND);
    mark(canvas, x, y, SIZE, colour);
  }

  private void mark(Canvas canvas, double x, double y, double size, int fill) {
    switch (form) {
      case CIRCLE -> canvas.circle(x, y, size, fill);
      case SQUARE -> {
        // As large to the eye as a circle of that radius.
        double half = size * 0.89;
        canvas.rectangle(x - half, y - half, 2 * half, 2 * half, fill);
      }
      case TRIANGLE ->
          canvas.polygon(
              List.of(
                  new Point(x, y - 1.25 * size),
                  new Point(x + 1.15 * size, y + 0.75 * size),
                  new Point(x - 1.15 * size, y + 0.75 * size)),
              fill);
    }
  }
}
