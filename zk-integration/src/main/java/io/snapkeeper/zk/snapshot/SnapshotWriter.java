package io.snapkeeper.zk.snapshot;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import org.apache.jute.OutputArchive;

/**
 * Takes every snapshot of a server on its way to the disk.
 *
 * <p>On ZooKeeper's snapshot thread it writes durably and abortably: temporary name, a force every
 * few MiB, fsync, rename, fsync of the directory. A snapshot that any other thread takes is written
 * as ZooKeeper writes it, and only watched. The bytes are ZooKeeper's in both cases.
 *
 * <p>Thread-safe; ZooKeeper itself writes one snapshot at a time.
 */
public final class SnapshotWriter {

  /** The name that {@code SyncRequestProcessor} gives its snapshot thread. */
  public static final String SNAPSHOT_THREAD = "Snapshot Thread";

  /**
   * Little unwritten data stays behind the writer, so that neither an abort nor a log commit waits
   * for a long writeback. 8 MiB take 80 ms at 100 MB/s.
   */
  private static final long FORCE_EVERY_BYTES = 8L << 20;

  /** What a thread is writing; set while it writes. */
  private static final ThreadLocal<Write> CURRENT = new ThreadLocal<>();

  /** ZooKeeper's own writing of a snapshot into a file. */
  public interface StockWrite {
    void write(File file, boolean fsync) throws IOException;
  }

  private final SnapshotListener listener;

  public SnapshotWriter(SnapshotListener listener) {
    this.listener = listener;
  }

  /** Removes unfinished snapshots that an earlier run of the server left in its directory. */
  public static void deleteLeftovers(File snapDir) {
    PartialFile.deleteLeftovers(snapDir);
  }

  /**
   * Writes one snapshot.
   *
   * @param target the final file
   * @param fsync what ZooKeeper asked for; a snapshot on the snapshot thread is always forced
   * @param zxid the snapshot's zxid
   * @param nodes nodes in the tree
   * @param stock ZooKeeper's own writing; it passes its archive through {@link #watch}
   * @param published called once the file has its final name
   * @throws IOException as ZooKeeper's own writing would
   * @throws SnapshotAborted if the snapshot was given up
   */
  public void write(
      File target, boolean fsync, long zxid, int nodes, StockWrite stock, Runnable published)
      throws IOException {
    if (Thread.currentThread().getName().equals(SNAPSHOT_THREAD)) {
      writeDurably(target, listener.beginOnSnapshotThread(zxid, nodes), stock, published);
    } else {
      SnapshotRun run = listener.beginOnOtherThread(SnapshotCause.ofCurrentThread(), zxid, nodes);
      writeAsStock(target, fsync, run, stock);
    }
  }

  /** The archive to hand to ZooKeeper's serialisation on this thread instead of its own. */
  public OutputArchive watch(OutputArchive archive) {
    Write write = CURRENT.get();
    return write == null ? archive : new WatchedArchive(archive, write.run, write);
  }

  private void writeAsStock(File target, boolean fsync, SnapshotRun run, StockWrite stock)
      throws IOException {
    CURRENT.set(new Write(run, null));
    try {
      stock.write(target, fsync);
      run.done();
      listener.done(run, target.length(), fsync);
    } catch (IOException | RuntimeException | Error e) {
      run.failed();
      listener.failed(run, e);
      throw e;
    } finally {
      CURRENT.remove();
    }
  }

  private void writeDurably(File target, SnapshotRun run, StockWrite stock, Runnable published)
      throws IOException {
    PartialFile partial = new PartialFile(target);
    Write write = new Write(run, partial);
    CURRENT.set(write);
    try {
      run.throwIfAborted();
      stock.write(partial.file(), false);
      run.throwIfAborted();
      write.forceAll();
      long bytes = partial.size();
      run.beginPublishing();
      boolean durable = partial.publish();
      published.run();
      run.done();
      listener.done(run, bytes, durable);
    } catch (SnapshotAborted e) {
      throw e; // its listener was told by whoever aborted it
    } catch (IOException | RuntimeException | Error e) {
      if (run.failed()) {
        listener.failed(run, e);
      } else {
        throw new SnapshotAborted(run.abortReason());
      }
      throw e;
    } finally {
      CURRENT.remove();
      write.close();
      partial.delete();
    }
  }

  /** What this thread is writing: counts bytes and forces them now and then. */
  private static final class Write implements WatchedArchive.ByteListener {
    private final SnapshotRun run;
    private final PartialFile partial; // null for a snapshot that is written as stock does
    private FileChannel channel;
    private long unforcedBytes;

    Write(SnapshotRun run, PartialFile partial) {
      this.run = run;
      this.partial = partial;
    }

    @Override
    public void wrote(long bytes) throws IOException {
      if (partial == null) {
        return;
      }
      unforcedBytes += bytes;
      if (unforcedBytes >= FORCE_EVERY_BYTES) {
        forceAll();
      }
    }

    void forceAll() throws IOException {
      unforcedBytes = 0;
      if (channel == null) {
        channel = partial.openForForce();
      }
      channel.force(false);
    }

    void close() {
      if (channel != null) {
        try {
          channel.close();
        } catch (IOException e) {
          // every byte was forced before; the handle itself holds nothing
          channel = null;
        }
      }
    }
  }
}
