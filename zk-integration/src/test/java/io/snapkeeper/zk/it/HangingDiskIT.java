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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A disk that answers nothing under the log of one of two servers, while the third is down: what is
 * acknowledged must be on it. Needs root and FUSE.
 */
@Timeout(300)
class HangingDiskIT {

  /** No snapshot comes in between. */
  private static final int SNAP_COUNT = 1_000_000;

  private static final long FOLLOWER = 1;
  private static final long ABSENT = 2;
  private static final long LEADER = 3;

  /** The plugin gives a disk 40 s, or 44; the quorum 10. */
  private static final Duration UNTIL_IT_ENDS = Duration.ofSeconds(100);

  /** The quorum's 10 s, and what a busy machine adds. */
  private static final Duration FOLLOWER_LEAVES = Duration.ofSeconds(20);

  /** Longer than the plugin waits. */
  private static final Duration STOCK_STILL_LEADS = Duration.ofSeconds(50);

  /** The name of the thread that writes marks, as far as Linux keeps it. */
  private static final String MARKS = "snapkeeper-wal-";

  @RegisterExtension final TestEnsembles ensembles = new TestEnsembles();

  @BeforeEach
  void requireWhatItNeeds() {
    TestSet.assume(false, "disks that hang under the logs of real servers");
    FlashDisks.unavailable()
        .ifPresent(
            reason -> {
              if (System.getProperty("snapkeeper.require", "possible").equals("all")) {
                fail("must run here (snapkeeper.require=all), but " + reason);
              }
              abort(reason);
            });
  }

  @ParameterizedTest
  @Execution(ExecutionMode.CONCURRENT)
  @CsvSource({"off", "in-process", "process"})
  void underAFollower(String placement) throws Exception {
    TestSet.assumeInFull(
        placement.equals("process"), "a disk that hangs under a follower, " + placement);
    onADiskThatHangs(placement, FOLLOWER, this::awaitNoQuorum);
  }

  @ParameterizedTest
  @Execution(ExecutionMode.CONCURRENT)
  @CsvSource({"off", "in-process", "process"})
  void underALeader(String placement) throws Exception {
    TestSet.assumeInFull(
        placement.equals("in-process"), "a disk that hangs under a leader, " + placement);
    onADiskThatHangs(
        placement, LEADER, placement.equals("off") ? this::leadsUntilKilled : this::awaitNoQuorum);
  }

  /**
   * It has lost its quorum, and its shutdown waits for the log before it closes any connection. Its
   * last follower has to be free for the others when they are back.
   */
  @Test
  @Execution(ExecutionMode.CONCURRENT)
  void underALeaderThatShutsDown() throws Exception {
    long follower = 4;
    long leader = 5;
    try (FlashDisks disks = FlashDisks.create(FlashSpec.ofDefaults().withMebibytes(96), 1)) {
      FlashDisk disk = disks.disks().get(0);
      Ensemble ensemble =
          ensembles.startWithLastLeading(
              TestEnsembles.withPlugin(Line.V3_9, 5, SNAP_COUNT)
                  .server(leader, server -> server.withDataParent(disk.mount())));
      try (ensemble;
          AckedWrites writes = new AckedWrites(ensemble, 100, 4)) {
        try {
          writes.awaitMore(100);
          disk.hang();
          TimeUnit.SECONDS.sleep(2); // one commit, at the least, is waited for
          for (long lost = 1; lost < follower; lost++) {
            ensemble.kill(lost);
          }
          long start = System.nanoTime();
          Waiting.until(
              "server " + follower + " to leave a leader that shuts down",
              FOLLOWER_LEAVES,
              () -> ensemble.mode(follower).isEmpty(),
              () -> ensemble.logTail(leader));
          System.out.printf(
              Locale.ROOT,
              "a disk that hangs under a leader that shuts down: its follower leaves after %.1f s%n",
              seconds(start));
          long acknowledged = writes.acknowledged();
          ensemble.launch(1);
          ensemble.launch(2);
          Waiting.until(
              "answers without the leader that shuts down",
              UNTIL_IT_ENDS,
              () -> writes.acknowledged() > acknowledged,
              () -> ensemble.logTail(follower));
          ProcessHandle.of(ensemble.pid(leader)).orElseThrow().destroyForcibly();
        } finally {
          disk.goOn();
        }
      }
    }
  }

  /** How the pair comes to serve no more. */
  private interface End {
    void await(Ensemble ensemble, long hanging) throws Exception;
  }

  private void awaitNoQuorum(Ensemble ensemble, long hanging) {
    long other = FOLLOWER + LEADER - hanging;
    Waiting.until(
        "server " + other + " to leave the one that hangs",
        UNTIL_IT_ENDS,
        () -> ensemble.mode(other).isEmpty(),
        () -> ensemble.logTail(hanging));
  }

  /** Its pings keep its follower, so nobody else can lead. */
  private void leadsUntilKilled(Ensemble ensemble, long hanging) throws Exception {
    TimeUnit.SECONDS.sleep(STOCK_STILL_LEADS.toSeconds());
    assertThat(ensemble.mode(FOLLOWER)).as("its follower").contains("follower");
    // Not Ensemble.kill, which waits for the end: one of its threads is in the kernel.
    ProcessHandle.of(ensemble.pid(hanging)).orElseThrow().destroyForcibly();
    awaitNoQuorum(ensemble, hanging);
  }

