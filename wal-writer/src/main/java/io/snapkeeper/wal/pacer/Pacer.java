package io.snapkeeper.wal.pacer;

import io.snapkeeper.wal.profile.DiskModel;
import java.util.ArrayDeque;

/**
 * Decides when the next block of a bulk write goes to a disk that a write-ahead log needs too.
 *
 * <p>Pure: time is an argument, in nanoseconds of any monotonic clock, and never goes back. Not
 * thread-safe. The mathematics and the symbols are in {@code docs/pacing.md}.
 */
public final class Pacer {

  /** Direct I/O needs whole sectors, and 4,096 bytes are the largest in use. */
  static final int ALIGNMENT = 4_096;

  /** Below this a request's fixed cost, and the CPU's for it, outweighs its bytes. */
  public static final int BLOCK_BYTES_MIN = 16 * 1024;

  /** What a disk with NCQ or NVMe takes as one command without splitting it. */
  public static final int BLOCK_BYTES_MAX = 256 * 1024;

  /** Asked again at least this often, so that new figures and an abort are met in time. */
  static final long DELAY_NANOS_MAX = 10_000_000;

  /** Share of the time to the deadline in which all is to be written; the rest is for the end. */
  private static final double FLOOR_MARGIN = 0.9;

  private final PacerSettings settings;
  private final DiskModel model;
  private final DoubleTokenBucket bucket;
  private final ArrayDeque<Long> submittedAt = new ArrayDeque<>();

  private boolean running;
  private long expectedBytes;
  private long deadlineNanos;
  private long bytesCompleted;
  private long commitsSeen;
  private double share;

  /**
   * A pacer for one disk.
   *
   * @param model the disk; with {@link DiskModel#SAFE} the pacer knows nothing and learns
   */
  public Pacer(PacerSettings settings, DiskModel model) {
    this.settings = settings;
    this.model = model;
    this.share = settings.initialShare();
    this.bucket = new DoubleTokenBucket(2 * model.writeCostSeconds(BLOCK_BYTES_MAX));
  }

  /**
   * A bulk write begins; one that has not ended is forgotten.
   *
   * @param expectedBytes how much it will write, as far as is known
   * @param deadlineNanos when it is to have ended, on the caller's clock
   */
  public void begin(long nowNanos, long expectedBytes, long deadlineNanos) {
    this.expectedBytes = Math.max(0, expectedBytes);
    this.deadlineNanos = deadlineNanos;
    bytesCompleted = 0;
    submittedAt.clear();
    bucket.reset(nowNanos);
    running = true;
  }

  /** The size of the next request, a multiple of 4,096. */
  public int blockBytes() {
    double bytes =
        (settings.requestSeconds() - 1 / model.writeIops()) * model.writeBytesPerSecond();
    double bounded = Math.max(BLOCK_BYTES_MIN, Math.min(BLOCK_BYTES_MAX, bytes));
    return (int) bounded / ALIGNMENT * ALIGNMENT;
  }

  /**
   * How long the next request has to wait.
   *
   * @return 0 if it may go now; otherwise ask again after that many nanoseconds, 10 ms at most
   */
  public long delayNanos(long nowNanos, int bytes) {
    if (!running) {
      return 0;
    }
    double rate = tokensPerSecond(nowNanos);
    bucket.refill(nowNanos, rate);
    double seconds = bucket.secondsUntil(model.writeCostSeconds(bytes), rate);
    return (long) Math.min(DELAY_NANOS_MAX, Math.ceil(seconds * 1e9));
  }

  /** A request of that many bytes goes to the disk. */
  public void submitted(long nowNanos, int bytes) {
    if (running) {
      submittedAt.add(nowNanos);
      bucket.take(model.writeCostSeconds(bytes));
    }
  }

  /** The oldest request that is out has completed. */
  public void completed(long nowNanos, int bytes) {
    if (running && submittedAt.poll() != null) {
      bytesCompleted += bytes;
      bucket.giveBack(model.writeCostSeconds(bytes));
    }
  }

  /** The log has committed: during a bulk write feedback, otherwise part of the baseline. */
  public void committed(long nowNanos, long latencyNanos) {
    commitsSeen++;
  }

  /** The bulk write has ended, whole or not. */
  public void end(long nowNanos) {
    running = false;
  }

  /** The rate allowed now. */
  public double bytesPerSecond(long nowNanos) {
    int block = blockBytes();
    return tokensPerSecond(nowNanos) * block / model.writeCostSeconds(block);
  }

  /** All figures. */
  public PacerFigures figures(long nowNanos) {
    int block = blockBytes();
    double ceiling = block / model.writeCostSeconds(block);
    return new PacerFigures(
        running ? Limit.FEEDBACK : Limit.IDLE,
        bytesPerSecond(nowNanos),
        floorBytesPerSecond(nowNanos),
        ceiling,
        block,
        bytesCompleted,
        0,
        0,
        0,
        commitsSeen,
        0,
        0);
  }

  private double tokensPerSecond(long nowNanos) {
    int block = blockBytes();
    double floor = floorBytesPerSecond(nowNanos) * model.writeCostSeconds(block) / block;
    return Math.max(share, floor);
  }

  private double floorBytesPerSecond(long nowNanos) {
    double seconds = (deadlineNanos - nowNanos) / 1e9 * FLOOR_MARGIN;
    double bytes = expectedBytes - bytesCompleted;
    return bytes <= 0 ? 0 : bytes / Math.max(seconds, 1e-3);
  }
}
