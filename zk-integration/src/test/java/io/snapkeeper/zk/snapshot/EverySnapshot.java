package io.snapkeeper.zk.snapshot;

import io.snapkeeper.wal.pacer.LogRole;

/** Lets every snapshot of the snapshot thread be written, in a slot; anything else is an error. */
final class EverySnapshot implements SnapshotListener {

  @Override
  public SnapshotRun beginOnSnapshotThread(long zxid, int nodes) {
    return new SnapshotRun(SnapshotCause.SLOT, 1, zxid, true, LogRole.SPARE, nodes);
  }

  @Override
  public SnapshotRun beginOnOtherThread(SnapshotCause cause, long zxid, int nodes) {
    throw new AssertionError("on another thread");
  }

  @Override
  public void done(SnapshotRun run, long bytes, boolean durable) {
    if (!durable || bytes <= 0) {
      throw new AssertionError("durable " + durable + ", " + bytes + " bytes");
    }
  }

  @Override
  public void failed(SnapshotRun run, Throwable cause) {
    throw new AssertionError(cause);
  }
}
