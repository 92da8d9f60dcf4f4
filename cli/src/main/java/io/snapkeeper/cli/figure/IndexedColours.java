package io.snapkeeper.cli.figure;

import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reduces a drawing to a table of 256 colours, which makes its PNG about half as large.
 *
 * <p>A drawing has a handful of colours and, on its edges, thousands of blends of them. The most
 * frequent 256 are kept as they are, and each of the others becomes the nearest of those.
 */
final class IndexedColours {

  private static final int TABLE_SIZE = 256;
  private static final int OPAQUE_RGB_BITS = 0xffffff;

  private IndexedColours() {}

  /** A picture of the same size; exact where the given one has at most 256 colours. */
  static BufferedImage reduce(BufferedImage image) {
    int width = image.getWidth();
    int height = image.getHeight();
    int[] pixels = image.getRGB(0, 0, width, height, null, 0, width);
    int[] table = mostFrequent(pixels);
    BufferedImage reduced =
        new BufferedImage(
            width,
            height,
            BufferedImage.TYPE_BYTE_INDEXED,
            new IndexColorModel(8, table.length, table, 0, false, -1, 0));
    Map<Integer, Integer> indices = new HashMap<>();
    int[] row = new int[width];
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        row[x] =
            indices.computeIfAbsent(
                pixels[y * width + x] & OPAQUE_RGB_BITS, rgb -> nearest(rgb, table));
      }
      reduced.getRaster().setPixels(0, y, width, 1, row);
    }
    return reduced;
  }

  private static int[] mostFrequent(int[] pixels) {
    Map<Integer, Integer> counts = new HashMap<>();
    for (int pixel : pixels) {
      counts.merge(pixel & OPAQUE_RGB_BITS, 1, Integer::sum);
    }
    // Equal counts in the order of their values: the same drawing gives the same bytes.
    Comparator<Map.Entry<Integer, Integer>> order =
        Map.Entry.<Integer, Integer>comparingByValue().reversed();
    List<Integer> kept =
        counts.entrySet().stream()
            .sorted(order.thenComparing(Map.Entry.comparingByKey()))
            .limit(TABLE_SIZE)
            .map(Map.Entry::getKey)
            .toList();
    return kept.stream().mapToInt(Integer::intValue).toArray();
  }

  private static int nearest(int rgb, int[] table) {
    int best = 0;
    for (int index = 1; index < table.length; index++) {
      if (distance(rgb, table[index]) < distance(rgb, table[best])) {
        best = index;
      }
    }
    return best;
  }

  private static int distance(int a, int b) {
    int sum = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
      int difference = ((a >> shift) & 0xff) - ((b >> shift) & 0xff);
      sum += difference * difference;
    }
    return sum;
  }
}
