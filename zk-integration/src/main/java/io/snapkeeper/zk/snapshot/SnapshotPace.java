package io.snapkeeper.zk.snapshot;

import io.snapkeeper.wal.bulk.Pace;
import io.snapkeeper.wal.pacer.CpuShare;
import io.snapkeeper.wal.pacer.LivePacer;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** The pace of one snapshot: a pacer for the disk, a share of the CPU for the thread that fills. */
final class SnapshotPace implements Pace {

  private final LivePacer pacer;
  private final LongSupplier threadCpuNanos;
  private final BiConsumer<String, Throwable> faults;
  private final CpuShare cpu;
  private boolean sharing = true;

  /**
   * @param cpus that the server may use
   * @param faults is told of faults of the plugin itself, with their place
   */
  SnapshotPace(LivePacer pacer, double cpus, BiConsumer<String, Throwable> faults) {
    this(pacer, cpus, threadCpuClock(), faults);
  }

  /**
   * @param threadCpuNanos CPU time that the asking thread has used; a constant if it is not known
   */
  SnapshotPace(
      LivePacer pacer,
      double cpus,
      LongSupplier threadCpuNanos,
      BiConsumer<String, Throwable> faults) {
    this.pacer = pacer;
    this.cpu = CpuShare.ofCpus(cpus);
    this.threadCpuNanos = threadCpuNanos;
    this.faults = faults;
  }

  private static LongSupplier threadCpuClock() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return threads.isCurrentThreadCpuTimeSupported() ? threads::getCurrentThreadCpuTime : () -> -1;
  }

  @Override
  public int blockBytes() {
    return pacer.blockBytes();
  }

  @Override
  public void blockFilled() {
    if (!sharing) {
      return;
    }
    try {
      long nanos = cpu.pauseNanos(System.nanoTime(), threadCpuNanos.getAsLong());
      if (nanos > 0) {
        LockSupport.parkNanos(nanos);
      }
    } catch (Throwable t) { // the snapshot goes on, without pauses
      sharing = false;
      faults.accept("the snapshot thread's share of the CPU", t);
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
