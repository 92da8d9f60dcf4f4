package io.snapkeeper.zk.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.Adler32;
import org.apache.zookeeper.server.persistence.FileTxnLog;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is repaired at a start, and what is left alone. */
@Timeout(120)
class TornTailTest {

  private static final int HEADER_BYTES = 16;
  private static final int SIZE_BYTES = 1 << 16;

  @TempDir private Path directory;

  private final List<String> faults = new ArrayList<>();
  private Path log;
  private long durable;

  @BeforeEach
  void aLogWithATornCommit() throws IOException {
    log = directory.resolve("log.a");
    durable = HEADER_BYTES;
    ByteBuffer bytes = ByteBuffer.allocate(SIZE_BYTES);
    bytes.putInt(FileTxnLog.TXNLOG_MAGIC).position(HEADER_BYTES);
    for (int i = 0; i < 10; i++) {
      record(bytes, 300, true);
    }
    durable = bytes.position();
    record(bytes, 900, false);
    Files.write(log, bytes.array());
  }

  private static void record(ByteBuffer to, int length, boolean whole) {
    byte[] record = new byte[length];
    Arrays.fill(record, (byte) 7);
    Adler32 checksum = new Adler32();
    checksum.update(record);
    if (!whole) {
      Arrays.fill(record, 300, 600, (byte) 0);
    }
    to.putLong(checksum.getValue()).putInt(length).put(record).put((byte) 'B');
  }

  private void mark(long bytes) throws IOException {
    try (DurableMarks marks = new DurableMarks(directory, (where, fault) -> faults.add(where))) {
      marks.begun(log.getFileName().toString(), HEADER_BYTES);
      marks.durableUpTo(bytes);
    }
    assertThat(faults).isEmpty();
  }

  @Test
  void itIsCutOffAndACopyIsKept() throws IOException {
    byte[] torn = Files.readAllBytes(log);
    mark(durable);
    String said = new TornTail(directory).repair().orElseThrow();
    assertThat(said)
        .contains(log.toString(), "behind byte " + durable, "snapkeeper-wal.torn.log.a.");
    Path kept = Path.of(said.substring(said.lastIndexOf(' ') + 1));
    assertThat(Files.readAllBytes(kept)).isEqualTo(torn);
    byte[] repaired = Arrays.copyOf(Arrays.copyOf(torn, (int) durable), SIZE_BYTES);
    assertThat(Files.readAllBytes(log)).isEqualTo(repaired);
    assertThat(new TornTail(directory).repair()).isEmpty();
  }

  @Test
  void withoutAMarkItIsLeftToZooKeeper() throws IOException {
    assertLeftAlone();
    mark(durable);
    Path marks = directory.resolve(DurableMarks.NAME);
    byte[] damaged = Files.readAllBytes(marks);
    for (int at = 0; at < damaged.length; at += 16) {
      damaged[at] ^= 1;
    }
    Files.write(marks, damaged);
    assertLeftAlone();
  }

  private void assertLeftAlone() throws IOException {
    byte[] before = Files.readAllBytes(log);
    assertThat(new TornTail(directory).repair()).isEmpty();
    assertThat(Files.readAllBytes(log)).isEqualTo(before);
  }

  @Test
  void aLogThatIsNotTheNewestIsLeftToZooKeeper() throws IOException {
    mark(durable);
    Files.write(directory.resolve("log.100000000"), new byte[HEADER_BYTES]);
    assertLeftAlone();
  }

  /** From another member, or from a backup. */
  @Test
  void aLogThatWasCopiedHereIsLeftToZooKeeper() throws IOException {
    mark(durable);
    byte[] bytes = Files.readAllBytes(log);
    Files.move(log, directory.resolve("moved"));
    Files.write(log, bytes);
    assertLeftAlone();
  }

  /** A leader tells a follower to forget transactions, also while the plugin is not there. */
  @Test
  void aLogThatWasTruncatedIsAsItShouldBe() throws IOException {
    mark(durable);
    Files.write(log, Arrays.copyOf(Files.readAllBytes(log), (int) durable - 313));
    assertLeftAlone();
  }

  @Test
  void theMarkFollowsTheLogWithinASecondOrTwo() throws Exception {
    try (DurableMarks marks = new DurableMarks(directory, (where, fault) -> faults.add(where))) {
      marks.begun("log.a", HEADER_BYTES);
      assertThat(DurableMarks.newest(directory).orElseThrow().durableBytes())
          .isEqualTo(HEADER_BYTES);
      marks.durableUpTo(durable);
      while (DurableMarks.newest(directory).orElseThrow().durableBytes() != durable) {
        Thread.sleep(10);
      }
    }
    assertThat(faults).isEmpty();
  }

  /** The disk may hang then, and would hold this thread, too: the process could not end. */
  @Test
  void noMarkIsWrittenWhileACommitIsWaitedFor() throws Exception {
    try (DurableMarks marks = new DurableMarks(directory, (where, fault) -> faults.add(where))) {
      marks.begun("log.a", HEADER_BYTES);
      marks.durableUpTo(durable);
      marks.appended();
      Thread.sleep(2_500); // more than two times as long as it takes otherwise
      assertThat(DurableMarks.newest(directory).orElseThrow().durableBytes())
          .isEqualTo(HEADER_BYTES);
      marks.durableUpTo(durable + 1);
      marks.appended(); // a server under load is never without one
      while (DurableMarks.newest(directory).orElseThrow().durableBytes() != durable + 1) {
        Thread.sleep(10);
      }
    }
    assertThat(faults).isEmpty();
  }

  @Test
  void aMarkThatCannotBeWrittenIsOneFault() throws IOException {
    Files.createDirectory(directory.resolve(DurableMarks.NAME));
    try (DurableMarks marks = new DurableMarks(directory, (where, fault) -> faults.add(where))) {
      marks.begun("log.a", HEADER_BYTES);
      marks.durableUpTo(durable);
    }
    assertThat(faults).containsExactly("the mark of what is durable");
  }

  @Test
  void aMarkComesBackAsItWasAndADamagedOneDoesNot() {
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 1_000; i++) {
      DurableMark mark =
          new DurableMark(
              random.nextLong(),
              "log." + Long.toHexString(random.nextLong()),
              random.nextLong(),
              random.nextLong(Long.MAX_VALUE));
      byte[] bytes = mark.encode();
      assertThat(DurableMark.decode(bytes)).contains(mark);
      bytes[random.nextInt(bytes.length)] ^= (byte) random.nextInt(1, 256);
      assertThat(DurableMark.decode(bytes)).isEmpty();
      random.nextBytes(bytes);
      assertThat(DurableMark.decode(bytes)).isEmpty();
    }
  }
}
