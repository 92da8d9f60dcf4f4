package io.snapkeeper.cli.figure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ColourRampTest {

  private static double contrast(int first, int second) {
    double one = ColourRamp.luminance(first) + 0.05;
    double other = ColourRamp.luminance(second) + 0.05;
    return Math.max(one, other) / Math.min(one, other);
  }

  @Test
  void isDarkerAllTheWaySoThatItReadsInGrey() {
    for (int i = 1; i <= 100; i++) {
      assertThat(ColourRamp.luminance(ColourRamp.at(i / 100.0)))
          .isLessThan(ColourRamp.luminance(ColourRamp.at((i - 1) / 100.0)));
    }
    assertThat(ColourRamp.at(0)).isEqualTo(ColourRamp.at(-3)).isEqualTo(0xFFFFD9);
    assertThat(ColourRamp.at(1)).isEqualTo(ColourRamp.at(7)).isEqualTo(0x081D58);
  }

  @Test
  void lettersStandOutOnEveryColour() {
    // What WCAG 2 asks for.
    for (int i = 0; i <= 100; i++) {
      int ground = ColourRamp.at(i / 100.0);
      assertThat(contrast(ground, ColourRamp.lettersOn(ground))).isGreaterThan(4.5);
    }
  }
}
