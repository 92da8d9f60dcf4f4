package io.snapkeeper.cli.figure;

/**
 * How a line is drawn.
 *
 * @param colour 0xRRGGBB
 * @param width in pixels
 */
public record Pen(int colour, double width, boolean dashed) {

  public static Pen solid(int colour, double width) {
    return new Pen(colour, width, false);
  }
}
