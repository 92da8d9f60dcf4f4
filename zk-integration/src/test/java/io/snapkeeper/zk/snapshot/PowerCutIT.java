package io.snapkeeper.zk.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import io.snapkeeper.ensemble.flash.FlashDisk;
import io.snapkeeper.ensemble.flash.FlashDisks;
import io.snapkeeper.ensemble.flash.FlashSpec;
import io.snapkeeper.testset.TestSet;
import io.snapkeeper.wal.Seeds;
import io.snapkeeper.wal.log.LogSettings;
import io.snapkeeper.zk.log.InProcessLog;
import io.snapkeeper.zk.log.TornTail;
import io.snapkeeper.zk.member.Faults;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import java.util.zip.CheckedInputStream;
import org.apache.jute.BinaryInputArchive;
import org.apache.jute.InputArchive;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.server.DataTree;
import org.apache.zookeeper.server.Request;
import org.apache.zookeeper.server.persistence.FileSnap;
import org.apache.zookeeper.server.persistence.SnapStream;
import org.apache.zookeeper.txn.CreateTxn;
import org.apache.zookeeper.txn.TxnHeader;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The Java I/O path on ext4, on a drive with a volatile cache whose power is cut: what a server
 * acknowledged is there afterwards, and the server starts. Needs root.
 *
 * <p>CrashedLogTest explores many more moments in a model of a disk; here the calls, the kernel and
 * the file system are real, so a missing or wrong flush shows.
 */
@Timeout(300)
class PowerCutIT {

  /** Two logs and a few snapshots, and the file system's journal. */
  private static final FlashSpec DISK =
      FlashSpec.ofDefaults().withMebibytes(96).withMegabytesPerSecond(1_000).withWriteBack(true);

  private static final LogSettings LOGS = new LogSettings(1 << 20);

  /** A log, its mark and a snapshot take about twice as many. */
  private static final int WRITES_UNTIL_CUT_MAX = 20;

  /** Of some transactions. */
  private static final int LARGE_BYTES = 60_000;

  /** Among so many at least one is large. */
  private static final int LARGE_COMMIT_TXNS = 10;

  /** Longer than between two writes of zeros. */
  private static final long QUIET_NANOS = 60_000_000;

  private FlashDisk disk;
  private Path directory;
  private Path logs;

  private InProcessLog log;
  private WatchedLog server;

  /** The last transaction that was committed. */
  private long acknowledged;

  /** Since the last start. */
  private final List<String> completed = new ArrayList<>();

  /**
   * Those of them that were complete while there was power: on a directory that cannot be forced a
   * snapshot counts as complete all the same.
   */
  private final List<String> snapshots = new ArrayList<>();

  /** The newest mark that was waited for. */
  private long mark;

  private int torn;
  private int cutInTheMiddle;

  @BeforeAll
  static void requireWhatItNeeds() {
    FlashDisks.unavailable()
        .ifPresent(
            reason -> {
              if (System.getProperty("snapkeeper.require", "possible").equals("all")) {
                fail("must run here (snapkeeper.require=all), but " + reason);
              }
              abort(reason);
            });
  }

  @Test
  void whatWasAcknowledgedSurvivesAPowerCut() {
    int runs = TestSet.times(10, 16, 100, "file systems, with two power cuts each, under a log");
    try (FlashDisks disks = FlashDisks.create(DISK, 1)) {
      disk = disks.disks().get(0);
      directory = disk.mount();
      logs = directory.resolve("version-2");
      Seeds.forEach("power cuts", runs, this::run);
    }
    System.out.printf(
        "the power was cut %d times, in the middle of something: %d; torn commits repaired: %d%n",
        2 * runs, cutInTheMiddle, torn);
    if (Long.getLong("seed") == null) {
      assertThat(cutInTheMiddle).as("cuts in the middle of something").isPositive();
    }
  }

