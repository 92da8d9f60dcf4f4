package io.snapkeeper.zk.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.EnsembleSpec;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.ensemble.Waiting;
import io.snapkeeper.testset.TestSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * ZooKeeper's own defect (ZOOKEEPER-2354), in 3.9.5: a learner that is sent the leader's tree
 * writes it down as a snapshot, then the leader's epoch. Killed between the two it does not start
 * any more. With its directory emptied it gets everything from the leader.
 */
class EpochAfterSnapshotIT {

  private static final long LEARNER = 1;
  private static final long SECOND = 2;
  private static final long LEADER = 3;

  private static final int SNAP_COUNT = 1_000;
  private static final int FEW = 100;

  /** More than the 500 transactions that a leader has in memory. */
  private static final int MISSED = 700;

  @RegisterExtension final TestEnsembles ensembles = new TestEnsembles();

  @BeforeEach
  void inTheFullSet() {
    TestSet.assumeInFull(false, "a learner killed between the leader's tree and its epoch");
  }

  @Test
  void aStockServerDoesNotStartAnyMore() throws Exception {
    killedBetween(TestEnsembles.stock(Line.V3_9, 3, SNAP_COUNT));
  }

  @Test
  void norDoesOneWithThePlugin() throws Exception {
    killedBetween(TestEnsembles.withPlugin(Line.V3_9, 3, SNAP_COUNT));
  }

  private void killedBetween(EnsembleSpec.Builder spec) throws Exception {
    Ensemble ensemble = ensembles.create(spec.config("snapshotSizeFactor", "-1"));
    ensemble.start(TestEnsembles.START_TIMEOUT);
    Map<String, Long> acknowledged;
    try (AckedWrites writes = new AckedWrites(ensemble, 400, 8)) {
      writes.awaitMore(FEW);
      ensemble.kill(LEARNER);
      writes.awaitMore(MISSED);
      beginAnEpoch(ensemble);
      writes.awaitMore(FEW);
      writes.stopWithoutFailureButElections();
      acknowledged = writes.acknowledgedNow();
    }

    Path files = ensemble.dataDirectory(LEARNER).resolve("version-2");
    long epoch = Long.parseLong(Files.readString(files.resolve("currentEpoch")).strip());
    // The write of the epoch waits for somebody who reads it.
    Path pipe = files.resolve("currentEpoch.tmp");
    makePipe(pipe);
    ensemble.launch(LEARNER);
    Waiting.forValue(
        "a snapshot of an epoch after " + epoch,
        TestEnsembles.PATIENCE,
        () ->
            SnapshotFiles.of(ensemble.dataDirectory(LEARNER)).stream()
                .filter(file -> isAfter(epoch, file))
                .findFirst(),
        () -> ensemble.logTail(LEARNER));
    ensemble.kill(LEARNER);
    Files.delete(pipe);

    ensemble.launch(LEARNER);
    Waiting.until(
        "the learner's end",
        TestEnsembles.PATIENCE,
        () -> !ensemble.isRunning(LEARNER),
        () -> ensemble.logTail(LEARNER));
    assertThat(ensemble.logTail(LEARNER))
        .contains(
            "The current epoch, " + Long.toHexString(epoch) + ", is older than the last zxid");

    empty(files);
    ensemble.start(LEARNER, TestEnsembles.START_TIMEOUT);
    AckedWrites.assertThere(acknowledged, ensemble.ports(LEARNER).client());
  }

  private static void beginAnEpoch(Ensemble ensemble) {
    ensemble.kill(SECOND);
    ensemble.kill(LEADER);
    ensemble.launch(SECOND);
    ensemble.start(LEADER, TestEnsembles.START_TIMEOUT);
  }

  /** True for a snapshot under its final name whose epoch is a later one. */
  private static boolean isAfter(long epoch, Path snapshot) {
    String zxid = snapshot.getFileName().toString().substring("snapshot.".length());
    return !zxid.endsWith(".tmp") && Long.parseLong(zxid, 16) >>> 32 > epoch;
  }

  private static void makePipe(Path pipe) throws IOException, InterruptedException {
    Process mkfifo = new ProcessBuilder("mkfifo", pipe.toString()).inheritIO().start();
    assertThat(mkfifo.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(mkfifo.exitValue()).isZero();
  }

  private static void empty(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
  }
}
