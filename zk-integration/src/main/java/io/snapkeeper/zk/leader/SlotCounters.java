package io.snapkeeper.zk.leader;

import io.snapkeeper.core.schedule.SchedulerAction;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Slots granted by this server, over all its terms: a scheduler counts those of its own term only.
 * Thread-safe.
 */
public final class SlotCounters {

  /** How a slot came to its end. */
  public enum Outcome {
    DONE,
    DECLINED,
    EXPIRED,
    ABORTED,
    FAILED,
    /** Its holder disconnected. */
    LEFT
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

  void count(SchedulerAction.Grant grant) {
    (grant.degraded() ? grantedDegraded : grantedNormal).incrementAndGet();
  }

  void count(SchedulerAction.SlotEnded slot) {
    Arrays.stream(Outcome.values())
        .filter(outcome -> slot.outcome().startsWith(outcome.name().toLowerCase(Locale.ROOT)))
        .forEach(outcome -> ended.get(outcome).incrementAndGet());
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
