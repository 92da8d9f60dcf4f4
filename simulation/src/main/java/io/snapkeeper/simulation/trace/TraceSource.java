package io.snapkeeper.simulation.trace;

import io.snapkeeper.core.trace.TraceCodec;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The lines of one trace, which may be read several times. */
public interface TraceSource {

  /** Names it in messages. */
  String name();

  /**
   * Hands on each line, without its line break, with its number from 1. What stands behind the last
   * line break is left out: a server that was killed left that line unfinished.
   *
   * @throws IOException if it cannot be read
   */
  void forEach(LineReceiver receiver) throws IOException;

  /** Takes one line after the other. */
  interface LineReceiver {
    void accept(long number, String text);
  }

  /** A file, read piece by piece. */
  static TraceSource of(Path file) {
    return new TraceSource() {

      @Override
      public String name() {
        return file.toString();
      }

      @Override
      public void forEach(LineReceiver receiver) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
          split(in, receiver);
        }
      }
    };
  }

  /** Lines in memory. */
  static TraceSource of(String name, List<String> lines) {
    List<String> copy = List.copyOf(lines);
    return new TraceSource() {

      @Override
      public String name() {
        return name;
      }

      @Override
      public void forEach(LineReceiver receiver) {
        for (int i = 0; i < copy.size(); i++) {
          receiver.accept(i + 1L, copy.get(i));
        }
      }
    };
  }

  private static void split(InputStream in, LineReceiver receiver) throws IOException {
    StringBuilder line = new StringBuilder();
    long number = 1;
    for (int next = in.read(); next >= 0; next = in.read()) {
      if (next == '\n') {
        receiver.accept(number++, line.toString());
        line.setLength(0);
      } else if (line.length() <= TraceCodec.LINE_CHARS_MAX) { // one more than allowed is refused
        line.append((char) next);
      }
    }
  }
}
