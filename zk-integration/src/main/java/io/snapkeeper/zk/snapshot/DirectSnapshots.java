package io.snapkeeper.zk.snapshot;

import io.snapkeeper.metrics.histogram.DurationLayouts;
import io.snapkeeper.metrics.histogram.LatencyHistogram;
import io.snapkeeper.wal.bulk.BlockBuffers;
import io.snapkeeper.wal.bulk.BulkFile;
import io.snapkeeper.wal.bulk.BulkWrite;
import io.snapkeeper.wal.bulk.CpuQuota;
import io.snapkeeper.wal.bulk.DirectOutput;
import io.snapkeeper.wal.pacer.LivePacer;
import io.snapkeeper.wal.pacer.PacerFigures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the files of scheduled snapshots: past the page cache, at the pacer's rate, with buffers
 * that are used again. Thread-safe; one snapshot is written at a time.
 */
public final class DirectSnapshots {

  private static final Logger LOG = LoggerFactory.getLogger(DirectSnapshots.class);

  /** A quota can be changed while a container runs. */
  private static final long LOOK_AT_CPUS_NANOS = 10_000_000_000L;

  /** How snapshots are written. The labels are part of the status document. */
  public enum Way {
    /** Past the page cache. */
    DIRECT,
    /** Through the page cache, because the file system refuses direct I/O. */
    BUFFERED,
    /** By ZooKeeper's own stream, after failures with direct I/O or a fault of the plugin. */
    STOCK,
    /** None has been written yet. */
    UNKNOWN
  }

  /**
   * How snapshots are written, at one moment.
   *
   * @param way of the snapshot in progress, or of the last one
   * @param reason why it is not direct; empty if it is
   * @param bufferedSnapshots how many went through the page cache
   * @param streamedSnapshots how many ZooKeeper's own stream has written instead
   * @param waitedNanos how long the pacer has held back all snapshots together
   */
  public record Figures(
      Way way,
      String reason,
      long bufferedSnapshots,
      long streamedSnapshots,
      long waitedNanos,
      PacerFigures pacer) {}

  private final LivePacer pacer;
  private final Forecast.Source forecasts;
  private final BulkFile.Opener opener;
  private final BiConsumer<String, Throwable> faults;
  private final BlockBuffers buffers = new BlockBuffers();
  private final LatencyHistogram requests = new LatencyHistogram(DurationLayouts.DISK_REQUEST);
  private final AtomicLong buffered = new AtomicLong();
  private final AtomicLong streamed = new AtomicLong();
  private final AtomicBoolean bufferedSaid = new AtomicBoolean();
  private volatile double cpus = cpusNow();
  private long cpusLookedAtNanos = System.nanoTime(); // of the thread that says that time passes
  private volatile Way way = Way.UNKNOWN;
  private volatile String reason = "";
  private final DirectAttempts attempts = new DirectAttempts();

  /** This ZooKeeper's snapshots are none that the plugin can write. */
  private volatile boolean unusable;

  /**
   * @param opener makes the files; tests put a failing disk here
   * @param faults is told of faults of the plugin itself, with their place
   */
  public DirectSnapshots(
      LivePacer pacer,
      Forecast.Source forecasts,
      BulkFile.Opener opener,
      BiConsumer<String, Throwable> faults) {
    this.pacer = pacer;
    this.forecasts = forecasts;
    this.opener = new MeasuredFiles(opener, requests);
    this.faults = faults;
  }

  /**
   * Called now and then by one thread, which is not the snapshot's: that one's share of the CPU
   * depends on the CPUs that the server may use now.
   */
  public void timePasses() {
    long now = System.nanoTime();
    if (now - cpusLookedAtNanos > LOOK_AT_CPUS_NANOS) {
      cpusLookedAtNanos = now;
      cpus = cpusNow();
    }
  }

  private static double cpusNow() {
    return Math.min(Runtime.getRuntime().availableProcessors(), CpuQuota.cpus());
  }

  /** A commit of the log begins; {@link #committed} follows on the same thread. Wait-free. */
  public void commitBegins() {
    pacer.commitBegins();
  }

  /** A commit of the log took this long. Wait-free. */
  public void committed(long nanos) {
    pacer.committed(nanos);
  }

  /** How snapshots are written, at this moment. */
  public Figures figures() {
    return new Figures(
        way, reason, buffered.get(), streamed.get(), pacer.waitedNanosInAll(), pacer.figures());
  }

  /** How long the disk takes for a request with direct I/O. */
  public LatencyHistogram requestDurations() {
    return requests;
  }

  /** Whether the next snapshot is written here, or by ZooKeeper's own stream. */
  boolean usable() {
    return !unusable && attempts.direct();
  }

  /**
   * Opens the file of a snapshot that begins.
   *
   * @throws IOException if the disk refuses it
   */
  DirectOutput open(Path file, int nodes, SnapshotRun run) throws IOException {
    Forecast forecast = forecasts.next(nodes);
    DirectOutput output =
        new DirectOutput(
            new BulkWrite(
                file,
                forecast.bytes(),
                new SnapshotPace(pacer, cpus, faults),
                run::aborted,
                opener),
            buffers);
    pacer.begin(forecast.bytes(), forecast.deadline(), run.logRole());
    keepWay(output);
    return output;
  }

  /** A snapshot has ended, whole or not. */
  void ended(DirectOutput output) {
    pacer.end();
    keepWay(output);
    if (!output.direct()) {
      buffered.incrementAndGet();
      if (bufferedSaid.compareAndSet(false, true)) {
        LOG.warn(
            "snapkeeper writes snapshots through the page cache, because the file system refuses"
                + " direct I/O ({}): log commits wait longer while a snapshot is written. A data"
                + " directory on ext4 or XFS takes direct I/O",
            output.bufferedReason());
      }
    }
  }

  private void keepWay(DirectOutput output) {
    if (!usable()) {
      return; // it was the last one for now that was not ZooKeeper's
    }
    way = output.direct() ? Way.DIRECT : Way.BUFFERED;
    reason = output.bufferedReason();
  }

  /** From the start on snapshots are written by ZooKeeper's own stream; says why, once. */
  public void unusable(String why) {
    unusable = true;
    leftToZooKeeper(why);
    LOG.warn("snapkeeper leaves the writing of snapshots to ZooKeeper's own stream: {}", why);
  }

  /** A snapshot that was written here is complete. */
  void succeeded() {
    attempts.succeeded();
  }

  /** The disk refused a snapshot that was to be written here. */
  void failed(IOException refusal) {
    if (attempts.failed()) {
      leftToZooKeeper("direct I/O failed repeatedly, at last: " + refusal.getMessage());
      LOG.warn(
          "snapkeeper lets ZooKeeper's own stream write the next snapshots, because direct I/O"
              + " failed repeatedly, at last: {}",
          refusal.getMessage());
    }
  }

  /** ZooKeeper's own stream has written a snapshot in the place of direct I/O. */
  void streamed() {
    attempts.streamed();
    streamed.incrementAndGet();
  }

  /** The plugin itself is at fault: it leaves the writing to ZooKeeper for a while. */
  void fault(Throwable fault) {
    attempts.faulted();
    leftToZooKeeper("a fault of the plugin, see the log");
    faults.accept("direct snapshots", fault);
  }

  private void leftToZooKeeper(String why) {
    way = Way.STOCK;
    reason = why;
  }
}
