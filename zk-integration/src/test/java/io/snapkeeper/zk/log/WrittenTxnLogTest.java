package io.snapkeeper.zk.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snapkeeper.core.member.MemberConfig;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.wal.log.ChannelVolume;
import io.snapkeeper.wal.log.FaultyVolume;
import io.snapkeeper.wal.log.LogSettings;
import io.snapkeeper.wal.log.PoisonedLogException;
import io.snapkeeper.wal.owner.TestOwner;
import io.snapkeeper.zk.member.Clock;
import io.snapkeeper.zk.member.Faults;
import io.snapkeeper.zk.member.Member;
import io.snapkeeper.zk.member.MemberSetup;
import io.snapkeeper.zk.purge.DeferredPurges;
import io.snapkeeper.zk.trace.Trace;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.server.Request;
import org.apache.zookeeper.server.persistence.FileTxnLog;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;
import org.apache.zookeeper.server.persistence.SnapkeeperTxnSnapLog;
import org.apache.zookeeper.server.persistence.TxnLog;
import org.apache.zookeeper.txn.CreateTxn;
import org.apache.zookeeper.txn.TxnHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The log that the plugin writes, beside the one that ZooKeeper writes of the same transactions.
 */
class WrittenTxnLogTest {

  private static final int HEADER_BYTES = 16;

  /** Checksum, length and end of a record. */
  private static final int FRAME_BYTES = 13;

  @TempDir Path plugins;
  @TempDir Path zookeepers;

  private final AtomicInteger exits = new AtomicInteger();
  private final Faults faults = new Faults();
  private final AtomicInteger ends = new AtomicInteger();
  private final DurableListener listener =
      new DurableListener() {
        @Override
        public void begun(String logName, long bytes) {}

        @Override
        public void appended() {}

        @Override
        public void durableUpTo(long bytes) {}

        @Override
        public void noMore() {
          ends.incrementAndGet();
        }
      };
  private FaultyVolume volume;
  private LogWriting writing;
  private SnapkeeperTxnSnapLog log;

  private ServerEnd end() {
    return new ServerEnd(
        () -> {}, exits::incrementAndGet, exits::incrementAndGet, Duration.ofSeconds(1));
  }

  private SnapkeeperTxnSnapLog open() throws IOException {
    File directory = plugins.toFile();
    log = SnapkeeperTxnSnapLog.over(new FileTxnSnapLog(directory, directory));
    volume = new FaultyVolume(new ChannelVolume(TestOwner.of(plugins.resolve("version-2"))));
    writing =
        new LogWriting(
            List.of(
                new LogWriting.Candidate(
                    LogWriting.Way.IN_PROCESS,
                    () -> LogWriting.inProcess(volume, LogSettings.DEFAULT, faults::record))),
            faults::record,
            end(),
            () -> {},
            listener);
    MemberConfig config =
        new MemberConfig(1, new Report.Limits(100_000, 0), 1L << 40, 60_000, 10_000);
    Member member =
        new Member(
            new MemberSetup(config, 7, false, () -> 0, () -> 3),
            Clock.MONOTONIC,
            faults,
            Trace.OFF);
    log.attach(
        member,
        faults,
        writing,
        Optional.empty(),
        new DeferredPurges(1, member::mode, () -> false, List.of(log.getDataLogDir()), faults));
    return log;
  }

  @AfterEach
  void close() throws IOException {
    if (log != null && exits.get() == 0) {
      log.close();
    }
  }

  private static Request create(long zxid, int dataBytes) {
    byte[] data = "data of a node ".repeat(dataBytes / 15 + 1).getBytes(StandardCharsets.UTF_8);
    CreateTxn txn =
        new CreateTxn(
            "/node" + zxid,
            Arrays.copyOf(data, dataBytes),
            ZooDefs.Ids.OPEN_ACL_UNSAFE,
            false,
            (int) zxid);
    TxnHeader header = new TxnHeader(1, (int) zxid, zxid, 1_000 + zxid, ZooDefs.OpCode.create);
    return new Request(1, (int) zxid, ZooDefs.OpCode.create, header, txn, zxid);
  }

  private List<Long> zxids(long from) throws IOException {
    List<Long> read = new ArrayList<>();
    try (TxnLog.TxnIterator txns = new FileTxnLog(log.getDataLogDir()).read(from)) {
      while (txns.getHeader() != null) {
        read.add(txns.getHeader().getZxid());
        if (!txns.next()) {
          break;
        }
      }
    }
    return read;
  }

