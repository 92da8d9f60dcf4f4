package io.snapkeeper.wal.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.wal.ring.CompiledDriver;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** On one file system the server and the writer process write by the same blocks, or not at all. */
@Timeout(60)
class BlocksAgreeTest {

  private static final List<Long> FILE_SYSTEMS =
      List.of(
          1L, 512L, 1_024L, 3_000L, 4_096L, 4_097L, 6_144L, 8_192L, 16_384L, 32_768L, 65_535L,
          65_536L, 65_537L, 131_072L, 1L << 20, 1L << 32);

  @TempDir private Path directory;

  @Test
  void onOneFileSystemBothWriteByTheSameBlocks() throws Exception {
    CompiledDriver driver =
        CompiledDriver.wrapping(
            List.of("fstatvfs"), "block_driver.c", "sized_file.c", "direct_io.c");
    byte[] sizes =
        String.join("\n", FILE_SYSTEMS.stream().map(String::valueOf).toList())
            .getBytes(StandardCharsets.US_ASCII);
    List<String> inProcess = FILE_SYSTEMS.stream().map(BlocksAgreeTest::blockBytes).toList();
    assertThat(driver.run(sizes, directory.toString())).isEqualTo(inProcess);
    assertThat(inProcess).contains("0", "4096", "65536");
  }

  private static String blockBytes(long fileSystems) {
    try {
      return Integer.toString(ChannelVolume.blockBytes(fileSystems));
    } catch (UnsupportedOperationException e) {
      return "0";
    }
  }
}