  private void run(SplittableRandom random) {
    try {
      disk.format();
      acknowledged = 0;
      mark = 0;
      start();
      disk.flush(); // ZooKeeper does not force the first, empty snapshot
      workUntilPowerCut(random);
      restart();
      workUntilPowerCut(random);
      restart();
      stop();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    } finally {
      stop();
    }
  }

  private void start() throws IOException {
    Files.createDirectories(logs);
    Faults faults = new Faults();
    log = InProcessLog.open(logs, LOGS, faults::record);
    server = new WatchedLog(directory, log.writing());
    server.serve();
  }

  /** As far as a server gets whose disk has no power. */
  private void stop() {
    if (log == null) {
      return;
    }
    try {
      server.log.close();
    } catch (IOException e) {
      // What it still had was acknowledged to nobody.
    }
    log.close();
    log = null;
  }

  private void workUntilPowerCut(SplittableRandom random) throws IOException, InterruptedException {
    boolean atTheEnd = random.nextBoolean();
    // What is complete must have been flushed, and so nothing else is kept.
    long kept = atTheEnd ? 0 : random.nextLong(1, Long.MAX_VALUE);
    completed.clear();
    snapshots.clear();
    try {
      if (!atTheEnd) {
        armPowerCut(random, kept);
      }
      int steps = random.nextInt(2, 7);
      for (int i = 0; i < steps; i++) {
        switch (random.nextInt(4)) {
          case 0 -> snapshot(random.nextBoolean());
          case 1 -> server.log.rollLog();
          default -> commit(random.nextInt(1, 5));
        }
      }
      if (atTheEnd) {
        endWith(random.nextInt(3));
      }
    } catch (IOException e) {
      if (atTheEnd) {
        throw e;
      }
      cutInTheMiddle++;
    }
    if (atTheEnd) {
      snapshots.addAll(completed);
    }
    disk.cutPower(0, kept);
  }

  /** In the middle of a commit of many sectors, or of anything that comes. */
  private void armPowerCut(SplittableRandom random, long kept) throws IOException {
    if (random.nextBoolean()) {
      disk.cutPower(random.nextInt(1, WRITES_UNTIL_CUT_MAX), kept);
      return;
    }
    commit(1);
    awaitQuiet();
    disk.cutPower(random.nextInt(1, 4), kept);
    commit(LARGE_COMMIT_TXNS);
  }

  /** Zeros are written ahead of the log, and so are not the commit that the power is cut in. */
  private void awaitQuiet() {
    long writes;
    do {
      writes = disk.counters().writes();
      LockSupport.parkNanos(QUIET_NANOS);
    } while (disk.counters().writes() != writes);
  }

  /**
   * What a server has just waited for, and nothing after it that flushes by chance. The third log
   * file's mark is the first that changes nothing but bytes.
   */
  private void endWith(int choice) throws IOException, InterruptedException {
    if (choice == 0) {
      snapshot(true);
    } else if (choice == 1) {
      snapshot(false);
    } else {
      for (int i = 0; i < 3; i++) {
        server.log.rollLog();
        commit(1);
      }
    }
  }

  private void commit(int txns) throws IOException {
    long zxid = acknowledged;
    List<Request> requests = new ArrayList<>();
    for (int i = 0; i < txns; i++) {
      Request request = create(++zxid);
      server.database.append(request);
      requests.add(request);
    }
    // A file that has begun has waited for its mark.
    long marked = newest(InProcessLog.markSequences(logs));
    server.database.commit();
    acknowledged = zxid;
    mark = marked;
    snapshots.addAll(completed);
    completed.clear();
    for (Request request : requests) {
      server.database.processTxn(request.getHdr(), request.getTxn(), null);
    }
  }

