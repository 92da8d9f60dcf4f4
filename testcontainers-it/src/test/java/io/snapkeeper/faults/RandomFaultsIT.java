package io.snapkeeper.faults;

import io.snapkeeper.containers.ImageUnderTest;
import io.snapkeeper.testset.TestSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInfo;

/**
 * Faults combined at random from a seed, for a bounded time and number of writes each.
 *
 * <p>{@code -Dfaults.seed=N} runs one seed, {@code -Dfaults.seeds=100} so many from 1 on, {@code
 * -Dfaults.writes=1000000} has that many writes acknowledged by all of them together.
 */
class RandomFaultsIT {

  private static final int SEEDS_IN_CI = 2;
  private static final long WRITES_OF_A_SEED = 2_000;

  private static Cluster cluster;
  private static Scenarios scenarios;

  @BeforeAll
  static void start() throws Exception {
    TestSet.assume(false, "faults combined at random");
    NetworkFaults.require();
    String image = ImageUnderTest.prepare();
    cluster =
        Cluster.start(
            5, sid -> Software.plugin(image, WriterMode.inTurn(sid)), Cluster.Placement.PLAIN);
    scenarios = new Scenarios(cluster, "each");
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @TestFactory
  @DisplayName("random faults")
  Stream<DynamicTest> seeds(TestInfo test) {
    long[] seeds = seedsToRun();
    long writes = Long.getLong("faults.writes", seeds.length * WRITES_OF_A_SEED) / seeds.length;
    return LongStream.of(seeds)
        .mapToObj(
            seed ->
                DynamicTest.dynamicTest(
                    "seed " + seed,
                    () ->
                        scenarios.run(
                            test,
                            "random faults, seed " + seed,
                            run -> new RandomFaults(cluster, seed).run(run, writes))));
  }

  private static long[] seedsToRun() {
    Long one = Long.getLong("faults.seed");
    return one != null
        ? new long[] {one}
        : LongStream.rangeClosed(1, Integer.getInteger("faults.seeds", SEEDS_IN_CI)).toArray();
  }
}
