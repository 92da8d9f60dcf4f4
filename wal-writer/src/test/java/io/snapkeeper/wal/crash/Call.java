package io.snapkeeper.wal.crash;

/** An operation from its beginning to its end; times are numbers of events. */
final class Call {

  private static final long NOT_YET = Long.MAX_VALUE;

  private final Operation operation;
  private final long begunAt;
  private final boolean zeros;
  private long endedAt = NOT_YET;
  private boolean lost;

  Call(Operation operation, long begunAt) {
    this.operation = operation;
    this.begunAt = begunAt;
    this.zeros = operation instanceof Operation.Write write && write.zeros();
  }

  Operation operation() {
    return operation;
  }

  long begunAt() {
    return begunAt;
  }

  /** Whether it writes nothing but zeros. */
  boolean zeros() {
    return zeros;
  }

  void end(long now) {
    endedAt = now;
  }

  /** It is over, and nobody knows what it has done. */
  void lose(long now) {
    endedAt = now;
    lost = true;
  }

  /** Whether what it has done was done when the other one began. */
  boolean isBefore(Call other) {
    return endedAt < other.begunAt;
  }

  /** Whether a sync brings its whole work to stable storage. */
  boolean isSettledBy(Call sync) {
    return !lost && isBefore(sync);
  }
}
