package io.snapkeeper.zk.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.ensemble.Waiting;
import io.snapkeeper.ensemble.flash.FlashDisk;
import io.snapkeeper.ensemble.flash.FlashDisks;
import io.snapkeeper.ensemble.flash.FlashSpec;
import io.snapkeeper.testset.TestSet;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.zookeeper.server.DataNode;
import org.apache.zookeeper.server.ZKDatabase;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Logs written by the plugin on a disk that fails, and on one that is full. Of three servers one is
 * down, so that whatever is acknowledged must be on the disk of the one that suffers. Needs root
 * and FUSE.
 */
@Timeout(180)
class FailedDiskIT {

  /** No snapshot, and so no new log, comes in between. */
  private static final int SNAP_COUNT = 1_000_000;

  private static final int ALL_THAT_COME = 1_000_000;

  /** Zeros and room for a megabyte are ahead of a log's tail; a full disk is met behind them. */
  private static final int PAYLOAD_BYTES = 1_000;

  private static final Duration UNTIL_IT_ENDS = Duration.ofSeconds(60);

  @RegisterExtension final TestEnsembles ensembles = new TestEnsembles();

  @TempDir Path copies;

  @BeforeEach
  void requireWhatItNeeds() {
    FlashDisks.unavailable()
        .ifPresent(
            reason -> {
              if (System.getProperty("snapkeeper.require", "possible").equals("all")) {
                fail("must run here (snapkeeper.require=all), but " + reason);
              }
              abort(reason);
            });
  }

  /** Two of three servers, and what happens to the one that follows. */
  private interface Course {
    void run(Ensemble ensemble, long sufferer, FlashDisk disk, AckedWrites writes) throws Exception;
  }

  private void onDisks(String placement, Course course) throws Exception {
    FlashDisks disks =
        ensembles.closeAfterThem(FlashDisks.create(FlashSpec.ofDefaults().withMebibytes(96), 3));
    Ensemble ensemble =
        ensembles.start(
            TestEnsembles.withPlugin(Line.V3_9, 3, SNAP_COUNT)
                .config("snapkeeper.writer", placement)
                .dataParents(disks.mounts()));
    long leader = ensemble.awaitLeader(TestEnsembles.PATIENCE);
    long[] followers =
        ensemble.voters().stream().mapToLong(v -> v).filter(v -> v != leader).toArray();
    Status.await(
        ensemble,
        followers[0],
        "the plugin writes its log",
        TestEnsembles.PATIENCE,
        status -> status.at("/server/log/way").asText().equals(placement));
    ensemble.kill(followers[1]);
    try (AckedWrites writes = new AckedWrites(ensemble, 400, 8, PAYLOAD_BYTES)) {
      writes.awaitMore(300);
      FlashDisk disk = disks.disks().get(ensemble.sids().indexOf(followers[0]));
      course.run(ensemble, followers[0], disk, writes);
      // The others go on, so that no client waits for ever.
      ensemble.start(followers[1], TestEnsembles.START_TIMEOUT);
      writes.awaitMore(300);
    }
  }

  /** What the kernel has failed to write once is never acknowledged, whatever a retry would say. */
  @ParameterizedTest
  @ValueSource(strings = {"in-process", "process"})
  void aFailedCommitEndsTheServerAndLosesNothing(String placement) throws Exception {
    onDisks(
        placement,
        (ensemble, sufferer, disk, writes) -> {
          // ZooKeeper does not sync its first, empty snapshot: without it nothing can be read.
          disk.flush();
          disk.failWrites(ALL_THAT_COME);
          awaitItsEnd(ensemble, sufferer, writes);
          Map<String, Long> acknowledged = writes.acknowledgedNow();
          disk.failWrites(0);
          // Not what the kernel remembers, and not read-only, which a failed journal makes of it.
          disk.remount();
          assertOnTheDisk(acknowledged, ensemble.dataDirectory(sufferer));
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"in-process", "process"})
  void aFullDiskEndsTheServerAndLosesNothing(String placement) throws Exception {
    TestSet.assumeInFull(placement.equals("process"), "a disk that is full, " + placement);
    onDisks(
        placement,
        (ensemble, sufferer, disk, writes) -> {
          Path ballast = disk.mount().resolve("others");
          fill(ballast);
          awaitItsEnd(ensemble, sufferer, writes);
          Map<String, Long> acknowledged = writes.acknowledgedNow();
          assertOnTheDisk(acknowledged, ensemble.dataDirectory(sufferer));
          Files.delete(ballast);
          ensemble.start(sufferer, TestEnsembles.START_TIMEOUT);
          AckedWrites.assertThere(acknowledged, ensemble.ports(sufferer).client());
        });
  }

  private static void awaitItsEnd(Ensemble ensemble, long sid, AckedWrites writes)
      throws IOException {
    long before = writes.acknowledged();
    Waiting.until(
        "the end of server " + sid,
        UNTIL_IT_ENDS,
        () -> !ensemble.isRunning(sid),
        () -> (writes.acknowledged() - before) + " writes since; " + ensemble.logTail(sid));
    try (Stream<String> lines = Files.lines(ensemble.logFile(sid))) {
      assertThat(lines.filter(line -> line.contains("snapkeeper ends this server")))
          .singleElement()
          .asString()
          .contains("is durable up to byte");
    }
  }

  /** As a server of ZooKeeper's own would find it. */
  private void assertOnTheDisk(Map<String, Long> acknowledged, Path data) throws IOException {
    Path copy = Files.createDirectories(copies.resolve("copy/version-2")).getParent();
    try (Stream<Path> files = Files.list(data.resolve("version-2"))) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve("version-2").resolve(file.getFileName().toString()));
      }
    }
    FileTxnSnapLog log = new FileTxnSnapLog(copy.toFile(), copy.toFile());
    ZKDatabase database = new ZKDatabase(log);
    database.loadDataBase();
    assertThat(acknowledged)
        .allSatisfy(
            (path, number) -> {
              DataNode node = database.getNode(path);
              assertThat(node).as(path).isNotNull();
              String text = new String(node.getData(), StandardCharsets.US_ASCII).strip();
              assertThat(Long.parseLong(text)).as(path).isGreaterThanOrEqualTo(number);
            });
    database.close();
    log.close();
  }

  /** Others take all of the space, to the last block. */
  private static void fill(Path ballast) throws IOException {
    try (FileChannel file =
        FileChannel.open(ballast, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      for (int bytes = 1 << 20; bytes >= 4 << 10; bytes /= 4) {
        fill(file, ByteBuffer.allocateDirect(bytes));
      }
    }
  }

  /** Not synced write by write: each would wait for the journal, thousands of times. */
  private static void fill(FileChannel file, ByteBuffer piece) throws IOException {
    try {
      while (true) {
        file.write(piece.clear());
      }
    } catch (IOException full) {
      if (!String.valueOf(full.getMessage()).contains("No space left")) {
        throw full;
      }
    }
    file.force(false);
  }
}
