package io.snapkeeper.cli.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import org.junit.jupiter.api.Test;

class IndexedColoursTest {

  @Test
  void fewColoursStayExact() {
    BufferedImage image = new BufferedImage(16, 16, BufferedImage.TYPE_INT_RGB);
    for (int i = 0; i < 256; i++) {
      image.setRGB(i % 16, i / 16, 0xff000000 | i * 0x010307);
    }

    BufferedImage reduced = IndexedColours.reduce(image);

    for (int i = 0; i < 256; i++) {
      assertThat(reduced.getRGB(i % 16, i / 16)).isEqualTo(image.getRGB(i % 16, i / 16));
    }
  }

  @Test
  void rareColoursBecomeTheNearestOfTheFrequentOnes() {
    BufferedImage image = new BufferedImage(257, 2, BufferedImage.TYPE_INT_RGB);
    for (int grey = 0; grey < 256; grey++) {
      image.setRGB(grey, 0, grey * 0x010101);
      image.setRGB(grey, 1, grey * 0x010101);
    }
    image.setRGB(256, 0, 0x646463);

    BufferedImage reduced = IndexedColours.reduce(image);

    assertThat(reduced.getRGB(256, 0) & 0xffffff).isEqualTo(0x646464);
    assertThat(reduced.getRGB(77, 0) & 0xffffff).isEqualTo(77 * 0x010101);
  }

  @Test
  void onlyOneColourIsATableOfOne() {
    BufferedImage image = new BufferedImage(3, 2, BufferedImage.TYPE_INT_RGB);

    assertThat(IndexedColours.reduce(image).getRGB(2, 1)).isEqualTo(0xff000000);
  }
}
