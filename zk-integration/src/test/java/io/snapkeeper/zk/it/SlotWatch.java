package io.snapkeeper.zk.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.Waiting;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Watches an ensemble of majority voters for broken promises: from the leaders' status while it
 * runs, and from all logs at the end.
 *
 * <p>The promise: the voters that take a scheduled snapshot or hold a slot never outnumber those
 * that a majority can do without; a degraded slot is granted only where nobody else has one. Normal
 * ones may come beside it later, once enough voters are fast again.
 */
final class SlotWatch implements AutoCloseable {

  private static final long POLL_MILLIS = 200;

  /**
   * An unscheduled snapshot may begin when a grant is already on its way: the leader hears of it
   * with the next report. Ten pings of the tests' servers.
   */
  private static final Duration REPORT_LAG = Duration.ofMillis(10L * TestEnsembles.PING_MILLIS);

  private final Ensemble ensemble;
  private final Set<Long> voters;
  private final int budget;
  private final Queue<String> violations = new ConcurrentLinkedQueue<>();
  private final AtomicLong looks = new AtomicLong();
  private final Thread thread = new Thread(this::watch, "slot-watch");
  private volatile boolean stopping;

  /** Starts watching. */
  SlotWatch(Ensemble ensemble) {
    this.ensemble = ensemble;
    this.voters = Set.copyOf(ensemble.voters());
    this.budget = voters.size() - (voters.size() / 2 + 1);
    thread.setDaemon(true);
    thread.start();
  }

  /** Stops watching and asserts that no promise was broken. */
  void assertSafe() throws InterruptedException {
    // On a busy machine a short test may be over before the first one.
    Waiting.until(
        "a look at a leader's status",
        TestEnsembles.PATIENCE,
        () -> looks.get() > 0,
        () -> looks.get() + " looks");
    close();
    assertThat(violations).as("seen in the leaders' statuses").isEmpty();
    assertThat(new LogReplay().violations(PluginEvent.of(ensemble)))
        .as("seen in the logs")
        .isEmpty();
  }

  @Override
  public void close() throws InterruptedException {
    stopping = true;
    thread.join(10_000);
  }

  private void watch() {
    while (!stopping) {
      for (long sid : voters) {
        if (ensemble.isRunning(sid)) {
          try {
            check(ensemble.admin(sid).get("snapkeeper"));
          } catch (IOException e) {
            // Not up, or frozen: nothing to see there now.
          }
        }
      }
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void check(JsonNode status) {
    JsonNode members = status.path("scheduler").path("members");
    if (!members.isArray()) {
      return;
    }
    looks.incrementAndGet();
    long open = 0;
    long degraded = 0;
    for (JsonNode member : members) {
      if (Status.hasOpenSlot(member) && member.path("voter").asBoolean()) {
        open++;
        degraded += member.path("slot").path("degraded").asBoolean() ? 1 : 0;
      }
    }
    boolean aloneInADegradedSlot = open == 1 && degraded == 1;
    if (open > budget && !aloneInADegradedSlot) {
      violations.add(Instant.now() + ": " + open + " slots, " + degraded + " degraded: " + members);
    }
  }

  /** Goes through the events of all logs in the order of time. */
  private final class LogReplay {
    private final Map<Long, PluginEvent> slots = new HashMap<>();
    private final Map<Long, PluginEvent> snapshots = new HashMap<>();
    private final List<String> found = new ArrayList<>();

    List<String> violations(List<PluginEvent> events) {
      for (PluginEvent event : events) {
        if (event.is(PluginEvent.PROCESS_STARTED) || event.is(PluginEvent.PROCESS_ENDED)) {
          snapshots.remove(event.server());
        } else if (event.is("slot granted")) {
          granted(event);
        } else if (event.is("slot ended")) {
          slots.computeIfPresent(
              event.sid(), (sid, slot) -> slot.slot().equals(event.slot()) ? null : slot);
          if (event.hasLeft()) {
            // The leader sees a server end before the test does.
            snapshots.remove(event.sid());
          }
        } else if (event.is("snapshot started")) {
          snapshots.put(event.server(), event);
          checkBudget(event);
        } else if (event.isSnapshotEnd()) {
          snapshots.remove(event.server());
        }
      }
      return found;
    }

    private void granted(PluginEvent grant) {
      // A leader that was killed could not say how its slots ended.
      slots.values().removeIf(slot -> slot.slotEpoch() < grant.slotEpoch());
      Set<Long> busy = new HashSet<>(slots.keySet());
      snapshots.forEach(
          (sid, snapshot) -> {
            if (snapshot.isScheduled() || snapshot.at().plus(REPORT_LAG).isBefore(grant.at())) {
              busy.add(sid);
            }
          });
      busy.retainAll(voters);
      slots.put(grant.sid(), grant);
      if (!voters.contains(grant.sid())) {
        return;
      }
      busy.remove(grant.sid());
      if (grant.isDegraded() ? !busy.isEmpty() : busy.size() + 1 > budget) {
        found.add(grant + " although these were busy: " + busy);
      }
    }

    private void checkBudget(PluginEvent event) {
      Set<Long> busy = new HashSet<>();
      snapshots.forEach(
          (sid, snapshot) -> {
            if (snapshot.isScheduled() && voters.contains(sid)) {
              busy.add(sid);
            }
          });
      PluginEvent slot = slots.get(event.sid());
      boolean degraded = slot != null && slot.isDegraded();
      if (busy.size() > (degraded ? 1 : Math.max(1, budget))) {
        found.add(event + ": scheduled snapshots run on " + busy);
      }
    }
  }
}
