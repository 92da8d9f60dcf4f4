package io.snapkeeper.zk.snapshot;

import io.snapkeeper.wal.bulk.DirectOutput;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.function.Consumer;
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

  /** What a thread is writing; set while it writes. */
  private static final ThreadLocal<Write> CURRENT = new ThreadLocal<>();

  /** A snapshot, and who is told of its bytes. */
  private record Write(SnapshotRun run, WatchedArchive.ByteListener listener) {
    static Write watched(SnapshotRun run) {
      return new Write(run, bytes -> {});
    }
  }

  /** The two ways to write one snapshot; each passes its archive through {@link #watch}. */
  public interface Serialiser {

    /** ZooKeeper's own writing of a snapshot into a file. */
    void toFile(File file, boolean fsync) throws IOException;

    /** The same bytes into a stream, which is left open. */
    void toStream(OutputStream out) throws IOException;
  }

  private final SnapshotListener listener;
  private final Optional<DirectSnapshots> direct;
  private final Consumer<Runnable> atSlotEnd;

  /** Whether those on the snapshot thread are written as ZooKeeper writes them, too. */
  private final boolean onlyWatches;

  /**
   * @param direct how snapshots on the snapshot thread are written; if empty, by ZooKeeper's own
   *     stream
   * @param atSlotEnd further disk work that belongs into a slot: called on the snapshot thread,
   *     which holds ZooKeeper's locks, when a scheduled snapshot is on the disk, or the disk has
   *     refused it. Must not wait or throw, and runs what it is given once that work is over: the
   *     listener hears of the snapshot's end
   */
  public SnapshotWriter(
      SnapshotListener listener, Optional<DirectSnapshots> direct, Consumer<Runnable> atSlotEnd) {
    this(listener, direct, atSlotEnd, false);
  }

  private SnapshotWriter(
      SnapshotListener listener,
      Optional<DirectSnapshots> direct,
      Consumer<Runnable> atSlotEnd,
      boolean onlyWatches) {
    this.listener = listener;
    this.direct = direct;
    this.atSlotEnd = atSlotEnd;
    this.onlyWatches = onlyWatches;
  }

  /** One that leaves every snapshot to ZooKeeper, and tells of it. */
  public static SnapshotWriter watching(SnapshotListener listener) {
    return new SnapshotWriter(listener, Optional.empty(), Runnable::run, true);
  }

  /** Whether the current thread is ZooKeeper's snapshot thread. */
  public static boolean onSnapshotThread() {
    return Thread.currentThread().getName().equals(SNAPSHOT_THREAD);
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
    if (onlyWatches || !onSnapshotThread()) {
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
      } else if (direct.isPresent()) {
        writeInstead(partial, run, serialiser, published);
      } else {
        writeDurably(partial, run, StreamedWrite.of(partial), serialiser, published);
      }
    } finally {
      partial.delete();
    }
  }

  /** Empty where ZooKeeper's own stream is to be used: by configuration, or after failures. */
  private Optional<DirectOutput> open(PartialFile partial, int nodes, SnapshotRun run) {
    if (direct.isEmpty() || !direct.get().usable()) {
      return Optional.empty();
    }
    try {
      return Optional.of(direct.get().open(partial.file().toPath(), nodes, run));
    } catch (IOException e) {
      throw refused(run, e);
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
    CURRENT.set(Write.watched(run));
    try (output) {
      run.throwIfAborted();
      serialiser.toStream(output);
      run.throwIfAborted();
      output.finish();
      publish(partial, run, output.bytes(), published);
      direct.orElseThrow().succeeded();
    } catch (SnapshotAborted e) {
      throw e; // its listener was told by whoever aborted it
    } catch (IOException e) {
      throw refused(run, e);
    } catch (RuntimeException | Error e) {
      if (!run.failed()) {
        throw new SnapshotAborted(run.abortReason());
      }
      failed(run, e);
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
  private SnapshotAborted refused(SnapshotRun run, IOException e) {
    if (!run.failed()) {
      return new SnapshotAborted(run.abortReason());
    }
    failed(run, e);
    direct.orElseThrow().failed(e);
    return new SnapshotAborted(e.toString());
  }

  /** The slot ends here as well: a purge that waits for it may free what the snapshot missed. */
  private void failed(SnapshotRun run, Throwable cause) {
    ends(run, () -> listener.failed(run, cause));
  }

  private void ends(SnapshotRun run, Runnable told) {
    if (run.cause().scheduled()) {
      atSlotEnd.accept(told);
    } else {
      told.run();
    }
  }

  /**
   * ZooKeeper's own stream in the place of direct I/O. As with direct I/O the disk's refusal ends
   * the snapshot and not the server.
   */
  private void writeInstead(
      PartialFile partial, SnapshotRun run, Serialiser serialiser, Runnable published) {
    try {
      writeDurably(
          partial, run, StreamedWrite.leavingTheLogItsLeast(partial), serialiser, published);
      direct.orElseThrow().streamed();
    } catch (IOException e) {
      throw new SnapshotAborted(e.toString()); // its listener was told
    }
  }

  private void publish(PartialFile partial, SnapshotRun run, long bytes, Runnable published)
      throws IOException {
    run.beginPublishing();
    boolean durable = partial.publish();
    published.run();
    run.done();
    ends(run, () -> listener.done(run, bytes, durable));
  }

  /** The archive to hand to ZooKeeper's serialisation on this thread instead of its own. */
  public OutputArchive watch(OutputArchive archive) {
    Write write = CURRENT.get();
    return write == null ? archive : new WatchedArchive(archive, write.run(), write.listener());
  }

  private void writeAsStock(File target, boolean fsync, SnapshotRun run, Serialiser serialiser)
      throws IOException {
    CURRENT.set(Write.watched(run));
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
      PartialFile partial,
      SnapshotRun run,
      StreamedWrite streamed,
      Serialiser serialiser,
      Runnable published)
      throws IOException {
    CURRENT.set(new Write(run, streamed));
    try (streamed) {
      run.throwIfAborted();
      serialiser.toFile(partial.file(), false);
      run.throwIfAborted();
      streamed.forceAll();
      publish(partial, run, partial.size(), published);
    } catch (SnapshotAborted e) {
      throw e; // its listener was told by whoever aborted it
    } catch (IOException | RuntimeException | Error e) {
      if (!run.failed()) {
        throw new SnapshotAborted(run.abortReason());
      }
      failed(run, e);
      throw e;
    } finally {
      CURRENT.remove();
    }
  }
}
