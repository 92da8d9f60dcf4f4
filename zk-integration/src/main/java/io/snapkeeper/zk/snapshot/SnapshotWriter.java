package io.snapkeeper.zk.snapshot;

import io.snapkeeper.wal.bulk.DirectOutput;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.util.Optional;
import org.apache.jute.OutputArchive;

/**
 * Takes every snapshot of a server on its way to the disk.
 *
 * <p>On ZooKeeper's snapshot thread it writes durably and abortably: temporary name, past the page
 * cache at the pacer's rate or with a force every few MiB, fsync, rename, fsync of the directory. A
 * snapshot that any other thread takes is written as ZooKeeper writes it, and only watched. The
 * bytes are ZooKeeper's in both cases.
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

  /** The two ways to write one snapshot; each passes its archive through {@link #watch}. */
  public interface Serialiser {

    /** ZooKeeper's own writing of a snapshot into a file. */
    void toFile(File file, boolean fsync) throws IOException;

    /** The same bytes into a stream, which is left open. */
    void toStream(OutputStream out) throws IOException;
  }

  private final SnapshotListener listener;
  private final Optional<DirectSnapshots> direct;
  private final Runnable atSlotEnd;

  /**
   * @param direct how snapshots on the snapshot thread are written; if empty, by ZooKeeper's own
   *     stream
   * @param atSlotEnd further disk work that belongs into a slot: called on the snapshot thread when
   *     a scheduled snapshot is on the disk, before the listener hears that it is done. Must not
   *     throw
   */
  public SnapshotWriter(
      SnapshotListener listener, Optional<DirectSnapshots> direct, Runnable atSlotEnd) {
    this.listener = listener;
    this.direct = direct;
    this.atSlotEnd = atSlotEnd;
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
   * @param serialiser writes the snapshot's bytes
   * @param published called once the file has its final name
   * @throws IOException as ZooKeeper's own writing would
   * @throws SnapshotAborted if the snapshot was given up
   */
  public void write(
      File target, boolean fsync, long zxid, int nodes, Serialiser serialiser, Runnable published)
      throws IOException {
    if (!Thread.currentThread().getName().equals(SNAPSHOT_THREAD)) {
      SnapshotRun run = listener.beginOnOtherThread(SnapshotCause.ofCurrentThread(), zxid, nodes);
      writeAsStock(target, fsync, run, serialiser);
      return;
    }
    SnapshotRun run = listener.beginOnSnapshotThread(zxid, nodes);
    PartialFile partial = new PartialFile(target);
    try {
      Optional<DirectOutput> output = open(partial, nodes, run);
      if (output.isPresent()) {
        writeDirectly(partial, run, output.get(), serialiser, published);
      } else {
        writeDurably(partial, run, serialiser, published);
      }
    } finally {
      partial.delete();
    }
  }

  /** Empty where ZooKeeper's own stream is to be used: by configuration, or after a fault. */
  private Optional<DirectOutput> open(PartialFile partial, int nodes, SnapshotRun run) {
    if (direct.isEmpty() || !direct.get().usable()) {
      return Optional.empty();
    }
    try {
      return Optional.of(direct.get().open(partial.file().toPath(), nodes, run::aborted));
    } catch (IOException e) {
      throw endedBy(run, e);
    } catch (RuntimeException | LinkageError e) { // fail open
      direct.get().fault(e);
      return Optional.empty();
    }
  }

  private void writeDirectly(
      PartialFile partial,
      SnapshotRun run,
      DirectOutput output,
      Serialiser serialiser,
      Runnable published) {
    CURRENT.set(new Write(run, null));
    try (output) {
      run.throwIfAborted();
      serialiser.toStream(output);
      run.throwIfAborted();
      output.finish();
      publish(partial, run, output.bytes(), published);
    } catch (SnapshotAborted e) {
      throw e; // its listener was told by whoever aborted it
    } catch (IOException e) {
      throw endedBy(run, e);
    } catch (RuntimeException | Error e) {
      if (!run.failed()) {
        throw new SnapshotAborted(run.abortReason());
      }
      listener.failed(run, e);
      direct.orElseThrow().fault(e);
      throw e;
    } finally {
      CURRENT.remove();
      direct.orElseThrow().ended(output);
    }
  }

  /**
   * The snapshot ends, the server goes on: what the disk refused is a copy of what the log and the
   * snapshot before it hold.
   */
  private SnapshotAborted endedBy(SnapshotRun run, IOException e) {
    if (!run.failed()) {
      return new SnapshotAborted(run.abortReason());
    }
    listener.failed(run, e);
    return new SnapshotAborted(e.toString());
  }

  private void publish(PartialFile partial, SnapshotRun run, long bytes, Runnable published)
      throws IOException {
    run.beginPublishing();
    boolean durable = partial.publish();
    published.run();
    run.done();
    if (run.cause().scheduled()) {
      atSlotEnd.run();
    }
    listener.done(run, bytes, durable);
  }

  /** The archive to hand to ZooKeeper's serialisation on this thread instead of its own. */
  public OutputArchive watch(OutputArchive archive) {
    Write write = CURRENT.get();
    return write == null ? archive : new WatchedArchive(archive, write.run, write);
  }

  private void writeAsStock(File target, boolean fsync, SnapshotRun run, Serialiser serialiser)
      throws IOException {
    CURRENT.set(new Write(run, null));
    try {
      serialiser.toFile(target, fsync);
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

  private void writeDurably(
      PartialFile partial, SnapshotRun run, Serialiser serialiser, Runnable published)
      throws IOException {
    Write write = new Write(run, partial);
    CURRENT.set(write);
    try {
      run.throwIfAborted();
      serialiser.toFile(partial.file(), false);
      run.throwIfAborted();
      write.forceAll();
      publish(partial, run, partial.size(), published);
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
    }
  }

  /** What this thread is writing: counts bytes and forces them now and then. */
  private static final class Write implements WatchedArchive.ByteListener {
    private final SnapshotRun run;
    private final PartialFile partial; // null where nothing is to be forced from here
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
