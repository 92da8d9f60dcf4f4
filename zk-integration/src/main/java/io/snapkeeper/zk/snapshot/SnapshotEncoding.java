package io.snapkeeper.zk.snapshot;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.Adler32;
import java.util.zip.CheckedOutputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.zookeeper.server.persistence.SnapStream;
import org.xerial.snappy.SnappyOutputStream;

/** What ZooKeeper's {@code SnapStream} puts between a snapshot and its file. */
public final class SnapshotEncoding {

  private SnapshotEncoding() {}

  /**
   * A stream that compresses as ZooKeeper is set up to. Closing it completes the compression and
   * leaves the stream below open.
   */
  public static CheckedOutputStream over(OutputStream out) throws IOException {
    OutputStream open = new Unclosed(out);
    // A compressor's output may depend on the pieces it is fed with: these get ZooKeeper's own.
    return switch (SnapStream.getStreamMode()) {
      case GZIP -> new CheckedOutputStream(new GZIPOutputStream(open), new Adler32());
      case SNAPPY -> new CheckedOutputStream(Snappy.over(open), new Adler32());
      case CHECKED -> new BatchedChecksum(open);
    };
  }

  /** A class of its own: a server may run without the library if it does not use it. */
  private static final class Snappy {

    private Snappy() {}

    static OutputStream over(OutputStream out) {
      return new SnappyOutputStream(out);
    }
  }

  private static final class Unclosed extends FilterOutputStream {

    Unclosed(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
      out.write(source, offset, length);
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }
}
