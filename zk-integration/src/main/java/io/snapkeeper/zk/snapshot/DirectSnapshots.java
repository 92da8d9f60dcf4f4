package io.snapkeeper.zk.snapshot;

import io.snapkeeper.wal.bulk.BlockBuffers;
import io.snapkeeper.wal.bulk.BulkFile;
import io.snapkeeper.wal.bulk.BulkWrite;
import io.snapkeeper.wal.bulk.DirectOutput;
import io.snapkeeper.wal.pacer.LivePacer;
import io.snapkeeper.wal.pacer.PacerFigures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the files of scheduled snapshots: past the page cache, at the pacer's rate, with buffers
 * that are used again. Thread-safe; one snapshot is written at a time.
 */
public final class DirectSnapshots {

  private static final Logger LOG = LoggerFactory.getLogger(DirectSnapshots.class);

  /** How snapshots are written. The labels are part of the status document. */
  public enum Way {
    /** Past the page cache. */
    DIRECT,
    /** Through the page cache, because the file system refuses direct I/O. */
    BUFFERED,
    /** By ZooKeeper's own stream, after a fault of the plugin. */
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
   */
  public record Figures(Way way, String reason, long bufferedSnapshots, PacerFigures pacer) {}

  private final LivePacer pacer;
  private final Forecast.Source forecasts;
  private final BulkFile.Opener opener;
  private final BiConsumer<String, Throwable> faults;
  private final BlockBuffers buffers = new BlockBuffers();
  private final AtomicLong buffered = new AtomicLong();
  private final AtomicBoolean bufferedSaid = new AtomicBoolean();
  private volatile Way way = Way.UNKNOWN;
  private volatile String reason = "";
  private volatile boolean broken;

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
    this.opener = opener;
    this.faults = faults;
  }

  /** A commit of the log took this long. Wait-free. */
  public void committed(long nanos) {
    pacer.committed(nanos);
  }

  /** How snapshots are written, at this moment. */
  public Figures figures() {
    return new Figures(way, reason, buffered.get(), pacer.figures());
  }

  /**
   * False after a fault of the plugin: from then on snapshots are written by ZooKeeper's stream.
   */
  boolean usable() {
    return !broken;
  }

  /**
   * Opens the file of a snapshot that begins.
   *
   * @param givenUp whether the snapshot was given up meanwhile
   * @throws IOException if the disk refuses it
   */
  DirectOutput open(Path file, int nodes, BooleanSupplier givenUp) throws IOException {
    Forecast forecast = forecasts.next(nodes);
    DirectOutput output =
        new DirectOutput(
            new BulkWrite(file, forecast.bytes(), new SnapshotPace(pacer, faults), givenUp, opener),
            buffers);
    pacer.begin(forecast.bytes(), forecast.deadline());
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
    if (broken) {
      return; // it was the last one that was not ZooKeeper's
    }
    way = output.direct() ? Way.DIRECT : Way.BUFFERED;
    reason = output.bufferedReason();
  }

  /** From the start on snapshots are written by ZooKeeper's own stream; says why, once. */
  public void unusable(String why) {
    broken = true;
    way = Way.STOCK;
    reason = why;
    LOG.warn("snapkeeper leaves the writing of snapshots to ZooKeeper's own stream: {}", why);
  }

  /** The plugin itself is at fault: it leaves the writing to ZooKeeper from now on. */
  void fault(Throwable fault) {
    broken = true;
    way = Way.STOCK;
    reason = "a fault of the plugin, see the log";
    faults.accept("direct snapshots", fault);
  }
}
