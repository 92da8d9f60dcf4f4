package io.snapkeeper.zk.snapshot;

import io.snapkeeper.wal.bulk.Pace;
import io.snapkeeper.wal.pacer.CpuShare;
import io.snapkeeper.wal.pacer.LivePacer;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The pace of one snapshot: a pacer for the disk, a share of the CPU for the thread that fills. */
final class SnapshotPace implements Pace {

  private final LivePacer pacer;
  private final CpuShare cpu = CpuShare.ofProcessors(Runtime.getRuntime().availableProcessors());
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final boolean cpuTimeKnown = threads.isCurrentThreadCpuTimeSupported();

  SnapshotPace(LivePacer pacer) {
    this.pacer = pacer;
  }

  @Override
  public int blockBytes() {
    return pacer.blockBytes();
  }

  @Override
  public void blockFilled() {
    if (!cpuTimeKnown) {
      return;
    }
    long nanos = cpu.pauseNanos(System.nanoTime(), threads.getCurrentThreadCpuTime());
    if (nanos > 0) {
      LockSupport.parkNanos(nanos);
    }
  }

  @Override
  public boolean awaitTurn(int bytes, BooleanSupplier givenUp) {
    return pacer.awaitTurn(bytes, givenUp);
  }

  @Override
  public void completed(int bytes) {
    pacer.completed(bytes);
  }
}
