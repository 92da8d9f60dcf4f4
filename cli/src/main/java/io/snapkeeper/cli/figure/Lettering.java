package io.snapkeeper.cli.figure;

/**
 * How a text is drawn.
 *
 * @param size of the font, in pixels
 * @param colour 0xRRGGBB
 * @param anchor which part of the text is at the given place
 * @param upwards whether it runs from the bottom to the top instead of from the left to the right
 */
public record Lettering(double size, int colour, Anchor anchor, boolean bold, boolean upwards) {

  /** The part of a text that is at the place where it is drawn. */
  public enum Anchor {
    START,
    MIDDLE,
    END
  }

  // Of a wide sans-serif font such as DejaVu Sans or Verdana, with a little to spare: a layout that
  // measured the text would need the font of the machine on which the picture is looked at.
  private static final double CHARACTER_WIDTH = 0.66;
  private static final double NARROW_CHARACTER_WIDTH = 0.42;
  private static final String NARROW = "fijlrt .,:;'|()[]!-";

  public static Lettering of(double size, int colour, Anchor anchor) {
    return new Lettering(size, colour, anchor, false, false);
  }

  public Lettering inBold() {
    return new Lettering(size, colour, anchor, true, upwards);
  }

  public Lettering goingUp() {
    return new Lettering(size, colour, anchor, bold, true);
  }

  /** About how many pixels {@code text} needs; rather too many than too few. */
  public double widthOf(String text) {
    return size
        * text.chars()
            .mapToDouble(c -> NARROW.indexOf(c) >= 0 ? NARROW_CHARACTER_WIDTH : CHARACTER_WIDTH)
            .sum();
  }
}
