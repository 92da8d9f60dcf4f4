package io.snapkeeper.benchmarks.flash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiskQueueTest {

  @TempDir Path directory;

  @BeforeEach
  void make() throws Exception {
    Files.writeString(directory.resolve("scheduler"), "none [bfq] kyber\n");
    Files.writeString(directory.resolve("nr_requests"), "256\n");
    Files.writeString(directory.resolve("max_sectors_kb"), "1280\n");
  }

  @Test
  void whatWasSetIsInEffectUntilItIsClosed() throws Exception {
    try (DiskQueue queue = new DiskQueue(directory)) {
      queue.set("nr_requests", "8");
      queue.set("nr_requests", "4");
      assertThat(queue.inEffect()).isEqualTo("bfq: nr_requests 4, max_sectors_kb 1280");
    }
    assertThat(directory.resolve("nr_requests")).hasContent("256");
  }

  @Test
  void anUnknownFileIsNamed() {
    try (DiskQueue queue = new DiskQueue(directory)) {
      assertThatThrownBy(() -> queue.set("iosched/slice_idle", "0"))
          .hasMessageContainingAll("iosched/slice_idle=0", "under the scheduler bfq");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "../removable, 1, must name a file below",
    "iosched/../../removable, 1, must name a file below",
    "/sys/block/sda/queue/nr_requests, 1, must name a file below",
    "'', 1, must name a file below",
    "scheduler, none, chosen with the device",
    "nr_requests, '', there is no value"
  })
  void whatIsNoSettingOfAQueueIsRefused(String file, String value, String reason) {
    assertThatThrownBy(() -> DiskQueue.requireSetting(file, value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("cannot set " + file + "=" + value, reason);
  }
}
