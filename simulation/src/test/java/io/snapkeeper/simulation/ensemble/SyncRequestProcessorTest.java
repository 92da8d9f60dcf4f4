package io.snapkeeper.simulation.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.snapkeeper.core.member.MemberConfig;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.simulation.Draws;
import io.snapkeeper.simulation.policy.StockPolicy;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Stock servers against ZooKeeper 3.9.5's SyncRequestProcessor, written again without events. */
class SyncRequestProcessorTest {

  private static final long SNAP_COUNT = 100_000;
  private static final double WRITES_PER_SECOND = 1_000;
  private static final long TXN_BYTES = 1_024;
  private static final double DISK_BYTES_PER_SECOND = 101e6;

  /** Of which a snapshot takes 300 s, three times what fills the limit. */
  private static final double SLOW_TREE_BYTES = 300 * (DISK_BYTES_PER_SECOND - 1.024e6);

  private static final Report.Limits BY_COUNT = new Report.Limits(SNAP_COUNT, 0);

  private static Shape shape(double treeBytes, Report.Limits limits, long txnBytes) {
    return new Shape(
        1,
        0,
        treeBytes,
        List.of(DISK_BYTES_PER_SECOND),
        WRITES_PER_SECOND,
        txnBytes,
        limits,
        Set.of(),
        0,
        1_000,
        Bursts.STEADY,
        Votes.MAJORITY);
  }

  /** The loop of SyncRequestProcessor.run(), one transaction after the other. */
  private static long[] snapshotsAndSkips(long txns, Random random) {
    long count = 0;
    long randRoll = random.nextInt((int) SNAP_COUNT / 2);
    double busyUntil = -1;
    long[] result = new long[2];
    for (long txn = 1; txn <= txns; txn++) {
      count++;
      if (count > SNAP_COUNT / 2 + randRoll) {
        randRoll = random.nextInt((int) SNAP_COUNT / 2);
        count = 0;
        if (txn < busyUntil) {
          result[1]++;
        } else {
          result[0]++;
          // 300 s and noise, at a transaction a millisecond.
          busyUntil = txn + 300_000 * (0.9 + 0.25 * random.nextDouble());
        }
      }
    }
    return result;
  }

  @Test
  void aServerThatIsTooBusyToSnapSkipsAndCountsAnew() {
    long txns = 100_000_000;
    Ensemble ensemble =
        new Ensemble(shape(SLOW_TREE_BYTES, BY_COUNT, TXN_BYTES), new StockPolicy(), false, 1);
    ensemble.runUntil(1_000_000);
    ensemble.beginToMeasure();
    ensemble.runUntil(1_000_000 + txns);
    long[] expected = snapshotsAndSkips(txns, new Random(1));
    assertThat((double) ensemble.gauge().snapshots())
        .isCloseTo((double) expected[0], within(0.02 * expected[0]));
    assertThat((double) ensemble.gauge().skippedSnapshots())
        .isCloseTo((double) expected[1], within(0.02 * expected[1]));
    assertThat(expected[1]).isGreaterThan(3 * expected[0]);
  }

  private static Server server(Report.Limits limits, long txnBytes, Writes writes, long seed) {
    MemberConfig config = new MemberConfig(1, limits, 12L << 30, 10_000, 10_000);
    Draws draws = new Draws(seed);
    Shape shape = shape(1e6, limits, txnBytes);
    return new Server(1, true, shape, writes, new StockPolicy(), config, draws);
  }

  @Test
  void afterARebootItCountsFromZeroThoughTheLogIsLong() {
    for (long seed = 1; seed <= 50; seed++) {
      Writes writes = new Writes(WRITES_PER_SECOND);
      Server server = server(BY_COUNT, TXN_BYTES, writes, seed);
      writes.flow(0, true);
      server.serve(0, 1);
      long now = 49_000;
      assertThat(server.firesAtMillis(0)).isLessThanOrEqualTo(100_001);
      server.crash(now);
      server.restart();
      server.synchronise(now, false);
      server.serve(now, 2);
      assertThat(server.backlog(now).txns()).isGreaterThanOrEqualTo(49_000);
      assertThat(server.firesAtMillis(now)).isBetween(now + 50_001, now + 100_001);
    }
  }

  @Test
  void aNewRoleInTheSameProcessCountsOn() {
    Writes writes = new Writes(WRITES_PER_SECOND);
    Server server = server(BY_COUNT, TXN_BYTES, writes, 3);
    writes.flow(0, true);
    server.serve(0, 1);
    server.stopServing(49_000);
    server.serve(49_000, 2);
    assertThat(server.firesAtMillis(49_000)).isLessThanOrEqualTo(100_001);
  }

  @Test
  void whatCameInATreeWasNotAppended() {
    Writes writes = new Writes(WRITES_PER_SECOND);
    Server server = server(BY_COUNT, TXN_BYTES, writes, 3);
    writes.flow(0, true);
    server.serve(0, 1);
    server.crash(1_000);
    server.restart();
    server.synchronise(500_000, true);
    server.serve(500_000, 2);
    assertThat(server.firesAtMillis(500_000)).isBetween(550_001L, 600_001L);
  }

  /** A file is preallocated, 64 MiB at a time, and its size is what counts. */
  @Test
  void theSizeLimitSeesPreallocatedFiles() {
    long mib = 1L << 20;
    Report.Limits bySize = new Report.Limits(1L << 40, 256 * mib);
    for (long seed = 1; seed <= 50; seed++) {
      Writes writes = new Writes(WRITES_PER_SECOND);
      Server server = server(bySize, mib, writes, seed);
      writes.flow(0, true);
      server.crash(0);
      server.restart();
      server.serve(0, 1);
      // A limit between 128 and 256 MiB: the third or the fourth piece of 64 MiB passes it.
      assertThat(server.firesAtMillis(0)).isIn(128L, 192L);
    }
  }
}
