package io.snapkeeper.metrics.http;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** The bytes of an answer, in the two forms in which a client may want them. */
sealed interface Content {

  byte[] plain() throws IOException;

  byte[] gzip() throws IOException;

  /** Kept as it is; compressed for those who ask for that. */
  @SuppressWarnings("ArrayRecordComponent") // nobody writes to it
  record Plain(byte[] plain) implements Content {

    @Override
    public byte[] gzip() throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
        gzip.write(plain);
      }
      return bytes.toByteArray();
    }
  }

  /** Kept compressed: almost every client wants it so. */
  @SuppressWarnings("ArrayRecordComponent") // nobody writes to it
  record Compressed(byte[] gzip) implements Content {

    @Override
    public byte[] plain() throws IOException {
      try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
        return in.readAllBytes();
      }
    }
  }

  /** Content that is compressed once, now. */
  static Content compressed(byte[] plain) throws IOException {
    return new Compressed(new Plain(plain).gzip());
  }
}
