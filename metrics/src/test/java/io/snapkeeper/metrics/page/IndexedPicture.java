package io.snapkeeper.metrics.page;

import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;

/**
 * A picture with a palette: a page has few colours besides the edges of its letters, and takes a
 * third of the space so.
 */
public final class IndexedPicture {

  private static final int COLOURS_MAX = 256;
  private static final int GREY_CHROMA_MAX = 24;

  private IndexedPicture() {}

  /** The same PNG with 256 of its colours; every other one becomes the nearest of these. */
  public static byte[] of(byte[] png) throws IOException {
    BufferedImage picture = ImageIO.read(new ByteArrayInputStream(png));
    int width = picture.getWidth();
    int height = picture.getHeight();
    int[] pixels = picture.getRGB(0, 0, width, height, null, 0, width);
    int[] palette = palette(pixels);
    IndexColorModel colours =
        new IndexColorModel(8, palette.length, palette, 0, false, -1, DataBuffer.TYPE_BYTE);
    BufferedImage indexed =
        new BufferedImage(width, height, BufferedImage.TYPE_BYTE_INDEXED, colours);
    Map<Integer, Integer> nearest = new HashMap<>();
    byte[] indices = new byte[pixels.length];
    for (int i = 0; i < pixels.length; i++) {
      indices[i] = nearest.computeIfAbsent(pixels[i], c -> nearest(palette, c)).byteValue();
    }
    indexed.getRaster().setDataElements(0, 0, width, height, indices);
    return written(indexed);
  }

  /** The frequent ones, and before the greys of letters the colours of thin curves. */
  private static int[] palette(int[] pixels) {
    Map<Integer, Long> weights = new HashMap<>();
    for (int pixel : pixels) {
      weights.merge(pixel, 1L + chroma(pixel) / GREY_CHROMA_MAX, Long::sum);
    }
    return weights.entrySet().stream()
        .sorted(
            Comparator.comparing(Map.Entry<Integer, Long>::getValue)
                .reversed()
                .thenComparing(Map.Entry::getKey))
        .limit(COLOURS_MAX)
        .mapToInt(Map.Entry::getKey)
        .toArray();
  }

  /** 0 for grey, 255 for a pure colour. */
  private static int chroma(int colour) {
    int red = colour >> 16 & 0xFF;
    int green = colour >> 8 & 0xFF;
    int blue = colour & 0xFF;
    return Math.max(red, Math.max(green, blue)) - Math.min(red, Math.min(green, blue));
  }

  private static int nearest(int[] palette, int colour) {
    int best = 0;
    int least = Integer.MAX_VALUE;
    for (int i = 0; i < palette.length; i++) {
      int distance = 0;
      for (int shift = 0; shift <= 16; shift += 8) {
        int difference = (palette[i] >> shift & 0xFF) - (colour >> shift & 0xFF);
        distance += difference * difference;
      }
      if (distance < least) {
        least = distance;
        best = i;
      }
    }
    return best;
  }

  private static byte[] written(BufferedImage picture) throws IOException {
    ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
    ImageWriteParam smallest = writer.getDefaultWriteParam();
    smallest.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
    smallest.setCompressionQuality(0);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ImageOutputStream out = ImageIO.createImageOutputStream(bytes)) {
      writer.setOutput(out);
      writer.write(null, new IIOImage(picture, null, null), smallest);
    } finally {
      writer.dispose();
    }
    return bytes.toByteArray();
  }
}
