package io.snapkeeper.wal.bulk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A file of the machine on which requests fail, or wait, at a chosen number of written bytes. */
final class FaultyFile extends ForwardingFile {

  /** Where the disk fails. */
  static final class Disk implements BulkFile.Opener {
    volatile boolean refusesDirectOpen;
    volatile boolean refusesDirectWrite;
    volatile long failsAtBytes = Long.MAX_VALUE;
    volatile long stallsAtBytes = Long.MAX_VALUE;
    volatile long usableBytes = -1;
    volatile long totalBytes = -1;
    volatile boolean failsForce;
    final CountDownLatch stalled = new CountDownLatch(1);
    final CountDownLatch goOn = new CountDownLatch(1);
    final AtomicInteger open = new AtomicInteger();
    final AtomicInteger inFlight = new AtomicInteger();
    final AtomicInteger inFlightMax = new AtomicInteger();
    final AtomicInteger forces = new AtomicInteger();

    @Override
    public BulkFile open(Path path, boolean direct) throws IOException {
      if (direct && refusesDirectOpen) {
        throw new UnsupportedOperationException("DIRECT is not supported");
      }
      BulkFile file = BulkFile.Opener.SYSTEM.open(path, direct);
      open.incrementAndGet();
      return new FaultyFile(file, this, direct);
    }
  }

  private final Disk disk;
  private final boolean direct;

  private FaultyFile(BulkFile file, Disk disk, boolean direct) {
    super(file);
    this.disk = disk;
    this.direct = direct;
  }

  @Override
  public void write(ByteBuffer block, long position) throws IOException {
    int now = disk.inFlight.incrementAndGet();
    disk.inFlightMax.accumulateAndGet(now, Math::max);
    try {
      if (direct && disk.refusesDirectWrite) {
        throw new IOException("Invalid argument");
      }
      if (position + block.remaining() > disk.failsAtBytes) {
        throw new IOException("Input/output error");
      }
      if (position + block.remaining() > disk.stallsAtBytes) {
        disk.stalled.countDown();
        disk.goOn.await();
      }
      super.write(block, position);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    } finally {
      disk.inFlight.decrementAndGet();
    }
  }

  @Override
  public void force() throws IOException {
    disk.forces.incrementAndGet();
    if (disk.failsForce) {
      throw new IOException("Input/output error in fsync");
    }
    super.force();
  }

  @Override
  public long usableBytes() throws IOException {
    return disk.usableBytes >= 0 ? disk.usableBytes : super.usableBytes();
  }

  @Override
  public long totalBytes() throws IOException {
    return disk.totalBytes >= 0 ? disk.totalBytes : super.totalBytes();
  }

  @Override
  public void close() throws IOException {
    disk.open.decrementAndGet();
    super.close();
  }
}
