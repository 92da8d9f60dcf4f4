package io.snapkeeper.wal.bulk;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A file that passes everything on to another one; a subclass overrides what it is about. */
public class ForwardingFile implements BulkFile {

  private final BulkFile file;

  protected ForwardingFile(BulkFile file) {
    this.file = file;
  }

  @Override
  public int alignmentBytes() {
    return file.alignmentBytes();
  }

  @Override
  public void write(ByteBuffer block, long position) throws IOException {
    file.write(block, position);
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
