package io.snapkeeper.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.containers.ImageUnderTest;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

/**
 * Whether servers say "Digests are not matching" after they have taken over their leader's tree
 * under load: stock ones, and those with the plugin. Run by its name only: docs/faults.md.
 */
@Timeout(300)
class DigestsAfterSnap {

  private static final int TIMES = Integer.getInteger("faults.times", 5);

  /** Longer than the quorum waits for a silent server (3 s). */
  private static final Duration CUT = Duration.ofSeconds(4);

  private static final String SNAP = "Getting a snapshot from leader";
  private static final String MISMATCH = "Digests are not matching";

  @Test
  @DisplayName("digests after a snapshot from the leader, stock")
  void stock(TestInfo test) throws Exception {
    NetworkFaults.require();
    String image = ImageUnderTest.prepareStock(Line.V3_9);
    cutAndCount(test, "stock", sid -> Software.stock(image));
  }

  @Test
  @DisplayName("digests after a snapshot from the leader, plugin")
  void plugin(TestInfo test) throws Exception {
    NetworkFaults.require();
    String image = ImageUnderTest.prepare();
    cutAndCount(test, "each", sid -> Software.plugin(image, WriterMode.inTurn(sid)));
  }

  private static void cutAndCount(TestInfo test, String mode, LongFunction<Software> software)
      throws Exception {
    try (Cluster cluster =
        Cluster.start(5, sid -> bySnapshot(software.apply(sid)), Cluster.Placement.PLAIN)) {
      NetworkFaults network = new NetworkFaults(cluster);
      new Scenarios(cluster, mode)
          .run(
              test,
              test.getDisplayName(),
              new Traffic.Load(1_000, 400_000, 8),
              run -> {
                run.mayFire(Alert.SERVER_SILENT);
                int with = 0;
                for (int time = 0; time < TIMES; time++) {
                  Node follower = cluster.followers().get(time % 4);
                  Instant since = Instant.now();
                  Fault cut = network.cut(List.of(follower));
                  run.inject(cut);
                  TimeUnit.MILLISECONDS.sleep(CUT.toMillis());
                  run.heal(cut);
                  cluster.awaitHealthy();
                  run.awaitWrites(1_000);
                  String log = follower.logSince(since);
                  long mismatches = count(log, MISMATCH);
                  assertThat(log).as("log of " + follower).contains(SNAP);
                  assertThat(log.indexOf(SNAP))
                      .as("place of the first snapshot in the log of " + follower)
                      .isLessThan(mismatches == 0 ? Integer.MAX_VALUE : log.indexOf(MISMATCH));
                  run.tell("%d lines with \"%s\"".formatted(mismatches, MISMATCH));
                  with += mismatches > 0 ? 1 : 0;
                }
                run.remark("%d of %d snapshots were followed by it".formatted(with, TIMES));
              });
    }
  }

  /**
   * A leader reads nothing from its log for others: it has 500 transactions in memory, or sends its
   * tree.
   */
  private static Software bySnapshot(Software software) {
    return software.withJvmFlag("-Dzookeeper.snapshotSizeFactor=-1");
  }

  private static long count(String log, String text) {
    return log.lines().filter(line -> line.contains(text)).count();
  }
}