  private Path file(Path directory, long zxid) {
    return directory.resolve("version-2").resolve("log." + Long.toHexString(zxid));
  }

  @Test
  void itsBytesAreZooKeepers() throws IOException {
    open();
    FileTxnSnapLog stock = new FileTxnSnapLog(zookeepers.toFile(), zookeepers.toFile());
    SplittableRandom random = new SplittableRandom(3);
    int content = HEADER_BYTES;
    for (long zxid = 1; zxid <= 400; zxid++) {
      Request request = create(zxid, random.nextInt(20) == 0 ? 200_000 : random.nextInt(3_000));
      content += request.getSerializeData().length + FRAME_BYTES;
      for (FileTxnSnapLog each : List.of(log, stock)) {
        assertThat(each.append(request)).isTrue();
        if (zxid % 7 == 0) {
          each.commit();
          assertThat(each.getTotalLogSize()).isEqualTo(stock.getTotalLogSize());
        }
      }
    }
    log.commit();
    stock.commit();
    stock.close();
    byte[] ours = Files.readAllBytes(file(plugins, 1));
    byte[] theirs = Files.readAllBytes(file(zookeepers, 1));
    assertThat(Arrays.mismatch(ours, 0, content, theirs, 0, content)).isEqualTo(-1);
    // Behind it both have zeros only; ours is a whole number of blocks.
    assertThat(onlyZeros(ours, content)).isTrue();
    assertThat(onlyZeros(theirs, content)).isTrue();
    assertThat(ours.length).isBetween(theirs.length - 4_096, theirs.length + 4_096);
    assertThat(faults.count()).isZero();
  }

  private static boolean onlyZeros(byte[] bytes, int from) {
    return Arrays.mismatch(
            bytes, from, bytes.length, new byte[bytes.length - from], 0, bytes.length - from)
        == -1;
  }

  @Test
  void zooKeeperReadsItWhileItIsWritten() throws IOException {
    open();
    for (long zxid = 1; zxid <= 50; zxid++) {
      log.append(create(zxid, 700));
      log.commit();
      assertThat(zxids(1)).hasSize((int) zxid);
    }
    assertThat(log.getLastLoggedZxid()).isEqualTo(50);
  }

  @Test
  void itRollsAndIsTruncatedAndGoesOn() throws IOException {
    open();
    for (long zxid = 1; zxid <= 30; zxid++) {
      log.append(create(zxid, 700));
      log.commit();
      if (zxid % 10 == 0) {
        log.rollLog();
      }
    }
    assertThat(file(plugins, 11)).exists();
    assertThat(log.truncateLog(15)).isTrue();
    assertThat(writing.way()).isEqualTo(LogWriting.Way.IN_PROCESS);
    assertThat(zxids(1)).hasSize(15);
    log.append(create(16, 100));
    log.commit();
    assertThat(zxids(1)).hasSize(16);
    assertThat(file(plugins, 16)).exists();
  }

  @Test
  void aDirectoryWithoutDirectWritesIsLeftToZooKeeper() throws IOException {
    open();
    volume.failCreations();
    log.append(create(1, 100));
    log.commit();
    // Perhaps the next file was ready before; then the one after it cannot be made.
    log.rollLog();
    log.append(create(2, 100));
    log.commit();
    assertThat(writing.way()).isEqualTo(LogWriting.Way.STOCK);
    assertThat(writing.reason()).contains("no direct I/O here");
    assertThat(ends).as("no marks are kept any more").hasValue(1);
    assertThat(zxids(1)).containsExactly(1L, 2L);
    assertThat(exits).hasValue(0);
  }

  @Test
  void aFailedCommitEndsTheServer() throws IOException {
    open();
    log.append(create(1, 100));
    log.commit();
    volume.failWrites(true);
    log.append(create(2, 100));
    assertThatThrownBy(log::commit).isInstanceOf(PoisonedLogException.class);
    assertThat(exits).hasValue(1);
    volume.failWrites(false);
    // A second try must not succeed: nobody knows what the first one has left.
    assertThatThrownBy(log::commit).isInstanceOf(PoisonedLogException.class);
    assertThatThrownBy(() -> log.append(create(3, 100))).isInstanceOf(PoisonedLogException.class);
    assertThat(zxids(1)).containsExactly(1L);
  }

