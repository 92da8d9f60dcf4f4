package io.snapkeeper.cli.profile.measure;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;

/** Small requests at random places, one in flight. One thread at a time. */
final class SmallRandom {

  private final BlockFile file;
  private final Area area;
  private final Random places;
  private final ByteBuffer buffer;

  SmallRandom(BlockFile file, Area area, long seed) {
    this.file = file;
    this.area = area;
    places = new Random(seed);
    buffer = file.buffer(file.smallBytes());
  }

  /**
   * Goes on until {@code endNanos}, and for at least one request.
   *
   * @param writes durable writes instead of reads
   * @return requests
   */
  long run(boolean writes, long endNanos) throws IOException {
    long now = System.nanoTime();
    long requests = 0;
    long blocks = area.bytes() / buffer.remaining();
    while (requests == 0 || now - endNanos < 0) {
      long block = (long) (places.nextDouble() * blocks);
      long position = area.start() + block * buffer.remaining();
      if (writes) {
        file.writeDurably(buffer, position);
      } else {
        file.read(buffer, position);
      }
      requests++;
      now = System.nanoTime();
    }
    return requests;
  }
}
