package io.snapkeeper.wal.pacer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A log and a bulk writer on one {@link SimulatedDisk}. Transactions come at random; the log
 * commits those that wait together, in several device writes one after another, as a journaling
 * file system does; the bulk writer keeps one request in flight. Time is simulated.
 */
final class SimulatedServer {

  static final long SECOND = 1_000_000_000L;

  /** What a commit waits besides while the machine is busy with something else. */
  private static final long HICCUP_NANOS = 8_000_000;

  /** One commit: when it ended, how long it took. */
  record Commit(long atNanos, long latencyNanos) {}

  /** One bulk request: when it ended, and its size. */
  record Block(long atNanos, int bytes) {}

  final Pacer pacer;
  final List<Commit> commits = new ArrayList<>();
  final List<Block> blocks = new ArrayList<>();
  private final SimulatedDisk disk;
  private final SplittableRandom random;
  private final int writesPerCommit;
  private final double commitsPerSecond;
  private long commitWriteNanos = 30_000;
  private long bulkGapNanos = 30_000;
  private boolean paced = true;
  private double latencyFactor = 1;
  private long latencyFactorUntilNanos;
  private long hiccupNanos;
  private long transactionNanos;
  private long commitBegunNanos;
  private long logNanos;
  private boolean committing;
  private LogRole role = LogRole.SPARE;
  private int writesLeft;
  private long bulkNanos;
  private boolean bulkInFlight;
  private int bulkBlockBytes;

  SimulatedServer(
      Pacer pacer,
      SimulatedDisk disk,
      int writesPerCommit,
      double commitsPerSecond,
      SplittableRandom random) {
    this.pacer = pacer;
    this.disk = disk;
    this.writesPerCommit = writesPerCommit;
    this.commitsPerSecond = commitsPerSecond;
    this.random = random;
    transactionNanos = gap();
    logNanos = transactionNanos;
  }

  /**
   * What takes time and not the disk: after each device write of a commit, and between two bulk
   * requests.
   */
  SimulatedServer overheads(long commitWriteNanos, long bulkGapNanos) {
    this.commitWriteNanos = commitWriteNanos;
    this.bulkGapNanos = bulkGapNanos;
    return this;
  }

  /** The pacer is told of commits this many times slower than they are. */
  void reportCommitsSlowerBy(double factor) {
    reportCommitsSlowerBy(factor, Long.MAX_VALUE);
  }

  /** The same until that time. */
  void reportCommitsSlowerBy(double factor, long untilNanos) {
    latencyFactor = factor;
    latencyFactorUntilNanos = untilNanos;
  }

  /** Commits that end within so long after each whole second are slow for another reason. */
  void slowAtTheStartOfEachSecond(long nanos) {
    hiccupNanos = nanos;
  }

  /** Who waits for this log; nobody has to unless this says so. */
  void role(LogRole whoWaits) {
    role = whoWaits;
  }

  /** The bulk writer asks nobody, and writes blocks of this size. */
  void writeUnpaced(int blockBytes) {
    paced = false;
    bulkBlockBytes = blockBytes;
  }

  /** The log alone, up to that time. */
  void runAlone(long untilNanos) {
    while (logNanos < untilNanos) {
      stepLog();
    }
  }

  /** Both, from that time until all bytes are written or that time has come; returns the end. */
  long runBoth(long fromNanos, long bytes, long deadlineNanos, long untilNanos) {
    return runBoth(fromNanos, bytes, bytes, deadlineNanos, untilNanos);
  }

  /** The same with a size that the pacer was not told. */
  long runBoth(
      long fromNanos, long expectedBytes, long bytes, long deadlineNanos, long untilNanos) {
    runAlone(fromNanos);
    pacer.begin(fromNanos, expectedBytes, deadlineNanos, role);
    bulkNanos = fromNanos;
    bulkInFlight = false;
    long left = bytes;
    long now = fromNanos;
    while (now < untilNanos && (left > 0 || bulkInFlight)) {
      if (logNanos <= bulkNanos) {
        now = logNanos;
        stepLog();
      } else {
        now = bulkNanos;
        left -= stepBulk();
      }
    }
    pacer.end(now);
    return now;
  }

  /** A commit begins, or one of its writes is done. */
  private void stepLog() {
    if (!committing) {
      committing = true;
      commitBegunNanos = logNanos;
      writesLeft = writesPerCommit;
      pacer.commitBegan(logNanos);
      // All that came while the last commit ran goes with this one.
      while (transactionNanos <= logNanos) {
        transactionNanos += gap();
      }
    }
    if (writesLeft > 0) {
      writesLeft--;
      logNanos = disk.write(logNanos, 4_096) + commitWriteNanos;
      if (writesLeft == 0 && logNanos % SECOND < hiccupNanos) {
        logNanos += HICCUP_NANOS;
      }
      return;
    }
    committing = false;
    long latency = logNanos - commitBegunNanos;
    commits.add(new Commit(logNanos, latency));
    double factor = logNanos < latencyFactorUntilNanos ? latencyFactor : 1;
    pacer.committed(logNanos, (long) (latency * factor));
    logNanos = Math.max(logNanos, transactionNanos);
  }

  /** One decision or completion; returns the bytes that went out. */
  private int stepBulk() {
    if (bulkInFlight) {
      bulkInFlight = false;
      pacer.completed(bulkNanos, bulkBlockBytes);
      blocks.add(new Block(bulkNanos, bulkBlockBytes));
      bulkNanos += bulkGapNanos;
      return 0;
    }
    int bytes = paced ? pacer.blockBytes() : bulkBlockBytes;
    long delay = paced ? pacer.delayNanos(bulkNanos, bytes) : 0;
    if (delay > 0) {
      // A thread wakes some time after it wanted to.
      bulkNanos += delay + random.nextLong(100_000);
      return 0;
    }
    bulkBlockBytes = bytes;
    pacer.submitted(bulkNanos, bytes);
    bulkNanos = disk.write(bulkNanos, bytes);
    bulkInFlight = true;
    return bytes;
  }

  private long gap() {
    return (long) (-Math.log(1 - random.nextDouble()) / commitsPerSecond * SECOND);
  }

  /** A quantile of the latencies of the commits that ended in that time, in nanoseconds. */
  double latency(double quantile, long fromNanos, long untilNanos) {
    long[] sorted =
        commits.stream()
            .filter(commit -> commit.atNanos >= fromNanos && commit.atNanos < untilNanos)
            .mapToLong(Commit::latencyNanos)
            .toArray();
    Arrays.sort(sorted);
    return sorted[(int) Math.ceil(quantile * sorted.length) - 1];
  }

  /** Bytes per second that were written in that time. */
  double bandwidth(long fromNanos, long untilNanos) {
    long bytes =
        blocks.stream()
            .filter(block -> block.atNanos >= fromNanos && block.atNanos < untilNanos)
            .mapToLong(Block::bytes)
            .sum();
    return bytes * 1e9 / (untilNanos - fromNanos);
  }
}
