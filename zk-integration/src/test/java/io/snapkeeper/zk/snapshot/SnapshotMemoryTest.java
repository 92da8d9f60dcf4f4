package io.snapkeeper.zk.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a snapshot of the plugin takes of memory, beside what ZooKeeper's own takes. */
class SnapshotMemoryTest {

  private static final int SMALL = 2_000;
  private static final int LARGE = 20_000;

  /** One object of any kind for each node would be 16 or more. */
  private static final double BYTES_PER_NODE_MAX = 1;

  /** The archive's batch, a thread, a channel; the blocks themselves are used again. */
  private static final long BYTES_PER_SNAPSHOT_MAX = 64 << 10;

  /** A request and its turn: a few small objects for each of at least 16 KiB. */
  private static final long BYTES_PER_REQUEST_MAX = 1_024;

  private static final long REQUEST_BYTES_MIN = 16 << 10;

  /** Path, data, stat and lengths of one of the probe's nodes. */
  private static final long NODE_BYTES = 190;

  /** Two blocks, and the room to align them, of at most two snapshots. */
  private static final long DIRECT_BYTES_MAX = 2 << 20;

  @TempDir Path directory;

  @Test
  void nothingIsAllocatedPerNodeBeyondWhatZooKeeperAllocates() throws Exception {
    Map<String, Long> bytes = probe();
    long more = bytes.get("plugin." + LARGE) - bytes.get("stock." + LARGE);
    long moreOfSmall = bytes.get("plugin." + SMALL) - bytes.get("stock." + SMALL);
    assertThat((double) (more - moreOfSmall) / (LARGE - SMALL))
        .as("bytes allocated per node beyond ZooKeeper's, of %s", bytes)
        .isLessThanOrEqualTo(BYTES_PER_NODE_MAX);
    assertThat(moreOfSmall)
        .as("bytes allocated per snapshot beyond ZooKeeper's, of %s", bytes)
        .isLessThanOrEqualTo(BYTES_PER_SNAPSHOT_MAX);

    long requestsMax = LARGE * NODE_BYTES / REQUEST_BYTES_MIN;
    assertThat(bytes.get("requests." + LARGE))
        .as("bytes allocated by the thread that writes, of %s", bytes)
        .isPositive()
        .isLessThanOrEqualTo(BYTES_PER_SNAPSHOT_MAX + requestsMax * BYTES_PER_REQUEST_MAX);
    assertThat(bytes.get("direct"))
        .as("direct memory, of %s", bytes)
        .isPositive()
        .isLessThanOrEqualTo(DIRECT_BYTES_MAX);
  }

  /** Interpreted, so that the counts are exact. */
  private Map<String, Long> probe() throws Exception {
    Process probe =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xint",
                "-cp",
                System.getProperty("java.class.path"),
                AllocationProbe.class.getName(),
                directory.toString(),
                Integer.toString(SMALL),
                Integer.toString(LARGE))
            .redirectErrorStream(true)
            .start();
    String output = new String(probe.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(probe.waitFor()).as(output).isZero();
    Map<String, Long> bytes = new TreeMap<>();
    output
        .lines()
        .filter(line -> line.matches("[a-z]+(\\.\\d+)? -?\\d+"))
        .map(line -> line.split(" ", -1))
        .forEach(words -> bytes.put(words[0], Long.parseLong(words[1])));
    System.out.println("bytes allocated: " + bytes);
    return bytes;
  }
}