  private static Request create(long zxid) {
    CreateTxn txn =
        new CreateTxn("/n" + zxid, data(zxid), ZooDefs.Ids.OPEN_ACL_UNSAFE, false, (int) zxid);
    TxnHeader header = new TxnHeader(1, (int) zxid, zxid, 1_000 + zxid, ZooDefs.OpCode.create);
    return new Request(1, (int) zxid, ZooDefs.OpCode.create, header, txn, zxid);
  }

  /** The same each time that a number is used, after a commit that was lost, too. */
  private static byte[] data(long zxid) {
    SplittableRandom random = new SplittableRandom(zxid);
    byte[] bytes = new byte[random.nextInt(3) == 0 ? LARGE_BYTES : random.nextInt(2_000)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static long newest(List<Long> sequences) {
    return sequences.isEmpty() ? 0 : sequences.get(sequences.size() - 1);
  }

  private void snapshot(boolean streamed) throws IOException, InterruptedException {
    if (streamed) {
      server.direct.unusable("ZooKeeper's own stream is tested, too");
    }
    commit(1);
    server.grant();
    assertThat(server.member.firesNow()).isTrue();
    Throwable outcome = server.database.snapshotOnItsThread().outcome();
    if (outcome != null) {
      throw new IOException(outcome);
    }
    completed.add("snapshot." + Long.toHexString(acknowledged));
  }

  private void restart() throws IOException {
    stop();
    disk.restorePower();
    checkSnapshots();
    checkMarks();
    repair();
    start();
    long last = server.database.getDataTreeLastProcessedZxid();
    assertThat(last).as("the last transaction").isGreaterThanOrEqualTo(acknowledged);
    for (long zxid = 1; zxid <= last; zxid++) {
      assertThat(server.database.getNode("/n" + zxid).getData()).isEqualTo(data(zxid));
    }
    acknowledged = last;
  }

  private void checkSnapshots() throws IOException {
    List<String> found = names("snapshot.");
    assertThat(found).as("snapshots").containsAll(snapshots);
    for (String name : found) {
      readAll(logs.resolve(name).toFile());
    }
  }

  private List<String> names(String prefix) throws IOException {
    try (Stream<Path> files = Files.list(logs)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith(prefix))
          .toList();
    }
  }

  /** As ZooKeeper reads it, which throws if it is not whole. */
  private static void readAll(File snapshot) throws IOException {
    try (CheckedInputStream in = SnapStream.getInputStream(snapshot)) {
      InputArchive archive = BinaryInputArchive.getArchive(in);
      FileSnap.deserialize(new DataTree(), new ConcurrentHashMap<>(), archive);
      SnapStream.checkSealIntegrity(in, archive);
    }
  }

  private void checkMarks() throws IOException {
    List<Long> sequences = InProcessLog.markSequences(logs);
    long found = newest(sequences);
    assertThat(found).as("the newest mark").isGreaterThanOrEqualTo(mark);
    if (found > 1) {
      assertThat(sequences).as("the last two marks").containsExactly(found - 1, found);
    }
    mark = found;
  }

  /** What is repaired stays so, and so does the copy, though the power is cut at once. */
  private void repair() throws IOException {
    Optional<Path> log = newestLog();
    byte[] before = log.isPresent() ? Files.readAllBytes(log.get()) : new byte[0];
    if (new TornTail(logs).repair().isEmpty()) {
      return;
    }
    torn++;
    byte[] repaired = Files.readAllBytes(log.orElseThrow());
    disk.cutPower(0, 0);
    disk.restorePower();
    assertThat(Files.readAllBytes(log.orElseThrow())).isEqualTo(repaired);
    assertThat(names("snapkeeper-wal.torn."))
        .as("copies")
        .anySatisfy(name -> assertThat(Files.readAllBytes(logs.resolve(name))).isEqualTo(before));
  }

  private Optional<Path> newestLog() throws IOException {
    return names("log.").stream()
        .max(Comparator.comparingLong(name -> Long.parseUnsignedLong(name.substring(4), 16)))
        .map(logs::resolve);
  }
}
