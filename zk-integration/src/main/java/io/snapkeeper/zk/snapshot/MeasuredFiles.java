package io.snapkeeper.zk.snapshot;

import io.snapkeeper.metrics.histogram.LatencyHistogram;
import io.snapkeeper.wal.bulk.BulkFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Measures how long the disk takes for each request of a file. Only with direct I/O: other writes
 * end in the page cache.
 */
final class MeasuredFiles implements BulkFile.Opener {

  private final BulkFile.Opener opener;
  private final LatencyHistogram requests;

  MeasuredFiles(BulkFile.Opener opener, LatencyHistogram requests) {
    this.opener = opener;
    this.requests = requests;
  }

  @Override
  public BulkFile open(Path path, boolean direct) throws IOException {
    BulkFile file = opener.open(path, direct);
    return direct ? new MeasuredFile(file, requests) : file;
  }

  private record MeasuredFile(BulkFile file, LatencyHistogram requests) implements BulkFile {

    @Override
    public int alignmentBytes() {
      return file.alignmentBytes();
    }

    @Override
    public void write(ByteBuffer block, long position) throws IOException {
      long begun = System.nanoTime();
      file.write(block, position);
      requests.record(System.nanoTime() - begun);
    }

    @Override
    public void force() throws IOException {
      file.force();
    }

    @Override
    public void truncate(long size) throws IOException {
      file.truncate(size);
    }

    @Override
    public long usableBytes() throws IOException {
      return file.usableBytes();
    }

    @Override
    public long totalBytes() throws IOException {
      return file.totalBytes();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
