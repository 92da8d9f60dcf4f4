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

  /** Below this a request's fixed cost, and the CPU's for it, outweighs its bytes. */
  public static final int BLOCK_BYTES_MIN = 16 * 1024;

  /** What a disk with NCQ or NVMe takes as one command without splitting it. */
  public static final int BLOCK_BYTES_MAX = 256 * 1024;

  /** Asked again at least this often, so that new figures and an abort are met in time. */
  static final long DELAY_NANOS_MAX = 10_000_000;

  /** Share of the time to the deadline in which all is to be written; the rest is for the end. */
  private static final double FLOOR_MARGIN = 0.9;

  /** What may be missing from the size expected: a tree grows between two snapshots. */
  private static final double EXPECTED_SLACK = 0.1;

  /** κ: a request lasts at most so many commits, which bounds the latency of the unlucky ones. */
  private static final double REQUEST_PER_COMMIT = 4;

  /** A request is never cut below this for the sake of commits: the CPU would pay for it. */
  private static final double REQUEST_SECONDS_MIN = 0.0002;

  /** Tokens there are, in requests: what a writer may save up that was woken late. */
  private static final double LIMIT_REQUESTS = 8;

  /** A request that is out, and the tokens it took. */
  private record Request(long submittedNanos, int bytes, double costSeconds) {}

  private final PacerSettings settings;
  private final DoubleTokenBucket bucket;
  private final Feedback feedback;
  private final RequestTimes times;
  private final BlockSize block;
  private final CommitHold hold = new CommitHold();
  private final ArrayDeque<Request> inFlight = new ArrayDeque<>();

  private boolean running;
  private CommitTarget target;
  private long expectedBytes;
  private long deadlineNanos;
  private long bytesCompleted;
  private long commitsSeen;
  private long lastCompletedNanos;

  /**
   * A pacer for one disk.
   *
   * @param model the disk; with {@link DiskModel#SAFE} the pacer knows nothing and learns
   */
  public Pacer(PacerSettings settings, DiskModel model) {
    this.settings = settings;
    this.target = settings.spare();
    this.feedback = new Feedback(settings);
    this.times = new RequestTimes(model);
    this.block = new BlockSize(times);
    this.bucket = new DoubleTokenBucket(LIMIT_REQUESTS * settings.requestSeconds());
    block.begin(requestSeconds());
  }

  /**
   * A bulk write begins; one that has not ended is forgotten.
   *
   * @param expectedBytes how much it will write, as far as is known; 0 if it is not
   * @param deadlineNanos when it is to have ended, on the caller's clock
   * @param role who waits for the log's commits meanwhile
   */
  public void begin(long nowNanos, long expectedBytes, long deadlineNanos, LogRole role) {
    target = settings.target(role);
    this.expectedBytes = Math.max(0, expectedBytes);
    this.deadlineNanos = deadlineNanos;
    bytesCompleted = 0;
    lastCompletedNanos = nowNanos;
    inFlight.clear();
    bucket.reset(nowNanos);
    feedback.begin(nowNanos, target);
    hold.reset();
    block.begin(requestSeconds());
    running = true;
  }

  /** The size of the next request, a multiple of 4,096. */
  public int blockBytes() {
    return block.bytes();
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
    if (feedback.tick(nowNanos)) {
      assertInvariants();
    }
    double rate = tokensPerSecond(nowNanos);
    bucket.refill(nowNanos, rate);
    double seconds = bucket.secondsUntil(costSeconds(bytes), rate);
    if (seconds == 0) {
      return Math.min(DELAY_NANOS_MAX, heldNanos(nowNanos, costSeconds(bytes)));
    }
    return (long) Math.min(DELAY_NANOS_MAX, Math.ceil(seconds * 1e9));
  }

  /**
   * Until the bucket is full a wait costs nothing, because the request is made up for. Then it
   * costs bandwidth, which the target may be worth and the deadline is not.
   */
  private long heldNanos(long nowNanos, double costSeconds) {
    long commitNanos = feedback.referenceNanos();
    double waitNanosMax = Double.POSITIVE_INFINITY;
    if (bucket.isNearlyFull(costSeconds)) {
      waitNanosMax = isFloorInForce(nowNanos) ? 0 : target.heldCommits() * commitNanos;
    }
    return hold.delayNanos(nowNanos, commitNanos, waitNanosMax);
  }

  /** A request of that many bytes goes to the disk. */
  public void submitted(long nowNanos, int bytes) {
    if (running) {
      double cost = costSeconds(bytes);
      inFlight.add(new Request(nowNanos, bytes, cost));
      bucket.take(cost);
      hold.submitted();
    }
  }

  /** The oldest request that is out, of that many bytes, has completed. */
  public void completed(long nowNanos, int bytes) {
    Request request = inFlight.poll();
    if (!running || request == null) {
      return;
    }
    // The disk began with it when it had it and was done with the one before.
    long begunNanos = Math.max(request.submittedNanos, lastCompletedNanos);
    int size = RequestTimes.sizeOf(request.bytes);
    // A short one, at the end of a stream, says nothing of the size above it.
    if (request.bytes >= RequestTimes.bytes(size)) {
      times.completed(size, Math.max(0, nowNanos - begunNanos) / 1e9 / sizes(request.bytes));
      if (size == block.size()) {
        block.completed(nowNanos, requestSeconds());
      }
    }
    lastCompletedNanos = nowNanos;
    bytesCompleted += bytes;
    bucket.giveBack(request.costSeconds);
    feedback.used(request.costSeconds);
  }

  /** The log is inside a commit that began then; until {@link #committed}. */
  public void commitBegan(long atNanos) {
    hold.commitBegan(atNanos);
  }

  /** The log has committed: during a bulk write feedback, otherwise part of the baseline. */
  public void committed(long nowNanos, long latencyNanos) {
    commitsSeen++;
    hold.commitEnded();
    if (running) {
      feedback.committedBeside(latencyNanos);
    } else {
      feedback.committedAlone(nowNanos, latencyNanos);
    }
  }

  /** The bulk write has ended, whole or not. */
  public void end(long nowNanos) {
    if (running) {
      running = false;
      feedback.end(nowNanos);
    }
  }

  /** The rate allowed now, for requests of the present size. */
  public double bytesPerSecond(long nowNanos) {
    return tokensPerSecond(nowNanos) * bytesPerToken();
  }

  /** All figures that the core knows; times waited, commits missed and faults are 0. */
  public PacerFigures figures(long nowNanos) {
    return new PacerFigures(
        limit(nowNanos),
        bytesPerSecond(nowNanos),
        floorBytesPerSecond(nowNanos),
        bytesPerToken(),
        block.bytes(),
        bytesCompleted,
        feedback.referenceNanos(),
        feedback.targetNanos(),
        feedback.medianNanos(),
        0,
        commitsSeen,
        0,
        0);
  }

  private Limit limit(long nowNanos) {
    if (!running) {
      return Limit.IDLE;
    }
    if (isFloorInForce(nowNanos)) {
      return Limit.FLOOR;
    }
    return feedback.share() >= 1 && !hold.heldLast() ? Limit.CEILING : Limit.FEEDBACK;
  }

  private boolean isFloorInForce(long nowNanos) {
    return floorBytesPerSecond(nowNanos) > feedback.share() * bytesPerToken();
  }

  /** The floor wins over the feedback, and over the ceiling, which may be an assumption. */
  private double tokensPerSecond(long nowNanos) {
    return Math.max(feedback.share(), floorBytesPerSecond(nowNanos) / bytesPerToken());
  }

  private double bytesPerToken() {
    return block.bytes() / times.of(block.size());
  }

  /** A token is a second of the disk's time. */
  private double costSeconds(int bytes) {
    return times.of(RequestTimes.sizeOf(bytes)) * sizes(bytes);
  }

  /** How many of the largest size; what is written through a cache is forced in larger pieces. */
  private static double sizes(int bytes) {
    return Math.max(1, (double) bytes / BLOCK_BYTES_MAX);
  }

  private double floorBytesPerSecond(long nowNanos) {
    if (!running || expectedBytes == 0) {
      return 0;
    }
    double seconds = (deadlineNanos - nowNanos) / 1e9 * FLOOR_MARGIN;
    double slack = EXPECTED_SLACK * expectedBytes;
    double bytes = Math.max(expectedBytes + slack - bytesCompleted, slack);
    // A deadline that has passed leaves a millisecond: whatever the disk gives.
    return bytes / Math.max(seconds, 1e-3);
  }

  /** How long a request may last: shorter where commits are fast. */
  private double requestSeconds() {
    double commit = feedback.referenceNanos() / 1e9;
    double seconds = settings.requestSeconds();
    if (commit > 0) {
      seconds = Math.min(seconds, Math.max(REQUEST_SECONDS_MIN, REQUEST_PER_COMMIT * commit));
    }
    return seconds;
  }

  private void assertInvariants() {
    bucket.assertInvariants();
    feedback.assertInvariants();
  }
}
