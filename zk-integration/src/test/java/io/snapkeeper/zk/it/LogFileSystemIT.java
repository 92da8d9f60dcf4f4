package io.snapkeeper.zk.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.ScratchDirectory;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.wal.filesystem.Durability;
import io.snapkeeper.wal.filesystem.LogFileSystem;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What a server says of the file system of its log; in memory as a rule, where tests have theirs.
 */
class LogFileSystemIT {

  @RegisterExtension final TestEnsembles ensembles = new TestEnsembles();

  @Test
  void aServerSaysOnceWhereItsLogIsNotDurable() throws Exception {
    LogFileSystem expected = LogFileSystem.of(ScratchDirectory.get());
    boolean durable = expected.promise().durability() != Durability.NONE;
    Ensemble ensemble = ensembles.start(TestEnsembles.withPlugin(Line.V3_9, 1, 100_000));
    JsonNode fileSystem = Status.of(ensemble, 1).path("server").path("log").path("fileSystem");
    assertThat(fileSystem.path("type").asText()).isEqualTo(expected.type());
    assertThat(fileSystem.path("kind").asText()).isEqualTo(expected.kind().label());
    assertThat(fileSystem.path("promise").asText()).isEqualTo(expected.promise().sentence());
    assertThat(
            Files.readAllLines(ensemble.logFile(1)).stream()
                .filter(line -> line.contains("WARN"))
                .filter(line -> line.contains("the transaction log is not durable")))
        .hasSize(durable ? 0 : 1)
        .allMatch(line -> line.contains(expected.promise().sentence()));
  }
}
