package io.snapkeeper.core.schedule;

import io.snapkeeper.core.report.SlotState;
import java.util.EnumMap;
import java.util.Map;

/**
 * Issues slot ids, none twice, and counts how slots end. At any time granted = outstanding + the
 * sum of all outcomes.
 */
final class SlotLedger {

  static final long EPOCH_MAX = Integer.MAX_VALUE;
  static final long NUMBER_MAX = (1L << 32) - 1;

  private final long epoch;
  private long lastNumber;
  private long outstanding;
  private long degraded;
  private final Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);

  /** How a slot came to its end. */
  enum Outcome {
    DONE,
    DECLINED,
    EXPIRED,
    ABORTED,
    FAILED,
    /** The holder's connection ended. */
    LEFT;

    static Outcome of(SlotState state) {
      return switch (state) {
        case DONE -> DONE;
        case DECLINED -> DECLINED;
        case EXPIRED -> EXPIRED;
        case ABORTED -> ABORTED;
        case FAILED -> FAILED;
        case HELD, FIRED, RUNNING ->
            throw new IllegalArgumentException("slot state " + state + " is not final");
      };
    }
  }

  /**
   * @param lastNumber numbers up to this one count as issued (and ended as done)
   */
  SlotLedger(long epoch, long lastNumber) {
    if (epoch < 0 || epoch > EPOCH_MAX) {
      throw new IllegalArgumentException(
          "epoch is " + epoch + "; slot ids need one from 0 to " + EPOCH_MAX);
    }
    this.epoch = epoch;
    this.lastNumber = lastNumber;
    outcomes.put(Outcome.DONE, lastNumber);
  }

  /** Whether this epoch has no slot id left. */
  boolean isExhausted() {
    return lastNumber == NUMBER_MAX;
  }

  /** The id of a new slot. */
  long issue(boolean degradedSlot) {
    Invariant.check(!isExhausted(), "a slot number fits 32 bits");
    lastNumber++;
    outstanding++;
    if (degradedSlot) {
      degraded++;
    }
    return epoch << 32 | lastNumber;
  }

  void ended(Outcome outcome) {
    outstanding--;
    outcomes.merge(outcome, 1L, Long::sum);
  }

  SchedulerStatus.SlotCounts counts() {
    return new SchedulerStatus.SlotCounts(
        lastNumber,
        degraded,
        count(Outcome.DONE),
        count(Outcome.DECLINED),
        count(Outcome.EXPIRED),
        count(Outcome.ABORTED),
        count(Outcome.FAILED),
        count(Outcome.LEFT));
  }

  private long count(Outcome outcome) {
    return outcomes.getOrDefault(outcome, 0L);
  }

  void assertInvariants(long outstandingSlots) {
    Invariant.check(outstanding == outstandingSlots, "every outstanding slot has its holder");
    long ended = 0;
    for (long count : outcomes.values()) {
      ended += count;
    }
    Invariant.check(lastNumber == outstanding + ended, "a slot is outstanding or has an outcome");
    Invariant.check(degraded <= lastNumber, "degraded slots are slots");
  }
}