  /** While the process ends, other threads close the log and a new role may truncate it. */
  @Test
  void afterAFailedCommitNoOtherWayWritesTheLog() throws IOException {
    open();
    log.append(create(1, 100));
    log.commit();
    volume.failWrites(true);
    log.append(create(2, 100));
    assertThatThrownBy(log::commit).isInstanceOf(PoisonedLogException.class);
    volume.failWrites(false);
    log.truncateLog(1); // it closes the log first, which cannot be committed
    assertThatThrownBy(() -> log.append(create(3, 100))).isInstanceOf(PoisonedLogException.class);
    assertThatThrownBy(log::commit).isInstanceOf(PoisonedLogException.class);
    assertThatThrownBy(log::rollLog).isInstanceOf(PoisonedLogException.class);
    assertThat(zxids(1)).containsExactly(1L);
  }

  /** A JRE without the module that has direct I/O, or no memory for it. */
  @Test
  void whateverFailsBeforeAFileHasBegunLeavesItToZooKeeper() throws IOException {
    open();
    writing =
        new LogWriting(
            List.of(
                new LogWriting.Candidate(
                    LogWriting.Way.IN_PROCESS,
                    () -> {
                      throw new NoClassDefFoundError("com/sun/nio/file/ExtendedOpenOption");
                    })),
            faults::record,
            end(),
            () -> {},
            DurableListener.NONE);
    assertThat(writing.way()).isEqualTo(LogWriting.Way.STOCK);
    assertThat(writing.reason()).contains("ExtendedOpenOption");
  }

  @Test
  void aLogBeyondItsSizeLimitIsFollowedByANewOne() throws IOException {
    System.setProperty("zookeeper.txnLogSizeLimitInKb", "1");
    try {
      open();
      for (long zxid = 1; zxid <= 3; zxid++) {
        log.append(create(zxid, 100));
        log.commit();
        assertThat(file(plugins, zxid)).exists();
      }
      assertThat(zxids(1)).hasSize(3);
    } finally {
      System.clearProperty("zookeeper.txnLogSizeLimitInKb");
    }
  }

  /** ZooKeeper's own log on a disk without space, whose name it does not tell. */
  private static final class FullStockLog implements LogWriting.StockLog {

    @Override
    public boolean append(Request request) {
      return true; // into its buffer
    }

    @Override
    public void commit() throws IOException {
      throw new IOException("No space left on device");
    }

    @Override
    public void rollLog() throws IOException {
      throw new IOException("No space left on device");
    }

    @Override
    public void setTotalLogSize(long bytes) {}
  }

  /**
   * ZooKeeper stays in the process, with transactions in its tree that are not in its log, and
   * writes on behind the gap once there is space again.
   */
  @Test
  void aFailedCommitOfZooKeepersLogEndsTheServerWhereThePluginWasToWrite() throws IOException {
    open();
    volume.failCreations();
    LogWriting.StockLog full = new FullStockLog();
    writing.append(create(1, 100), full);
    if (writing.way() != LogWriting.Way.STOCK) {
      // The first file was ready before; the one after it cannot be made.
      log.rollLog();
      writing.append(create(2, 100), full);
    }
    assertThat(writing.way()).isEqualTo(LogWriting.Way.STOCK);
    assertThatThrownBy(() -> writing.commit(full))
        .isInstanceOf(PoisonedLogException.class)
        .hasMessageContaining("No space left on device");
    assertThat(exits).hasValue(1);
    assertThatThrownBy(() -> log.append(create(3, 100))).isInstanceOf(PoisonedLogException.class);
    assertThatThrownBy(log::commit).isInstanceOf(PoisonedLogException.class);
    assertThatThrownBy(log::rollLog).isInstanceOf(PoisonedLogException.class);
  }

  @Test
  void whoLeavesTheLogToZooKeeperHasItsErrors() {
    LogWriting stock = LogWriting.stock("");
    LogWriting.StockLog full = new FullStockLog();
    assertThatThrownBy(() -> stock.commit(full))
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(PoisonedLogException.class);
    assertThatThrownBy(() -> stock.rollLog(full)).isNotInstanceOf(PoisonedLogException.class);
  }
}
