package io.snapkeeper.zk.snapshot;

/** Is told of every snapshot of this server, on the thread that writes or aborts it. */
public interface SnapshotListener {

  /**
   * A snapshot on ZooKeeper's snapshot thread wants to begin.
   *
   * @throws SnapshotAborted if the server does not serve any more
   */
  SnapshotRun beginOnSnapshotThread(long zxid, int nodes);

  /** A snapshot that another thread takes begins; a running abortable one is given up for it. */
  SnapshotRun beginOnOtherThread(SnapshotCause cause, long zxid, int nodes);

  /**
   * A snapshot is complete.
   *
   * @param bytes size of its file
   * @param durable whether it is known to be on stable storage
   */
  void done(SnapshotRun run, long bytes, boolean durable);

  /** A snapshot ended without a file for another reason than {@link SnapshotRun#abort}. */
  void failed(SnapshotRun run, Throwable cause);
}
