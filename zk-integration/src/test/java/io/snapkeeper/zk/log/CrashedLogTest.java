package io.snapkeeper.zk.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snapkeeper.wal.Seeds;
import io.snapkeeper.wal.log.CrashVolume;
import io.snapkeeper.wal.log.LogSettings;
import io.snapkeeper.wal.log.LogWriter;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.server.DataTree;
import org.apache.zookeeper.server.Request;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;
import org.apache.zookeeper.txn.CreateTxn;
import org.apache.zookeeper.txn.TxnHeader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The machine goes down at any moment, with any of the blocks of the write under way on its disk,
 * and ZooKeeper's own classes restore what is left: everything that was acknowledged, nothing that
 * was not logged. Where only blocks in the middle of an unacknowledged commit are missing they
 * would refuse, as they do after a torn write of their own log; {@link TornTail} repairs that.
 */
class CrashedLogTest {

  private static final int RUNS = 80;
  private static final int CRASHES_PER_EVENT = 2;
  private static final int CRASHES_MIN = 10_000;
  private static final int FLIPS = 300;
  private static final long HEADER_BYTES = 16;

  @TempDir Path directory;

  private Path logs;
  private long restored;
  private long repaired;

  @BeforeEach
  void anEmptyTree() throws IOException {
    File data = directory.toFile();
    FileTxnSnapLog empty = new FileTxnSnapLog(data, data);
    // Log files without a snapshot are taken for a lost one.
    empty.save(new DataTree(), new ConcurrentHashMap<>(), false);
    empty.close();
    logs = directory.resolve("version-2");
  }

  @Test
  void zooKeeperRestoresWhatWasAcknowledged() {
    Seeds.forEach("crashed logs", RUNS, this::run);
    System.out.printf(
        "%,d crashes: all restored, %,d of them after a torn commit that nobody was told of was"
            + " repaired%n",
        restored, repaired);
    if (Long.getLong("seed") == null) {
      assertThat(restored).isGreaterThan(CRASHES_MIN);
      assertThat(restored).isGreaterThan(10 * repaired);
      assertThat(repaired).as("the torn commits were tried").isPositive();
    }
  }

  /** Of what was acknowledged not a byte may change unseen. */
  @Test
  void aFlippedByteBeforeTheMarkIsRefused() {
    Seeds.forEach("flipped bytes", FLIPS, this::flip);
  }

