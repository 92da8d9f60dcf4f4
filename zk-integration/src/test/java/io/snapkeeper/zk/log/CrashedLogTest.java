package io.snapkeeper.zk.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snapkeeper.testset.TestSet;
import io.snapkeeper.wal.Seeds;
import io.snapkeeper.wal.crash.Disk;
import io.snapkeeper.wal.crash.DiskHistory.Coverage;
import io.snapkeeper.wal.crash.RecordedEngine;
import io.snapkeeper.wal.log.LogSettings;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.zookeeper.server.DataTree;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whenever the power fails, and whatever the disk has kept of what was not synced: the server
 * starts, and ZooKeeper's own classes restore everything that was acknowledged and nothing that was
 * not logged. Where only parts of an unacknowledged commit are there ZooKeeper would refuse, as it
 * does after a torn write of its own log; {@link TornTail} repairs that. For both engines.
 */
@Timeout(1_200)
class CrashedLogTest {

  private static final int HEADER_BYTES = 16;
  private static final int FLIPS_PER_RUN = 10;

  /** Moments at the least, for each run. */
  private static final int MOMENTS_PER_RUN_MIN = 20;

  @TempDir private Path directory;

  private Path logs;
  private LaidDisk laid;
  private Coverage coverage = new Coverage(0, 0);
  private long restored;
  private long repaired;
  private long refused;
  private long lost;
  private Throwable first;

  @BeforeEach
  void anEmptyTree() throws IOException {
    File data = directory.toFile();
    FileTxnSnapLog empty = new FileTxnSnapLog(data, data);
    // Log files without a snapshot are taken for a lost one.
    empty.save(new DataTree(), new ConcurrentHashMap<>(), false);
    empty.close();
    logs = directory.resolve("version-2");
    laid = new LaidDisk(logs);
  }

  @ParameterizedTest
  @EnumSource
  void zooKeeperRestoresWhatWasAcknowledged(RecordedEngine.Kind engine) {
    int runs = TestSet.times(2, 4, 30, "recorded runs of a server's log written in " + engine);
    try {
      Seeds.forEach("crashed logs, " + engine, runs, random -> run(engine, random));
    } finally {
      System.out.printf(
          "a server's log written in %s: the power fails at %,d moments, which leave %,d disks;"
              + " restored: %,d (of these %,d repaired); refused: %,d; lost: %,d%n",
          engine, coverage.moments(), coverage.disks(), restored, repaired, refused, lost);
    }
    if (Long.getLong("seed") == null) {
      assertThat(coverage.moments()).isGreaterThan((long) runs * MOMENTS_PER_RUN_MIN);
      assertThat(restored).isEqualTo(coverage.disks());
      assertThat(repaired).as("torn commits").isPositive();
    }
  }

  /** Of what was acknowledged not a byte may change unseen. */
  @ParameterizedTest
  @EnumSource
  void aFlippedByteBeforeTheMarkIsRefused(RecordedEngine.Kind engine) {
    int runs =
        TestSet.times(
            3, 10, 30, "runs with %d flipped bytes each, %s".formatted(FLIPS_PER_RUN, engine));
    Seeds.forEach("flipped bytes, " + engine, runs, random -> flip(engine, random));
    System.out.printf(
        "a server's log written in %s: refused: %,d of %,d with a flipped byte before the mark%n",
        engine, refused, runs * FLIPS_PER_RUN);
  }

  private void write(RecordedEngine.Kind kind, SplittableRandom random, Written then) {
    try {
      RecordedEngine engine =
          kind.open(new LogSettings(1 << 16, random.nextInt(4) > 0), random.split());
      RecordedTxns txns = new RecordedTxns(engine, random);
      try (engine) {
        txns.write(Files.createTempDirectory(directory, "marks-"));
      }
      then.read(engine, txns);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What is done with the history. */
  private interface Written {
    void read(RecordedEngine engine, RecordedTxns txns) throws IOException;
  }

  private void run(RecordedEngine.Kind kind, SplittableRandom random) {
    write(
        kind,
        random,
        (engine, txns) -> {
          coverage =
              coverage.plus(
                  engine.history().explore(LaidDisk::isLooked, random, disk -> start(disk, txns)));
          if (first != null) {
            throw new AssertionError("a server does not start, or has lost transactions", first);
          }
        });
  }

  /** As a server starts. */
  private void start(Disk disk, RecordedTxns txns) {
    DataTree tree = new DataTree();
    long last;
    boolean torn;
    try {
      laid.put(disk);
      torn = repair();
      last = restore(tree);
    } catch (IOException e) {
      refused++;
      first = first == null ? e : first;
      return;
    }
    try {
      check(tree, last, disk, txns);
      restored++;
      repaired += torn ? 1 : 0;
    } catch (AssertionError e) {
      lost++;
      first = first == null ? e : first;
    }
  }

  private boolean repair() throws IOException {
    Path log = laid.newestLog().orElse(null);
    byte[] before = log == null ? null : Files.readAllBytes(log);
    boolean torn = new TornTail(logs).repair().isPresent();
    assertThat(laid.keptCopies()).hasSize(torn ? 1 : 0);
    if (torn) {
      assertThat(Files.readAllBytes(laid.keptCopies().get(0))).isEqualTo(before);
    }
    return torn;
  }

  private long restore(DataTree tree) throws IOException {
    File data = directory.toFile();
    FileTxnSnapLog stock = new FileTxnSnapLog(data, data);
    long[] last = {0};
    try {
      stock.restore(
          tree,
          new ConcurrentHashMap<>(),
          (header, record, digest) -> {
            assertThat(header.getZxid()).as("the next transaction").isEqualTo(last[0] + 1);
            last[0] = header.getZxid();
          });
    } finally {
      stock.close();
    }
    return last[0];
  }

  private static void check(DataTree tree, long last, Disk disk, RecordedTxns txns) {
    assertThat(last).as("transactions restored").isGreaterThanOrEqualTo(txns.acknowledged(disk));
    for (long zxid = 1; zxid <= last; zxid++) {
      assertThat(tree.getNode("/node" + zxid).getData()).isEqualTo(txns.data(zxid));
    }
  }

  private void flip(RecordedEngine.Kind kind, SplittableRandom random) {
    write(
        kind,
        random,
        (engine, txns) -> {
          laid.put(engine.history().last(LaidDisk::isLooked));
          for (int i = 0; i < FLIPS_PER_RUN; i++) {
            flip(random);
          }
        });
  }

  private void flip(SplittableRandom random) throws IOException {
    Path log = laid.newestLog().orElseThrow();
    long durable = DurableMarks.newest(logs).orElseThrow().durableBytes();
    byte[] whole = Files.readAllBytes(log);
    byte[] flipped = whole.clone();
    int at = random.nextInt(HEADER_BYTES, (int) durable);
    flipped[at] ^= (byte) random.nextInt(1, 256);
    Files.write(log, flipped);
    assertThatThrownBy(() -> new TornTail(logs).repair())
        .as("byte %d of %d", at, durable)
        .isInstanceOf(DamagedLogException.class)
        .hasMessageContaining("was on stable storage up to byte " + durable);
    assertThat(Files.readAllBytes(log)).isEqualTo(flipped);
    refused++;
    Files.write(log, whole);
  }
}
