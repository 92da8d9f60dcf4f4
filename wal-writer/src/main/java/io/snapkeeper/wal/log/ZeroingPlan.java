package io.snapkeeper.wal.log;

/**
 * Whether to zero ahead of a log's tail, how far, and how fast, by how fast the log grows and by
 * how much at once. Time is an argument. Not thread-safe.
 *
 * <p>{@code zeroing_plan.c} is the same for the writer process, to the last bit: sums, products and
 * quotients only, which no library rounds in a way of its own.
 */
final class ZeroingPlan {

  /** A burst may need so much before the zeroing thread has woken. */
  static final long AHEAD_BYTES_MIN = 1L << 20;

  /**
   * Zeros that a roll of the log throws away; also the most that a stall of the thread may cost.
   */
  static final long AHEAD_BYTES_MAX = 32L << 20;

  /** Growth of so long is kept ready. */
  static final double AHEAD_SECONDS = 2;

  /**
   * One step of ZooKeeper's default {@code preAllocSize}: a file is made so long anyway. The rest
   * of a log that grows larger gets its zeros while it is written.
   */
  static final long NEXT_BYTES_MAX = 64L << 20;

  /** So that a new log's first megabyte is ready within a quarter of a second. */
  static final double BYTES_PER_SECOND_MIN = 4 << 20;

  /** Twice the growth catches up with it; zeroing is bulk, and goes no faster than it has to. */
  private static final double HEADWAY = 2;

  private static final double SMOOTHING_SECONDS = 1;

  /**
   * Zeros spare a commit the file system's journal, and cost the disk as many bytes as the commit
   * has. At 64 KiB, by {@code CommitLatency}, they cost more than they spare, at 4 KiB next to
   * nothing; from half of the former on there are none.
   */
  static final double COMMIT_BYTES_MAX = 32 << 10;

  private final boolean worthwhile;
  private double growthBytesPerSecond;
  private double commitsPerSecond;
  private double lastSeconds = Double.NaN;
  private long lastTail;
  private long lastCommits;

  /**
   * @param worthwhile whether zeros save writes on the log's file system
   */
  ZeroingPlan(boolean worthwhile) {
    this.worthwhile = worthwhile;
  }

  /**
   * The log's tail is here now, after so many commits; times, tails and commits do not decrease.
   */
  void tailAt(double seconds, long tail, long commits) {
    if (Double.isNaN(lastSeconds)) {
      lastSeconds = seconds;
      lastTail = tail;
      lastCommits = commits;
      return;
    }
    double elapsed = seconds - lastSeconds;
    if (elapsed <= 0) {
      return;
    }
    double weight = Math.min(1, elapsed / SMOOTHING_SECONDS);
    double growth = (tail - lastTail) / elapsed;
    growthBytesPerSecond += weight * (growth - growthBytesPerSecond);
    double rate = (commits - lastCommits) / elapsed;
    commitsPerSecond += weight * (rate - commitsPerSecond);
    lastSeconds = seconds;
    lastTail = tail;
    lastCommits = commits;
  }

  /** Whether there are to be zeros ahead of the tail at all. */
  boolean zeroes() {
    return worthwhile && growthBytesPerSecond <= COMMIT_BYTES_MAX * commitsPerSecond;
  }

  /** Zeros to have ahead of the tail, or room if there are to be none, in bytes. */
  long aheadBytes() {
    double wanted = growthBytesPerSecond * AHEAD_SECONDS;
    return (long) Math.max(AHEAD_BYTES_MIN, Math.min(AHEAD_BYTES_MAX, wanted));
  }

  /**
   * Zeros that the next file is to begin with, in bytes, while this one ends here: as many as this
   * one has content. Logs are rolled after so many transactions, so the next one will need about as
   * many; and zeros in a file that nobody commits to cost no commit the file system's journal.
   */
  long nextBytes(long tail) {
    if (!worthwhile) {
      return 0;
    }
    return zeroes() ? Math.min(NEXT_BYTES_MAX, AHEAD_BYTES_MIN + tail) : AHEAD_BYTES_MIN;
  }

  /** Zeros per second, in bytes. */
  double bytesPerSecond() {
    return Math.max(BYTES_PER_SECOND_MIN, HEADWAY * growthBytesPerSecond);
  }
}
