package io.snapkeeper.zk.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.ServerLibraries;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.testset.TestSet;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Logs written by the plugin, on real ensembles. */
class WrittenLogIT {

  /**
   * Small, so that servers have begun new logs when they are killed after a hundred writes or two.
   */
  private static final int SNAP_COUNT = 100;

  @RegisterExtension final TestEnsembles ensembles = new TestEnsembles();

  @TempDir Path directory;

  /**
   * All three at once, with their writers or without: what is left is what is on the disks. Before
   * any of them starts again, each one's own directory has what it acknowledged itself. The ways
   * run two at a time: this is the longest of the full set.
   */
  @ParameterizedTest
  @Execution(ExecutionMode.CONCURRENT)
  @CsvSource({"V3_9, in-process", "V3_9, process", "V3_8, in-process", "V3_8, process"})
  void whatWasAcknowledgedSurvivesTheDeathOfAllServers(Line line, String placement)
      throws Exception {
    TestSet.assume(
        line == Line.V3_9 && placement.equals("in-process"),
        "logs written " + placement + " with ZooKeeper " + line.number());
    SentAcks acks = new SentAcks(directory);
    ServerLibraries doctored = DoctoredLibraries.shared(line, SentAcks::doctor);
    Ensemble ensemble =
        ensembles.start(
            acks.on(TestEnsembles.withPlugin(doctored, line, 3, SNAP_COUNT), 3)
                .config("snapkeeper.writer", placement));
    OwnDirectories left = new OwnDirectories(ensemble, acks);
    long seed = Long.getLong("snapkeeper.seed", System.nanoTime());
    System.out.println(line + ", " + placement + ": -Dsnapkeeper.seed=" + seed);
    SplittableRandom random = new SplittableRandom(seed);
    int rounds =
        TestSet.times(1, 2, 17, "deaths of three servers, for each version and log writer");
    for (int round = 0; round < rounds; round++) {
      Map<String, Long> acknowledged;
      try (AckedWrites writes = new AckedWrites(ensemble, 200, 8)) {
        // Before, while and after the servers begin new logs.
        writes.awaitMore(random.nextInt(SNAP_COUNT / 2, 2 * SNAP_COUNT));
        acknowledged = writes.acknowledgedNow();
        if (round % 2 == 1) {
          ensemble
              .sids()
              .forEach(sid -> writersOf(ensemble, sid).forEach(ProcessHandle::destroyForcibly));
        }
        ensemble.killAll();
        left.assertWhole(acknowledged);
        ensemble.start(TestEnsembles.START_TIMEOUT);
      }
      for (long sid : ensemble.sids()) {
        AckedWrites.assertThere(acknowledged, ensemble.ports(sid).client());
        awaitWay(ensemble, sid, placement);
      }
    }
    Trees.assertSame(clientPorts(ensemble));
    System.out.printf("%s, %s: %s%n", line, placement, left.figures());
  }

  /** Each writer is killed again and again; clients notice nothing. */
  @Test
  void aKilledWriterIsReplaced() throws Exception {
    Ensemble ensemble =
        ensembles.start(
            TestEnsembles.withPlugin(Line.V3_9, 3, SNAP_COUNT)
                .config("snapkeeper.writer", "process"));
    try (AckedWrites writes = new AckedWrites(ensemble, 200, 8)) {
      int rounds = TestSet.times(2, 5, "deaths of the log writers of three servers");
      for (int round = 0; round < rounds; round++) {
        writes.awaitMore(200);
        for (long sid : ensemble.sids()) {
          List<ProcessHandle> writers = writersOf(ensemble, sid);
          assertThat(writers).as("writers of server %d", sid).hasSize(1);
          writers.forEach(ProcessHandle::destroyForcibly);
        }
      }
      writes.awaitMore(SNAP_COUNT);
      writes.stopWithoutFailure();
      for (long sid : ensemble.sids()) {
        writes.assertAllThere(ensemble.ports(sid).client());
      }
    }
    Trees.assertSame(clientPorts(ensemble));
    List<ProcessHandle> writers =
        ensemble.sids().stream().flatMap(sid -> writersOf(ensemble, sid).stream()).toList();
    ensemble.sids().forEach(ensemble::kill);
    for (ProcessHandle writer : writers) {
      writer.onExit().get(10, TimeUnit.SECONDS);
    }
  }

  private static List<ProcessHandle> writersOf(Ensemble ensemble, long sid) {
    return ProcessHandle.of(ensemble.pid(sid)).orElseThrow().children().toList();
  }

  private static void awaitWay(Ensemble ensemble, long sid, String way) throws Exception {
    Status.await(
        ensemble,
        sid,
        "the plugin writes its log",
        TestEnsembles.PATIENCE,
        status -> status.at("/server/log/way").asText().equals(way));
  }

  private static List<Integer> clientPorts(Ensemble ensemble) {
    return ensemble.sids().stream().map(sid -> ensemble.ports(sid).client()).toList();
  }
}
