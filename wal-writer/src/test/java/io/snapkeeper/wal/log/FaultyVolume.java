package io.snapkeeper.wal.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A volume whose disk fails, or waits, where a test wants it to. */
public final class FaultyVolume implements LogVolume {

  private final LogVolume volume;

  private volatile boolean failsCreate;
  private volatile boolean failsWrites;
  volatile boolean failsZeros;
  volatile boolean failsRename;
  volatile CountDownLatch holdsWrites = new CountDownLatch(0);
  volatile CountDownLatch holdsZeros = new CountDownLatch(0);

  public FaultyVolume(LogVolume volume) {
    this.volume = volume;
  }

  /** From now on no file can be made, as where direct I/O is refused. */
  public void failCreations() {
    failsCreate = true;
  }

  /** From now on data cannot be written, while zeros still can; or can be again. */
  public void failWrites(boolean fails) {
    failsWrites = fails;
  }

  @Override
  public LogFile create(String name) throws IOException {
    if (failsCreate) {
      throw new IOException("no direct I/O here");
    }
    LogFile file = volume.create(name);
    return new LogFile() {
      @Override
      public int blockBytes() {
        return file.blockBytes();
      }

      @Override
      public void extend(long sizeBytes) throws IOException {
        file.extend(sizeBytes);
      }

      @Override
      public void zero(long position, int bytes) throws IOException {
        await(holdsZeros);
        if (failsZeros) {
          throw new IOException("no space left");
        }
        file.zero(position, bytes);
      }

      @Override
      public void settle() throws IOException {
        file.settle();
      }

      @Override
      public void write(ByteBuffer blocks, long position) throws IOException {
        await(holdsWrites);
        if (failsWrites) {
          throw new IOException("the disk is gone");
        }
        file.write(blocks, position);
      }

      @Override
      public void close() throws IOException {
        file.close();
      }
    };
  }

  private static void await(CountDownLatch release) throws IOException {
    try {
      release.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void rename(String from, String to) throws IOException {
    if (failsRename) {
      throw new IOException("no such directory");
    }
    volume.rename(from, to);
  }

  @Override
  public void delete(String name) throws IOException {
    volume.delete(name);
  }

  @Override
  public List<String> names() throws IOException {
    return volume.names();
  }
}
