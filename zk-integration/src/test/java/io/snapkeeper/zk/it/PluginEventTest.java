package io.snapkeeper.zk.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.ensemble.Ensemble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several logs read as one. */
class PluginEventTest {

  private static final Instant TIME = Instant.parse("2026-01-01T00:00:00.007Z");

  @Test
  void aSnapshotOfLessThanAMillisecondStartsBeforeItEnds() {
    assertThat(
            merged(
                List.of(log(event(TIME, 3, "snapshot started"), event(TIME, 3, "snapshot ended")))))
        .containsExactly("3 snapshot started", "3 snapshot ended");
  }

  @Test
  void withinAMillisecondOneServersEndComesBeforeAnothersBeginning() {
    Deque<PluginEvent> first = log(event(TIME, 1, "slot granted"));
    Deque<PluginEvent> second =
        log(event(TIME.minusMillis(1), 2, "snapshot started"), event(TIME, 2, "snapshot ended"));
    assertThat(merged(List.of(first, second)))
        .containsExactly("2 snapshot started", "2 snapshot ended", "1 slot granted");
  }

  @Test
  void withinAMillisecondAGrantComesBeforeTheSnapshotThatItAllows() {
    Deque<PluginEvent> leader = log(event(TIME, 5, "slot ended"), event(TIME, 5, "slot granted"));
    Deque<PluginEvent> follower = log(event(TIME, 1, "snapshot started"));
    assertThat(merged(List.of(leader, follower)))
        .containsExactly("5 slot ended", "5 slot granted", "1 snapshot started");
  }

  /** A leader that is killed says of its own snapshot neither that it ended nor that it left. */
  @Test
  void aServersEndByTheTestIsAnEventOfItsLog(@TempDir Path directory) throws IOException {
    Path log = directory.resolve("server.log");
    Files.writeString(
        log,
        "2026-01-01T00:00:00.007Z [main] INFO  o.a.z.s.quorum.QuorumPeerMain - Starting quorum peer\n"
            + "2026-01-01T00:00:01Z [ensemble] INFO  - "
            + Ensemble.PROCESS_ENDED
            + "\n");
    assertThat(PluginEvent.of(1, log))
        .extracting(PluginEvent::what)
        .containsExactly(PluginEvent.PROCESS_STARTED, PluginEvent.PROCESS_ENDED);
  }

  private static List<String> merged(List<Deque<PluginEvent>> logs) {
    return PluginEvent.merged(logs).stream()
        .map(event -> event.server() + " " + event.what())
        .toList();
  }

  private static Deque<PluginEvent> log(PluginEvent... events) {
    return new ArrayDeque<>(List.of(events));
  }

  private static PluginEvent event(Instant at, long server, String what) {
    return new PluginEvent(at, server, 1, what, Map.of());
  }
}
