package io.snapkeeper.zk.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Several logs read as one. */
class PluginEventTest {

  private static final Instant TIME = Instant.parse("2026-01-01T00:00:00.007Z");

  @Test
  void aSnapshotOfLessThanAMillisecondStartsBeforeItEnds() {
    assertThat(merged(log(event(TIME, 3, "snapshot started"), event(TIME, 3, "snapshot ended"))))
        .containsExactly("3 snapshot started", "3 snapshot ended");
  }

  @Test
  void withinAMillisecondOneServersEndComesBeforeAnothersBeginning() {
    assertThat(
            merged(
                log(event(TIME, 1, "slot granted")),
                log(
                    event(TIME.minusMillis(1), 2, "snapshot started"),
                    event(TIME, 2, "snapshot ended"))))
        .containsExactly("2 snapshot started", "2 snapshot ended", "1 slot granted");
  }

  @SafeVarargs
  private static List<String> merged(Deque<PluginEvent>... logs) {
    return PluginEvent.merged(List.of(logs)).stream()
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
