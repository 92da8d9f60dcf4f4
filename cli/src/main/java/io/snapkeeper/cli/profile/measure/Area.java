package io.snapkeeper.cli.profile.measure;

/**
 * A part of the file, in bytes.
 *
 * @param start of the first byte
 * @param end of the first byte after it, more than {@code start}
 */
record Area(long start, long end) {

  Area {
    if (start < 0 || end <= start) {
      throw new IllegalArgumentException("no bytes from " + start + " to " + end);
    }
  }

  long bytes() {
    return end - start;
  }

  /**
   * One of {@code parts} equal parts, cut to whole requests.
   *
   * @param number from 0
   * @throws IllegalArgumentException if a part has no room for one request
   */
  Area part(int number, int parts, int requestBytes) {
    long partBytes = bytes() / parts / requestBytes * requestBytes;
    return new Area(start + number * partBytes, start + (number + 1) * partBytes);
  }
}
