package io.snapkeeper.cli.figure;

/**
 * Colours for values from few to many: from light yellow over green to dark blue, darker all the
 * way, so that the order is also seen in grey and by people of any colour vision. ColorBrewer's
 * YlGnBu by Cynthia Brewer.
 */
public final class ColourRamp {

  private static final int[] STOPS = {
    0xFFFFD9, 0xEDF8B1, 0xC7E9B4, 0x7FCDBB, 0x41B6C4, 0x1D91C0, 0x225EA8, 0x253494, 0x081D58
  };
  // Of the relative luminance, where black and white have the same contrast (WCAG 2).
  private static final double AS_DARK_AS_LIGHT = 0.179;

  private ColourRamp() {}

  /**
   * @param part 0 for the lightest, 1 for the darkest; what lies outside counts as the nearer end
   * @return 0xRRGGBB
   */
  public static int at(double part) {
    double place = Math.max(0, Math.min(1, part)) * (STOPS.length - 1);
    int below = Math.min(STOPS.length - 2, (int) place);
    double share = place - below;
    return mixed(below, share, 16) << 16 | mixed(below, share, 8) << 8 | mixed(below, share, 0);
  }

  private static int mixed(int below, double share, int shift) {
    int from = STOPS[below] >> shift & 0xFF;
    int to = STOPS[below + 1] >> shift & 0xFF;
    return (int) Math.round(from + share * (to - from));
  }

  /** The colour of letters that can be read on {@code ground}: black or white. */
  public static int lettersOn(int ground) {
    return luminance(ground) > AS_DARK_AS_LIGHT ? 0x000000 : 0xFFFFFF;
  }

  /** How light a colour is to the eye, 0 for black to 1 for white: the luminance of sRGB. */
  static double luminance(int colour) {
    return 0.2126 * linear(colour >> 16 & 0xFF)
        + 0.7152 * linear(colour >> 8 & 0xFF)
        + 0.0722 * linear(colour & 0xFF);
  }

  private static double linear(int channel) {
    double value = channel / 255.0;
    return value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
  }
}
