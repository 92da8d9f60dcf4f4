package io.snapkeeper.zk.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.snapkeeper.ensemble.Clients;
import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.OpenLoopLoad;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.ensemble.SnapshotTimeline;
import io.snapkeeper.ensemble.Waiting;
import io.snapkeeper.testset.TestSet;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Five voters under load, slot after slot: whoever has the slot snapshots, and nobody else. */
class SlotsIT {

  private static final int SNAP_COUNT = 480;

  /** A slot every 360 ms: machines whose host takes half of their time still keep up. */
  private static final int WRITES_PER_SECOND = 200;

  private static final int NODES = 100;

  private static final long WARM_UP_SLOTS = 40;

  /** Of at most so many windows one has to pass without stalled disks. */
  private static final int WINDOWS_MAX = 3;

  /**
   * A time in which some number of slots was used.
   *
   * @param txns transactions committed in it
   * @param degraded slots that were granted in it because too few disks were fast
   */
  private record Window(Instant start, Instant end, long txns, long degraded) {

    /** Waits for one. The number of transactions is read just before each of its ends. */
    static Window of(Ensemble ensemble, int slots) {
      long firstZxid = zxid(ensemble);
      Instant start = Instant.now();
      long degraded = counter(ensemble, "degraded");
      awaitSlots(ensemble, counter(ensemble, "done") + slots);
      long txns = zxid(ensemble) - firstZxid;
      return new Window(start, Instant.now(), txns, counter(ensemble, "degraded") - degraded);
    }
  }

  @RegisterExtension final TestEnsembles ensembles = new TestEnsembles();

  @ParameterizedTest
  @EnumSource(Line.class)
  void onlyTheGrantedMemberSnapshots(Line line) throws Exception {
    TestEnsembles.assumeInSet(line);
    Ensemble ensemble = ensembles.start(TestEnsembles.withPlugin(line, 5, SNAP_COUNT));
    try (CuratorFramework client = Clients.connect(ensemble.addresses(), 0)) {
      for (int node = 0; node < NODES; node++) {
        client.create().forPath(node(node), new byte[100]);
      }
    }
    // Each server takes 5 snapshots in them in the mean, or 42.
    int slots = TestSet.times(25, 210, "slots in a row, for each version");
    OpenLoopLoad.Plan plan =
        new OpenLoopLoad.Plan(
            ensemble.addresses(), WRITES_PER_SECOND, 100, 5, 2_000, false, k -> node(k % NODES));
    Instant start;
    Window window;
    try (SlotWatch watch = new SlotWatch(ensemble);
        OpenLoopLoad load = OpenLoopLoad.start(plan)) {
      // The first round after a start runs from half the limits to all of them, and servers that
      // have just started are slow; where snapshots are counted, only after that.
      awaitSlots(ensemble, TestSet.isFull() ? WARM_UP_SLOTS : ensemble.voters().size());
      start = Instant.now();
      window = Window.of(ensemble, slots);
      for (int i = 1; i < WINDOWS_MAX && window.degraded() > 0; i++) {
        window = Window.of(ensemble, slots);
      }
      assertThat(load.endWindow(Duration.ofSeconds(20)).errors()).as("failed writes").isZero();
      load.close();
      watch.assertSafe();
    }

    SnapshotTimeline all = SnapshotTimeline.of(ensemble);
    SnapshotTimeline measured = all.startedWithin(start, window.end());
    assertThat(measured.unscheduled()).as("unscheduled snapshots under load").isZero();
    assertThat(measured.withAtLeast(3, ensemble.voters()))
        .as("time with a quorum snapshotting")
        .isZero();
    assertEverySnapshotHasItsSlot(PluginEvent.of(ensemble), window.end(), slots);
    // Of so few snapshots one more at an end of the window would be too many already.
    if (TestSet.has("as many snapshots of each server as stock takes, within a tenth")) {
      // Members whose disks stall wait for better times, and fall behind stock's count.
      assumeThat(window.degraded()).as("slots granted although disks stalled").isZero();
      assertCountsAreStocks(
          all.startedWithin(window.start(), window.end()).snapshotsByServer(ensemble.voters()),
          window.txns());
    }
  }

