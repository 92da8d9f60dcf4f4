package io.snapkeeper.zk.snapshot;

import io.snapkeeper.wal.bulk.BulkFile;
import io.snapkeeper.wal.bulk.ForwardingFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** The machine's disk, with the errors of a test. */
final class FailingDisk implements BulkFile.Opener {

  volatile IOException onWrite;

  /** Of a write at any later position than the first. */
  volatile IOException onLaterWrite;

  /** The file system cannot be asked for its space. */
  volatile IOException onSpace;

  volatile IOException onForce;
  volatile RuntimeException onOpen;
  volatile boolean full;

  @Override
  public BulkFile open(Path path, boolean direct) throws IOException {
    if (onOpen != null) {
      throw onOpen;
    }
    return new ForwardingFile(BulkFile.Opener.SYSTEM.open(path, direct)) {
      @Override
      public void write(ByteBuffer block, long position) throws IOException {
        throwIfSet(onWrite);
        if (position > 0) {
          throwIfSet(onLaterWrite);
        }
        super.write(block, position);
      }

      @Override
      public void force() throws IOException {
        throwIfSet(onForce);
        super.force();
      }

      @Override
      public long usableBytes() throws IOException {
        throwIfSet(onSpace);
        return full ? 0 : super.usableBytes();
      }

      @Override
      public long totalBytes() throws IOException {
        throwIfSet(onSpace);
        return super.totalBytes();
      }
    };
  }

  private static void throwIfSet(IOException error) throws IOException {
    if (error != null) {
      throw error;
    }
  }
}
