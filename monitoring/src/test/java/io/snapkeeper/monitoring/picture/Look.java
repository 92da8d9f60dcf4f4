package io.snapkeeper.monitoring.picture;

import io.snapkeeper.monitoring.dashboard.Tone;
import java.awt.Color;
import java.awt.Font;

/** Colours and letters. The colours are those of Okabe and Ito. */
final class Look {

  static final Color BACKGROUND = Color.WHITE;
  static final Color BORDER = new Color(0xDDDDDD);
  static final Color GRID = new Color(0xE8E8E8);
  static final Color TEXT = new Color(0x222222);
  static final Color AXIS = new Color(0x555555);
  static final Color MARK = new Color(0x0072B2);
  static final Color FULL = new Color(0x08306B);

  static final Font PAGE = new Font(Font.SANS_SERIF, Font.BOLD, 20);
  static final Font ROW = new Font(Font.SANS_SERIF, Font.BOLD, 16);
  static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 13);
  static final Font SMALL = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
  static final Font NUMBER = new Font(Font.SANS_SERIF, Font.BOLD, 26);

  private static final Color[] SERIES = {
    new Color(0x0072B2),
    new Color(0xE69F00),
    new Color(0x009E73),
    new Color(0xCC79A7),
    new Color(0x56B4E9),
    new Color(0xD55E00),
    new Color(0x777777)
  };

  private Look() {}

  static Color series(int index) {
    return SERIES[index % SERIES.length];
  }

  static Color of(Tone tone) {
    return switch (tone) {
      case GOOD -> new Color(0x00795A);
      case WARNING -> new Color(0xB87A00);
      case BAD -> new Color(0xD55E00);
    };
  }
}
