package io.snapkeeper.zk.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.metrics.history.Decision;
import io.snapkeeper.metrics.history.Decisions;
import io.snapkeeper.wal.filesystem.LogFileSystem;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StatusDocumentTest {

  @Test
  void saysWhatTheFileSystemOfTheLogPromises() {
    assertThat(StatusDocument.fileSystem(LogFileSystem.of(Path.of("/proc"))))
        .isEqualTo(
            Map.of(
                "type", "proc",
                "kind", "unknown",
                "zerosAhead", false,
                "durability", "conditional",
                "promise",
                    "Snapkeeper does not know this file system; whether a commit is durable was"
                        + " never tested."));
  }

  @Test
  void decisionsAreNumberedAndSayHowOldTheyAre() {
    Decisions decisions = new Decisions();
    decisions.add(new Decision(5, Decision.Kind.HELD, 1, 0, "waits: of the term before"));
    decisions.add(new Decision(100, Decision.Kind.GRANTED_DEGRADED, 3, 0x500000002L, "why"));
    decisions.add(new Decision(400, Decision.Kind.HELD, 2, 0, "waits: server 3 holds a slot"));
    List<Map<String, Object>> list = StatusDocument.decisions(decisions.latest(64, 1), 1_000);
    assertThat(list).hasSize(2);
    assertThat(list.get(0))
        .containsEntry("number", 1L)
        .containsEntry("ageMillis", 900L)
        .containsEntry("kind", "granted-degraded")
        .containsEntry("sid", 3L)
        .containsEntry("slot", "0x500000002")
        .containsEntry("text", "why");
    assertThat(list.get(1)).containsEntry("number", 2L).containsEntry("slot", null);
    assertThat(decisions.latest(1, 0)).extracting(Decisions.Numbered::number).containsExactly(2L);
  }

  @Test
  void aTypeThatIsNotKnownIsNull() {
    assertThat(StatusDocument.fileSystem(LogFileSystem.UNKNOWN)).containsEntry("type", null);
  }
}