  private void flip(SplittableRandom random) {
    CrashVolume volume = new CrashVolume();
    try {
      new Written(volume, random).write();
      CrashVolume.Remains remains = volume.after(volume.events(), random);
      lay(remains);
      Path log = newestLog();
      long durable = remains.acknowledged().get(log.getFileName().toString());
      mark(log, durable);
      byte[] bytes = Files.readAllBytes(log);
      int at = random.nextInt(16, (int) durable);
      bytes[at] ^= (byte) random.nextInt(1, 256);
      Files.write(log, bytes);
      assertThatThrownBy(() -> new TornTail(logs).repair())
          .as("byte %d of %d", at, durable)
          .isInstanceOf(DamagedLogException.class)
          .hasMessageContaining("was on stable storage up to byte " + durable);
      assertThat(Files.readAllBytes(log)).isEqualTo(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path newestLog() throws IOException {
    try (Stream<Path> files = Files.list(logs)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("log."))
          .max(Comparator.comparingLong(file -> zxid(file.getFileName().toString())))
          .orElseThrow();
    }
  }

  private static long zxid(String name) {
    return Long.parseLong(name.substring("log.".length()), 16);
  }

  /** As a server leaves it that dies now. */
  private void mark(Path log, long durable) throws IOException {
    DurableMark mark =
        new DurableMark(1, log.getFileName().toString(), DurableMarks.inode(log), durable);
    Files.write(logs.resolve(DurableMarks.NAME), mark.encode());
  }

  private void run(SplittableRandom random) {
    CrashVolume volume = new CrashVolume();
    try {
      Written written = new Written(volume, random);
      written.write();
      volume.assertSound();
      for (int events = 0; events <= volume.events(); events++) {
        for (int i = 0; i < CRASHES_PER_EVENT; i++) {
          CrashVolume.Remains remains = volume.after(events, random);
          lay(remains);
          repair(remains, random);
          check(written.acknowledged(remains), written.bytes);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Transactions 1, 2, 3… over one or more files. */
  private static final class Written {
    private final CrashVolume volume;
    private final SplittableRandom random;

    /** The data of each transaction. */
    private final Map<Long, byte[]> bytes = new HashMap<>();

    /** By the name of the file: the last transaction in it, by the durable bytes. */
    private final Map<String, TreeMap<Long, Long>> lastZxids = new HashMap<>();

    private long zxid;

    Written(CrashVolume volume, SplittableRandom random) {
      this.volume = volume;
      this.random = random;
    }

    void write() throws IOException {
      List<Throwable> troubles = new CopyOnWriteArrayList<>();
      LogSettings settings = new LogSettings(1 << 16, random.nextBoolean());
      LogWriter writer = new LogWriter(volume, settings, (where, fault) -> troubles.add(fault));
      try (TxnLogWriter log =
          new TxnLogWriter(writer, TxnLogLimits.ofSystemProperties(), DurableListener.NONE)) {
        int files = random.nextInt(1, 4);
        for (int i = 0; i < files; i++) {
          String name = "log." + Long.toHexString(zxid + 1);
          int commits = random.nextInt(1, 25);
          for (int j = 0; j < commits; j++) {
            int txns = random.nextInt(1, 5);
            for (int k = 0; k < txns; k++) {
              log.append(create());
            }
            log.commit();
            lastZxids.computeIfAbsent(name, n -> new TreeMap<>()).put(writer.durableBytes(), zxid);
            volume.acknowledged(name, writer.durableBytes());
          }
          log.rollLog();
        }
      }
      assertThat(troubles).isEmpty();
    }

    private Request create() {
      zxid++;
      byte[] data = new byte[random.nextInt(2_500)];
      Arrays.fill(data, (byte) (1 + zxid % 100));
      bytes.put(zxid, data);
      CreateTxn txn =
          new CreateTxn("/node" + zxid, data, ZooDefs.Ids.OPEN_ACL_UNSAFE, false, (int) zxid);
      TxnHeader header = new TxnHeader(1, (int) zxid, zxid, 1_000 + zxid, ZooDefs.OpCode.create);
      return new Request(1, (int) zxid, ZooDefs.OpCode.create, header, txn, zxid);
    }

    long acknowledged(CrashVolume.Remains remains) {
      return remains.acknowledged().entrySet().stream()
          .mapToLong(each -> lastZxids.get(each.getKey()).get(each.getValue()))
          .max()
          .orElse(0);
    }
  }

  /** Puts what is left where ZooKeeper looks for it. */
  private void lay(CrashVolume.Remains remains) throws IOException {
    try (Stream<Path> files = Files.list(logs)) {
      for (Path file : files.filter(f -> f.getFileName().toString().startsWith("log.")).toList()) {
        Files.delete(file);
      }
    }
    for (String name : remains.blocksByName().keySet()) {
      long last = remains.blocks(name).stream().mapToLong(b -> b).max().orElse(0);
      byte[] content = new byte[(int) (last + 2) * CrashVolume.BLOCK_BYTES];
      for (long block : remains.blocks(name)) {
        System.arraycopy(
            remains.block(name, block),
            0,
            content,
            (int) block * CrashVolume.BLOCK_BYTES,
            CrashVolume.BLOCK_BYTES);
      }
      Files.write(logs.resolve(name), content);
    }
  }

  /** With the mark of the last second, or that of the file's beginning. */
  private void repair(CrashVolume.Remains remains, SplittableRandom random) throws IOException {
    if (remains.blocksByName().isEmpty()) {
      return;
    }
    Path log = newestLog();
    Long acknowledged = remains.acknowledged().get(log.getFileName().toString());
    mark(log, acknowledged == null || random.nextBoolean() ? HEADER_BYTES : acknowledged);
    byte[] torn = Files.readAllBytes(log);
    if (new TornTail(logs).repair().isPresent()) {
      repaired++;
      Path kept = keptCopies().get(0);
      assertThat(Files.readAllBytes(kept)).isEqualTo(torn);
      Files.delete(kept);
    }
    assertThat(keptCopies()).isEmpty();
  }

  private List<Path> keptCopies() throws IOException {
    try (Stream<Path> files = Files.list(logs)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("snapkeeper-wal.torn."))
          .toList();
    }
  }

  private void check(long acknowledged, Map<Long, byte[]> logged) throws IOException {
    File data = directory.toFile();
    FileTxnSnapLog stock = new FileTxnSnapLog(data, data);
    DataTree tree = new DataTree();
    long[] last = {0};
    try {
      stock.restore(
          tree,
          new ConcurrentHashMap<>(),
          (header, record, digest) -> {
            assertThat(header.getZxid()).as("the next transaction").isEqualTo(last[0] + 1);
            last[0] = header.getZxid();
          });
      restored++;
    } finally {
      stock.close();
    }
    assertThat(last[0]).as("transactions restored").isGreaterThanOrEqualTo(acknowledged);
    for (long zxid = 1; zxid <= last[0]; zxid++) {
      assertThat(tree.getNode("/node" + zxid).getData()).isEqualTo(logged.get(zxid));
    }
  }
}
