package io.snapkeeper.zk.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.wal.filesystem.LogFileSystem;
import java.nio.file.Path;
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
  void aTypeThatIsNotKnownIsNull() {
    assertThat(StatusDocument.fileSystem(LogFileSystem.UNKNOWN)).containsEntry("type", null);
  }
}
