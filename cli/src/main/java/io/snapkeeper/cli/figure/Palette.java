package io.snapkeeper.cli.figure;

/** The colours of everything that is not data, 0xRRGGBB. */
public final class Palette {

  public static final int GROUND = 0xFFFFFF;
  public static final int TEXT = 0x222222;
  public static final int FAINT_TEXT = 0x555555;
  public static final int FRAME = 0x888888;
  public static final int GRID = 0xDDDDDD;
  public static final int SHADE = 0xEBEBEB;

  private Palette() {}
}
