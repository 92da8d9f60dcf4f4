package io.snapkeeper.zk.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.ServerLibraries;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.testset.TestSet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** ZooKeeper's purge timer on servers whose leader schedules: the purges stay in their slots. */
class PurgeTurnIT {

  /** Seconds instead of ZooKeeper's hours. */
  private static final int INTERVAL = 2;

  /** Of purges that were put off. */
  private static final String PURGE_THREAD = "snapkeeper-purge";

  private static final Pattern PURGE =
      Pattern.compile("^(\\S+Z) \\[(.+?)\\] .* - Purge task (started|completed)\\.$");

  @RegisterExtension final TestEnsembles ensembles = new TestEnsembles();
  @TempDir Path directory;

  /** One run of ZooKeeper's purge task, and the thread that it ran on. */
  private record Purge(long sid, String thread, Instant from, Instant to) {}

  /** A slot as the leader logged it. */
  private record Slot(long sid, Instant from, Instant to) {}

  @Test
  void purgesStayInTheirServersSlots() throws Exception {
    TestSet.assume(false, "ZooKeeper's own purges in their servers' slots");
    ServerLibraries quickTimer =
        DoctoredLibraries.in(
            directory.resolve("quick-timer"),
            Line.V3_9,
            zooKeeper ->
                zooKeeper.replace(
                    "org.apache.zookeeper.server.DatadirCleanupManager",
                    TimeUnit.HOURS,
                    TimeUnit.SECONDS));
    Ensemble ensemble =
        ensembles.start(
            TestEnsembles.withPlugin(Line.V3_9, 3, 150)
                .libraries(quickTimer)
                .config("autopurge.purgeInterval", Integer.toString(INTERVAL))
                .config("autopurge.snapRetainCount", "3"));
    try (AckedWrites writes = new AckedWrites(ensemble, 300, 8)) {
      for (long sid : ensemble.sids()) {
        awaitPurges(ensemble, sid, "inSlot", 2);
      }
      writes.stopWithoutFailure();
    }
    // Nobody writes, so no slot fires: the second purge from now on is not put off any more.
    long overdue = purges(Status.of(ensemble, 1), "overdue");
    awaitPurges(ensemble, 1, "overdue", overdue + 1);

    List<Slot> slots = slots(ensemble);
    for (long sid : ensemble.sids()) {
      String log = Files.readString(ensemble.logFile(sid));
      assertThat(log).containsPattern("\\[" + PURGE_THREAD + "\\] .*Removing file: ");
      List<Purge> inSlot =
          purges(log, sid).stream().filter(p -> p.thread().equals(PURGE_THREAD)).toList();
      assertThat(inSlot).hasSizeGreaterThanOrEqualTo(2);
      for (Purge purge : inSlot) {
        assertThat(slots.stream().filter(slot -> overlap(slot, purge)))
            .as("slots at the time of %s", purge)
            .singleElement()
            .satisfies(
                slot -> {
                  assertThat(slot.sid()).isEqualTo(purge.sid());
                  assertThat(slot.from()).isBeforeOrEqualTo(purge.from());
                  assertThat(slot.to()).isAfterOrEqualTo(purge.to());
                });
      }
      assertThat(Status.of(ensemble, sid).path("plugin").path("faults").asLong()).isZero();
    }
    List<Purge> ofFirst = purges(Files.readString(ensemble.logFile(1)), 1);
    assertThat(ofFirst.get(0).thread()).as("at the start").isEqualTo("PurgeTask");
    assertThat(ofFirst.get(ofFirst.size() - 1).thread()).as("in the end").isEqualTo("PurgeTask");
  }

  private static void awaitPurges(Ensemble ensemble, long sid, String name, long count) {
    Status.await(
        ensemble,
        sid,
        count + " purges " + name,
        TestEnsembles.PATIENCE,
        status -> purges(status, name) >= count);
  }

  private static long purges(JsonNode status, String name) {
    return status.path("server").path("purges").path(name).asLong();
  }

  private static boolean overlap(Slot slot, Purge purge) {
    return slot.from().isBefore(purge.to()) && purge.from().isBefore(slot.to());
  }

  private static List<Purge> purges(String log, long sid) {
    List<Purge> purges = new ArrayList<>();
    Map<String, Instant> started = new HashMap<>();
    for (String line : log.lines().toList()) {
      Matcher step = PURGE.matcher(line);
      if (step.matches()) {
        Instant at = Instant.parse(step.group(1));
        String thread = step.group(2);
        if (step.group(3).equals("started")) {
          started.put(thread, at);
        } else {
          purges.add(new Purge(sid, thread, started.remove(thread), at));
        }
      }
    }
    return purges;
  }

  private static List<Slot> slots(Ensemble ensemble) {
    List<Slot> slots = new ArrayList<>();
    Map<String, PluginEvent> open = new HashMap<>();
    for (PluginEvent event : PluginEvent.of(ensemble)) {
      if (event.is("slot granted")) {
        open.put(event.slot(), event);
      } else if (event.is("slot ended")) {
        PluginEvent granted = open.remove(event.slot());
        slots.add(new Slot(granted.sid(), granted.at(), event.at()));
      }
    }
    open.values().forEach(e -> slots.add(new Slot(e.sid(), e.at(), Instant.MAX)));
    return slots;
  }
}
