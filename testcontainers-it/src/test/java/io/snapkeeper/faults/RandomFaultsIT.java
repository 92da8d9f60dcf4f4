package io.snapkeeper.faults;

import io.snapkeeper.containers.ImageUnderTest;
import io.snapkeeper.testset.TestSet;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInfo;

/**
 * Faults combined at random from a seed, until so many writes are acknowledged.
 *
 * <p>{@code -Dfaults.seed=N} runs one seed, {@code -Dfaults.seeds=100} those from 1 to 100; with
 * {@code -Dfaults.writes=1000000} all of them together have that many writes acknowledged.
 */
class RandomFaultsIT {

  private static final int SEEDS = 2;
  private static final int WRITES_OF_A_SEED = 2_000;

  /** Where a seed has more, they would take minutes at the usual rate. */
  private static final int WRITES_PER_SECOND_MAX = 1_000;

  private static final int SECONDS_OF_A_SEED = 15;

  private static final List<String> SUMMARY = new ArrayList<>();

  private static Cluster cluster;
  private static Scenarios scenarios;

  @BeforeAll
  static void start() throws Exception {
    TestSet.assume(false, "faults combined at random");
    NetworkFaults.require();
    String image = ImageUnderTest.prepare();
    cluster =
        Cluster.start(
            5,
            sid -> Software.plugin(image, WriterMode.inTurn(sid)),
            Cluster.Placement.PLAIN);
    scenarios = new Scenarios(cluster, "each");
  }

  @AfterAll
  static void stop() {
    SUMMARY.forEach(System.out::println);
    if (cluster != null) {
      cluster.close();
    }
  }

  @TestFactory
  @DisplayName("random faults")
  Stream<DynamicTest> seeds(TestInfo test) {
    long[] seeds = seedsToRun();
    int writes = (int) (Long.getLong("faults.writes", seeds.length * (long) WRITES_OF_A_SEED) / seeds.length);
    return LongStream.of(seeds)
        .mapToObj(
            seed -> DynamicTest.dynamicTest("seed " + seed, () -> run(test, seed, writes)));
  }

  private static void run(TestInfo test, long seed, int writes) throws Exception {
    RandomFaults faults = new RandomFaults(cluster, seed);
    String verdict = "FAILED; again with -Dfaults.seed=" + seed;
    long acknowledged = 0;
    try {
      acknowledged =
          scenarios.run(
              test,
              "random faults, seed " + seed,
              load(writes),
              run -> faults.run(run, writes));
      verdict = "passed";
    } finally {
      SUMMARY.add(
          "[faults] seed %d: %d faults, %,d writes acknowledged, %s"
              .formatted(seed, faults.faults(), acknowledged, verdict));
      System.out.println(SUMMARY.get(SUMMARY.size() - 1));
    }
  }

  private static Traffic.Load load(int writes) {
    int perSecond =
        Math.min(
            WRITES_PER_SECOND_MAX,
            Math.max(Traffic.LIGHT.perSecond(), writes / SECONDS_OF_A_SEED));
    return new Traffic.Load(perSecond, Math.max(Traffic.LIGHT.writes(), 4 * writes));
  }

  private static long[] seedsToRun() {
    Long one = Long.getLong("faults.seed");
    return one != null
        ? new long[] {one}
        : LongStream.rangeClosed(1, Integer.getInteger("faults.seeds", SEEDS)).toArray();
  }
}
