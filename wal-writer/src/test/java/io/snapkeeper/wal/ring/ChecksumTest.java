package io.snapkeeper.wal.ring;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.wal.ring.CompiledDriver.Emulated;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The writer's checksum is Java's, by the processor's instruction and by tables. */
@Timeout(120)
class ChecksumTest {

  private static final int LENGTHS = 300;
  private static final int STARTS = 8;
  private static final int SPLIT_EVERYWHERE = 40;
  private static final List<Integer> LARGE = List.of(4096, (1 << 16) + 1, (1 << 20) + 7);

  private final SplittableRandom random = new SplittableRandom(1);
  private final ByteArrayOutputStream samples = new ByteArrayOutputStream();
  private final List<String> expected = new ArrayList<>();

  @Test
  void onThisMachine() throws Exception {
    check(driver(), hasInstruction() ? "instruction" : "tables");
  }

  @Test
  void onAarch64() throws Exception {
    check(driver(Emulated.AARCH64), "instruction");
  }

  @Test
  void onAProcessorWithoutTheInstruction() throws Exception {
    check(driver(Emulated.X86_64_WITHOUT_SSE42), "tables");
  }

  private static CompiledDriver driver() throws Exception {
    return CompiledDriver.of("crc32c_driver.c", "crc32c.c");
  }

  private static CompiledDriver driver(Emulated processor) throws Exception {
    return CompiledDriver.emulated(processor, "crc32c_driver.c", "crc32c.c");
  }

  /** What the kernel says of this machine's processor. */
  private static boolean hasInstruction() throws Exception {
    String feature = System.getProperty("os.arch").equals("amd64") ? "sse4_2" : "crc32";
    return List.of(Files.readString(Path.of("/proc/cpuinfo")).split("\\s+")).contains(feature);
  }

  private void check(CompiledDriver driver, String way) throws Exception {
    for (int start = 0; start < STARTS; start++) {
      for (int length = 0; length <= LENGTHS; length++) {
        add(length, start, random.nextInt(length + 1));
      }
      for (int first = 0; first <= SPLIT_EVERYWHERE; first++) {
        add(SPLIT_EVERYWHERE, start, first);
      }
      for (int length : LARGE) {
        add(length, start, random.nextInt(length + 1));
      }
    }
    List<String> printed = driver.run(samples.toByteArray());
    assertThat(printed).first().isEqualTo(way);
    assertThat(printed).hasSize(1 + expected.size());
    for (int i = 0; i < expected.size(); i++) {
      assertThat(printed.get(1 + i)).isEqualTo(expected.get(i));
    }
  }

  /** A sample for the driver, and the line that it has to print. */
  private void add(int length, int start, int first) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    samples.writeBytes(
        ByteBuffer.allocate(3 * Integer.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(start)
            .putInt(length)
            .putInt(first)
            .array());
    samples.writeBytes(bytes);
    CRC32C checksum = new CRC32C();
    checksum.update(bytes);
    expected.add(
        String.format(
            "%d bytes at %d, %d of them first: %4$08x %4$08x",
            length, start, first, checksum.getValue()));
  }
}
