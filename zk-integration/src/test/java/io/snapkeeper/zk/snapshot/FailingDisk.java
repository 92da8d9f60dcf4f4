package io.snapkeeper.zk.snapshot;

import io.snapkeeper.wal.bulk.BulkFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** The machine's disk, with the errors of a test. */
final class FailingDisk implements BulkFile.Opener {

  volatile IOException onWrite;
  volatile IOException onForce;
  volatile RuntimeException onOpen;
  volatile boolean full;

  @Override
  public BulkFile open(Path path, boolean direct) throws IOException {
    if (onOpen != null) {
      throw onOpen;
    }
    BulkFile file = BulkFile.Opener.SYSTEM.open(path, direct);
    return new BulkFile() {
      @Override
      public int alignmentBytes() {
        return file.alignmentBytes();
      }

      @Override
      public void write(ByteBuffer block, long position) throws IOException {
        throwIfSet(onWrite);
        file.write(block, position);
      }

      @Override
      public void force() throws IOException {
        throwIfSet(onForce);
        file.force();
      }

      @Override
      public void truncate(long size) throws IOException {
        file.truncate(size);
      }

      @Override
      public long usableBytes() throws IOException {
        return full ? 0 : file.usableBytes();
      }

      @Override
      public long totalBytes() throws IOException {
        return file.totalBytes();
      }

      @Override
      public void close() throws IOException {
        file.close();
      }
    };
  }

  private static void throwIfSet(IOException error) throws IOException {
    if (error != null) {
      throw error;
    }
  }
}
