package io.snapkeeper.faults;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Watches how long a leader grants no slot, and what reasons it gives then. */
final class SlotPauses {

  private static final long POLL_MILLIS = 50;

  private final Node leader;
  private final Thread thread = new Thread(this::watch, "slot-pauses");
  private volatile boolean ending;
  private long longestMillis;
  private String reasons = "";

  private SlotPauses(Node leader) {
    this.leader = leader;
    thread.setDaemon(true);
  }

  static SlotPauses of(Node leader) {
    SlotPauses pauses = new SlotPauses(leader);
    pauses.thread.start();
    return pauses;
  }

  private void watch() {
    long granted = -1;
    long sinceNanos = System.nanoTime();
    while (!ending) {
      Optional<JsonNode> status = leader.status();
      if (status.isPresent()) {
        long now = ScenarioRun.granted(status.get());
        long millis = (System.nanoTime() - sinceNanos) / 1_000_000;
        if (now != granted) {
          granted = now;
          sinceNanos = System.nanoTime();
        } else if (millis > longestMillis) {
          longestMillis = millis;
          reasons = reasons(status.get());
        }
      }
      try {
        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private static String reasons(JsonNode status) {
    StringBuilder text = new StringBuilder();
    for (JsonNode member : status.path("scheduler").path("members")) {
      text.append(
          "%d %s %s%%: %s; "
              .formatted(
                  member.path("sid").asLong(),
                  member.path("state").asText(),
                  member.path("backlogPercent").asText(),
                  member.path("decision").asText()));
    }
    return text.toString();
  }

  /** Ends watching: the longest time, and what the leader said at the end of it. */
  String end() throws InterruptedException {
    ending = true;
    thread.join();
    System.out.printf(
        Locale.ROOT, "[faults] no slot granted for %d ms: %s%n", longestMillis, reasons);
    return String.format(Locale.ROOT, "%.1f s", longestMillis / 1e3);
  }
}
