package io.snapkeeper.cli.profile.measure;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A disk that serves one request after the other, each in {@code 1 / iops + bytes / bandwidth}
 * seconds. It keeps its own time, so that a request that is asked for while another is served loses
 * nothing to the scheduling of threads.
 */
final class SimulatedDisk implements BlockFile {

  private final double bytesPerSecond;
  private final double iops;
  private final AtomicLong busyUntilNanos = new AtomicLong(System.nanoTime());
  private final AtomicLong highestByte = new AtomicLong();

  SimulatedDisk(double bytesPerSecond, double iops) {
    this.bytesPerSecond = bytesPerSecond;
    this.iops = iops;
  }

  long highestByte() {
    return highestByte.get();
  }

  @Override
  public int smallBytes() {
    return 4096;
  }

  @Override
  public ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocate(bytes);
  }

  @Override
  public void write(ByteBuffer buffer, long position) {
    serve(buffer, position);
  }

  @Override
  public void writeDurably(ByteBuffer buffer, long position) {
    serve(buffer, position);
  }

  @Override
  public void read(ByteBuffer buffer, long position) {
    serve(buffer, position);
  }

  @Override
  public void force() {}

  private void serve(ByteBuffer buffer, long position) {
    highestByte.accumulateAndGet(position + buffer.remaining(), Math::max);
    long serviceNanos = (long) (1e9 * (1 / iops + buffer.remaining() / bytesPerSecond));
    long now = System.nanoTime();
    long done = busyUntilNanos.updateAndGet(busy -> (busy - now > 0 ? busy : now) + serviceNanos);
    for (long left = done - now; left > 0; left = done - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