  private void onADiskThatHangs(String placement, long hanging, End end) throws Exception {
    try (FlashDisks disks = FlashDisks.create(FlashSpec.ofDefaults().withMebibytes(96), 1)) {
      FlashDisk disk = disks.disks().get(0);
      Ensemble ensemble =
          ensembles.startWithLastLeading(
              TestEnsembles.withPlugin(Line.V3_9, 3, SNAP_COUNT)
                  .config("snapkeeper.writer", placement)
                  .server(hanging, server -> server.withDataParent(disk.mount())));
      awaitWay(ensemble, hanging, placement);
      ensemble.kill(ABSENT);
      // Before the disk goes, its server does; and before that the disk answers again.
      try (ensemble;
          AckedWrites writes = new AckedWrites(ensemble, 100, 4)) {
        try {
          writes.awaitMore(100);
          hang(placement, ensemble, hanging, disk, writes, end);
        } finally {
          disk.goOn();
        }
        comesBack(placement, ensemble, hanging, writes);
      }
    }
  }

  private static void hang(
      String placement,
      Ensemble ensemble,
      long hanging,
      FlashDisk disk,
      AckedWrites writes,
      End end)
      throws Exception {
    disk.hang();
    long start = System.nanoTime();
    TimeUnit.SECONDS.sleep(2); // answers that were on their way
    long acknowledged = writes.acknowledged();
    end.await(ensemble, hanging);
    final double apart = seconds(start);
    assertThat(writes.acknowledged()).as("acknowledged by the pair").isEqualTo(acknowledged);
    ensemble.launch(ABSENT);
    long third = System.nanoTime();
    Waiting.until(
        "answers without the server that hangs",
        UNTIL_IT_ENDS,
        () -> writes.acknowledged() > acknowledged,
        () -> ensemble.logTail(ABSENT));
    final double answers = seconds(third);
    if (!placement.equals("off")) {
      awaitSaidEnd(ensemble, hanging);
      Waiting.until(
          "the end of server " + hanging,
          UNTIL_IT_ENDS,
          () -> runsNoMore(ensemble, hanging, placement),
          () -> ensemble.logTail(hanging));
    }
    System.out.printf(
        Locale.ROOT,
        "a disk that hangs, writer %s, %s: apart after %.1f s, the server %s after %.1f s; answers"
            + " %.1f s after the third server's start%n",
        placement,
        hanging == LEADER ? "leader" : "follower",
        apart,
        placement.equals("off") ? (hanging == LEADER ? "was killed" : "goes on") : "has ended",
        seconds(start),
        answers);
  }

  /**
   * Its process has ended, but for threads that wait in the kernel for the disk: the one that
   * writes the log in-process, and the mark's if its write was under way.
   */
  private static boolean runsNoMore(Ensemble ensemble, long sid, String placement) {
    if (!ensemble.isRunning(sid)) {
      return true;
    }
    Path process = Path.of("/proc/" + ensemble.pid(sid));
    try {
      String stat = Files.readString(process.resolve("stat"));
      boolean mainHasEnded = stat.charAt(stat.lastIndexOf(')') + 2) == 'Z'; // proc(5)
      return mainHasEnded
          && (placement.equals("in-process") || onlyMarksAreLeft(process, ensemble.pid(sid)));
    } catch (IOException e) {
      return !ensemble.isRunning(sid);
    }
  }

  private static boolean onlyMarksAreLeft(Path process, long main) throws IOException {
    try (Stream<Path> threads = Files.list(process.resolve("task"))) {
      for (Path thread : threads.toList()) {
        boolean isMain = thread.endsWith(Long.toString(main));
        if (!isMain && !Files.readString(thread.resolve("comm")).startsWith(MARKS)) {
          return false;
        }
      }
    }
    return true;
  }

  private static double seconds(long sinceNanos) {
    return (System.nanoTime() - sinceNanos) / 1e9;
  }

  private static void awaitSaidEnd(Ensemble ensemble, long hanging) {
    Waiting.until(
        "server " + hanging + " to say that it ends",
        UNTIL_IT_ENDS,
        () -> saidEnd(ensemble, hanging) == 1,
        () -> ensemble.logTail(hanging));
  }

  private static long saidEnd(Ensemble ensemble, long hanging) {
    try {
      return Files.readString(ensemble.logFile(hanging))
          .lines()
          .filter(line -> line.contains("snapkeeper ends this server"))
          .filter(line -> line.contains("is durable up to byte"))
          .count();
    } catch (IOException e) {
      return 0;
    }
  }

  /** Nothing that was acknowledged is lost, on any of the three. */
  private static void comesBack(
      String placement, Ensemble ensemble, long hanging, AckedWrites writes) throws Exception {
    if (!placement.equals("off") || hanging == LEADER) {
      Waiting.until(
          "the end of server " + hanging,
          UNTIL_IT_ENDS,
          () -> !ensemble.isRunning(hanging),
          () -> ensemble.logTail(hanging));
      ensemble.start(hanging, TestEnsembles.START_TIMEOUT);
    }
    ensemble.awaitAllServing(TestEnsembles.START_TIMEOUT);
    writes.awaitMore(100);
    Map<String, Long> acknowledged = writes.acknowledgedNow();
    for (long sid : ensemble.sids()) {
      AckedWrites.assertThere(acknowledged, ensemble.ports(sid).client());
    }
  }

  private static void awaitWay(Ensemble ensemble, long sid, String placement) throws Exception {
    Status.await(
        ensemble,
        sid,
        "its log is written as configured",
        TestEnsembles.PATIENCE,
        status ->
            status
                .at("/server/log/way")
                .asText()
                .equals(placement.equals("off") ? "stock" : placement));
  }
}
