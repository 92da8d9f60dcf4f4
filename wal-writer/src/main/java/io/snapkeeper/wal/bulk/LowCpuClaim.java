package io.snapkeeper.wal.bulk;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Gives a thread that computes for seconds the lowest claim on the CPU that the kernel grants
 * without privilege and without the danger that it never runs: niceness 19, a seventieth of the
 * usual weight. ({@code SCHED_IDLE} is lower. But the thread holds a node of the tree for a moment
 * now and then, and on a busy host every write to that node would wait for a CPU that idles.)
 * Thread-safe.
 */
public final class LowCpuClaim {

  /** The most that there is. */
  private static final String NICENESS = "19";

  private final String program;
  private final Consumer<Exception> unable;
  private final AtomicBoolean told = new AtomicBoolean();

  /**
   * @param unable is told, once, if the claim cannot be lowered, which costs CPU time only
   */
  public LowCpuClaim(Consumer<Exception> unable) {
    this("renice", unable);
  }

  LowCpuClaim(String program, Consumer<Exception> unable) {
    this.program = program;
    this.unable = unable;
  }

  /**
   * For the calling thread, for the rest of its life. The program runs from another thread, so that
   * this one neither waits nor allocates for it.
   *
   * @return that other thread
   */
  public Thread applyToThisThread() {
    ThreadProgram renice;
    try {
      renice = ThreadProgram.ofThisThread(program);
    } catch (IOException | RuntimeException e) {
      tell(e);
      return Thread.currentThread();
    }
    Thread thread = new Thread(() -> lower(renice), "snapkeeper-renice");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void lower(ThreadProgram renice) {
    try {
      renice.run("-n", NICENESS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | RuntimeException e) {
      tell(e);
    }
  }

  private void tell(Exception e) {
    if (told.compareAndSet(false, true)) {
      unable.accept(e);
    }
  }
}
