package io.snapkeeper.zk.snapshot;

import io.snapkeeper.wal.pacer.LogRole;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One snapshot being written, from its first byte to its end.
 *
 * <p>An abortable run goes RUNNING, PUBLISHING, DONE; or RUNNING, ABORTED; or RUNNING or
 * PUBLISHING, FAILED. Whoever wins the one compare-and-set out of RUNNING decides whether the file
 * may get its final name: once a run is aborted, it never does. Thread-safe.
 */
public final class SnapshotRun {

  private enum State {
    RUNNING,
    PUBLISHING,
    DONE,
    ABORTED,
    FAILED
  }

  private final SnapshotCause cause;
  private final long slotId;
  private final long zxid;
  private final boolean abortable;
  private final LogRole logRole;
  private final int nodesTotal;
  private final long startNanos = System.nanoTime();
  private final AtomicReference<State> state = new AtomicReference<>(State.RUNNING);
  private volatile String abortReason = "";

  /** When it was done; 0 while it is not. */
  private volatile long endNanos;

  private volatile int nodesWritten;

  /**
   * @param slotId the slot for cause SLOT, else 0
   * @param zxid the snapshot's zxid
   * @param abortable whether the file is written under a temporary name, so that it may be given up
   * @param logRole who waits for this server's log meanwhile
   * @param nodesTotal nodes in the tree when it began
   */
  public SnapshotRun(
      SnapshotCause cause,
      long slotId,
      long zxid,
      boolean abortable,
      LogRole logRole,
      int nodesTotal) {
    this.cause = cause;
    this.slotId = slotId;
    this.zxid = zxid;
    this.abortable = abortable;
    this.logRole = logRole;
    this.nodesTotal = nodesTotal;
  }

  public SnapshotCause cause() {
    return cause;
  }

  /** The slot, 0 if this snapshot has none. */
  public long slotId() {
    return slotId;
  }

  public long zxid() {
    return zxid;
  }

  public boolean abortable() {
    return abortable;
  }

  /** Who waits for this server's log while it is written. */
  public LogRole logRole() {
    return logRole;
  }

  /** Milliseconds from the first byte until now, or until it was done. */
  public long elapsedMillis() {
    long untilNanos = state.get() == State.DONE ? endNanos : System.nanoTime();
    return TimeUnit.NANOSECONDS.toMillis(untilNanos - startNanos);
  }

  /** Estimated progress in nodes of the tree, 0 to 1000. */
  public int permille() {
    if (nodesTotal <= 0) {
      return 0;
    }
    return (int) Math.min(1000, 1000L * nodesWritten / nodesTotal);
  }

  /** Why it was given up; empty if it was not. */
  public String abortReason() {
    return abortReason;
  }

  /**
   * Gives this run up if it is abortable and not yet past the point of no return.
   *
   * @return whether this call did it
   */
  public boolean abort(String reason) {
    if (!abortable || !state.compareAndSet(State.RUNNING, State.ABORTED)) {
      return false;
    }
    abortReason = reason;
    return true;
  }

  /** Whether this run was given up. */
  boolean aborted() {
    return state.get() == State.ABORTED;
  }

  /** Called by the writing thread at each step. */
  void throwIfAborted() {
    if (state.get() == State.ABORTED) {
      throw new SnapshotAborted(abortReason);
    }
  }

  /** The point of no return: from here on the file gets its final name. */
  void beginPublishing() {
    if (!state.compareAndSet(State.RUNNING, State.PUBLISHING)) {
      throw new SnapshotAborted(abortReason);
    }
  }

  void done() {
    endNanos = System.nanoTime();
    state.set(State.DONE);
  }

  /** Returns false if the run had been given up before it failed. */
  boolean failed() {
    return state.getAndUpdate(s -> s == State.ABORTED ? s : State.FAILED) != State.ABORTED;
  }

  void nodeWritten() {
    // only the writing thread counts; others read an estimate
    int written = nodesWritten;
    nodesWritten = written + 1;
  }
}
