package io.snapkeeper.zk.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.wal.filesystem.LogFileSystem;
import io.snapkeeper.zk.config.ConfigReader;
import io.snapkeeper.zk.config.WriterConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogOwnershipTest {

  private static final Duration SHORT = Duration.ofMillis(100);

  @TempDir private Path directory;

  private final List<String> faults = new ArrayList<>();

  private static WriterConfig writer(String placement) {
    Properties properties = new Properties();
    properties.setProperty("snapkeeper.writer", placement);
    return new ConfigReader(properties).read().writer();
  }

  private LogWriting writing(WriterConfig config, LogOwnership ownership) {
    return LogWriting.of(
        config,
        ownership,
        LogFileSystem.of(directory),
        (where, fault) -> faults.add(where),
        () -> {});
  }

  /** Here the owner's file cannot be locked because it is none. */
  @ParameterizedTest
  @ValueSource(strings = {"in-process", "process"})
  void whereLocksDoNotWorkZooKeeperWritesAndTheReasonIsSaid(String placement) throws Exception {
    Files.createDirectory(directory.resolve("snapkeeper-wal.owner"));
    WriterConfig config = writer(placement);
    LogOwnership ownership = LogOwnership.take(config, directory, SHORT);
    assertThat(ownership.owner()).isEmpty();
    LogWriting writing = writing(config, ownership);
    assertThat(writing.way()).isEqualTo(LogWriting.Way.STOCK);
    assertThat(writing.writer()).isEmpty();
    assertThat(writing.reason())
        .contains(directory.toRealPath() + " (" + LogFileSystem.of(directory).type() + ")")
        .contains("cannot be locked");
    assertThat(faults).isEmpty();
  }

  @Test
  void whoseWriterIsOffAsksForNoLock() throws Exception {
    WriterConfig config = writer("off");
    LogOwnership ownership = LogOwnership.take(config, directory, SHORT);
    assertThat(ownership.owner()).isEmpty();
    assertThat(writing(config, ownership).reason()).isEmpty();
    assertThat(directory).isEmptyDirectory();
  }
}