  private static String node(long number) {
    return "/load-" + number;
  }

  private static long zxid(Ensemble ensemble) {
    long leader = ensemble.awaitLeader(TestEnsembles.PATIENCE);
    return Long.decode(ensemble.srvr(leader).get("Zxid"));
  }

  private static void awaitSlots(Ensemble ensemble, long slots) {
    Waiting.until(
        slots + " finished slots",
        Duration.ofMinutes(4),
        () -> counter(ensemble, "done") >= slots,
        () -> counter(ensemble, "done") + " finished slots");
  }

  private static long counter(Ensemble ensemble, String name) {
    long leader = ensemble.awaitLeader(TestEnsembles.PATIENCE);
    try {
      return Status.slots(Status.of(ensemble, leader), name);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static void assertEverySnapshotHasItsSlot(
      List<PluginEvent> events, Instant end, int slots) {
    Map<String, PluginEvent> granted = new HashMap<>();
    Map<String, PluginEvent> ended = new HashMap<>();
    Map<String, PluginEvent> durable = new HashMap<>();
    for (PluginEvent event : events) {
      if (event.is("slot granted")) {
        assertThat(granted.put(event.slot(), event)).as("slot ids do not repeat").isNull();
      }
    }
    for (PluginEvent event : events) {
      if (event.is("slot ended")) {
        assertThat(ended.put(event.slot(), event)).as("a slot ends once: %s", event).isNull();
      } else if (event.is("snapshot started") && event.isScheduled()) {
        PluginEvent grant = granted.get(event.slot());
        assertThat(grant).as("the grant of %s", event).isNotNull();
        assertThat(grant.sid()).as("%s", event).isEqualTo(event.server());
        // In one millisecond of two logs, either line may come first.
        assertThat(grant.at()).as("grant of %s", event).isBeforeOrEqualTo(event.at());
      } else if (event.is("snapshot ended") && event.isScheduled()) {
        assertThat(event.fields().get("durable")).as("%s", event).isEqualTo("true");
        assertThat(durable.put(event.slot(), event)).as("one snapshot a slot").isNull();
      }
    }
    assertThat((long) granted.size()).as("slots granted").isGreaterThanOrEqualTo(slots);
    granted.forEach(
        (slot, grant) -> {
          PluginEvent slotEnd = ended.get(slot);
          if (grant.at().isBefore(end.minusSeconds(10))) {
            assertThat(slotEnd).as("end of %s", grant).isNotNull();
          }
          if (slotEnd != null && slotEnd.fields().get("outcome").equals("done")) {
            assertThat(durable).as("snapshots on the disk; %s", slotEnd).containsKey(slot);
          }
          if (slotEnd != null && !slotEnd.fields().get("outcome").equals("done")) {
            assertThat(slotEnd.fields().get("outcome")).as("%s", slotEnd).isNotBlank();
            assertThat(durable).as("unused slots; %s", slotEnd).doesNotContainKey(slot);
          }
        });
  }

  private static void assertCountsAreStocks(SortedMap<Long, Long> counts, long txns) {
    double stock = txns / (0.75 * SNAP_COUNT);
    assertThat(stock).as("snapshots that each stock server would take").isGreaterThan(30);
    counts.forEach(
        (sid, count) ->
            assertThat((double) count)
                .as("snapshots of server %d; all: %s; stock's mean over %d txns", sid, counts, txns)
                .isCloseTo(stock, within(0.1 * stock)));
    double fewest = counts.values().stream().mapToLong(Long::longValue).min().orElseThrow();
    double most = counts.values().stream().mapToLong(Long::longValue).max().orElseThrow();
    assertThat(most).as("most against fewest: %s", counts).isLessThanOrEqualTo(1.1 * fewest);
  }
}
