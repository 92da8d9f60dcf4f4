package io.snapkeeper.faults;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The lines are those of a server whose disk was full. */
class UnwrittenEpochTest {

  private static final String FAILED =
      """
      2026-11-26T17:40:45.510Z java.io.IOException: No space left on device
      2026-11-26T17:40:45.510Z \tat java.base/java.io.FileOutputStream.writeBytes(Native Method)
      2026-11-26T17:40:45.510Z \tat org.apache.zookeeper.server.quorum.QuorumPeer.writeLongToFile(QuorumPeer.java:2232)
      2026-11-26T17:40:45.510Z \tat org.apache.zookeeper.server.quorum.QuorumPeer.setCurrentEpoch(QuorumPeer.java:2255)
      """;

  private static final String ENDED =
      """
      2026-11-26T17:40:54.655Z [main] ERROR o.a.z.server.quorum.QuorumPeer - Unable to load database on disk
      java.io.IOException: The current epoch, 9, is older than the last zxid, 42949678291
      """;

  @Test
  void aServerWhoseDiskWasFullAsTheEpochBegan() {
    assertThat(UnwrittenEpoch.in("other\n" + FAILED + "[main] other\n" + ENDED)).contains(10L);
    assertThat(UnwrittenEpoch.in(FAILED + FAILED + ENDED)).contains(10L);
  }

  /** The epoch would be lost for another reason. */
  @Test
  void withoutTheFailedWriteItIsAnotherMatter() {
    assertThat(UnwrittenEpoch.in(ENDED)).isEmpty();
    assertThat(UnwrittenEpoch.in(ENDED + FAILED)).isEmpty();
    assertThat(UnwrittenEpoch.in(FAILED)).isEmpty();
    assertThat(
            UnwrittenEpoch.in(
                "java.io.IOException: No space left on device\n[main] QuorumPeer.setCurrentEpoch\n"
                    + ENDED))
        .isEmpty();
  }
}
