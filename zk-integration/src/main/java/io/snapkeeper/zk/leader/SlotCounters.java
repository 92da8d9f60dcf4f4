package io.snapkeeper.zk.leader;

import io.snapkeeper.core.schedule.SchedulerAction;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Slots granted by this server, over all its terms: a scheduler counts those of its own term only.
 * Thread-safe.
 */
public final class SlotCounters implements Consumer<SchedulerAction> {

  /** How a slot came to its end. */
  public enum Outcome {
    DONE,
    DECLINED,
    EXPIRED,
    ABORTED,
    FAILED,
    /** Its holder disconnected. */
    LEFT;

    /** Empty for an outcome that has no name here. */
    public static Optional<Outcome> of(SchedulerAction.SlotEnded slot) {
      return Arrays.stream(values())
          .filter(outcome -> slot.outcome().startsWith(outcome.name().toLowerCase(Locale.ROOT)))
          .findFirst();
    }
  }

  private final AtomicLong grantedNormal = new AtomicLong();
  private final AtomicLong grantedDegraded = new AtomicLong();
  private final Map<Outcome, AtomicLong> ended = endedByOutcome();

  private static Map<Outcome, AtomicLong> endedByOutcome() {
    Map<Outcome, AtomicLong> counts = new EnumMap<>(Outcome.class);
    for (Outcome outcome : Outcome.values()) {
      counts.put(outcome, new AtomicLong());
    }
    return Collections.unmodifiableMap(counts);
  }

  @Override
  public void accept(SchedulerAction action) {
    if (action instanceof SchedulerAction.Grant grant) {
      (grant.degraded() ? grantedDegraded : grantedNormal).incrementAndGet();
    } else if (action instanceof SchedulerAction.SlotEnded slot) {
      Outcome.of(slot).ifPresent(outcome -> ended.get(outcome).incrementAndGet());
    }
  }

  /** Granted while a quorum of fast voters remained. */
  public long grantedNormal() {
    return grantedNormal.get();
  }

  /** Granted on the quorum's path. */
  public long grantedDegraded() {
    return grantedDegraded.get();
  }

  /** Over, with this outcome. */
  public long ended(Outcome outcome) {
    return ended.get(outcome).get();
  }
}
