package io.snapkeeper.faults;

import io.snapkeeper.history.HistoryFile;
import io.snapkeeper.history.HistoryRecorder;
import io.snapkeeper.history.check.HistoryCheck;
import io.snapkeeper.history.client.ClientLimits;
import io.snapkeeper.history.client.FinalReads;
import io.snapkeeper.history.client.LiveTree;
import io.snapkeeper.history.client.MultiClient;
import io.snapkeeper.history.client.RegisterClient;
import io.snapkeeper.history.client.RunningClient;
import io.snapkeeper.history.client.StartingZnodes;
import io.snapkeeper.history.client.TreeView;
import io.snapkeeper.history.client.UniqueWrites;
import io.snapkeeper.history.client.WriteLedger;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What clients do to a cluster during one scenario: many writes that must all be there at the end,
 * and few clients on the same znodes whose histories must be linearizable. Not thread-safe.
 */
final class Traffic implements AutoCloseable {

  /** No scenario lasts longer. */
  private static final Duration TIME = Duration.ofMinutes(10);

  /** So many that snapshots meet each fault, and so few that two clusters share two CPUs. */
  static final Load LIGHT = new Load(150, 40_000, 4);

  private static final int WRITES_IN_FLIGHT = 8;

  /** Beyond that a scenario deletes what it has written: later snapshots would take longer. */
  private static final long KEPT_MAX = 5_000;

  private static final int REGISTER_CLIENTS = 4;
  private static final int MULTI_CLIENTS = 2;
  private static final ClientLimits CLIENT = new ClientLimits(100_000, TIME, Duration.ofMillis(40));

  /**
   * How many znodes are written.
   *
   * @param perSecond by all clients together
   * @param writes in all, at most
   * @param clients that write them; one whose server is gone writes nothing for two or three
   *     seconds
   */
  record Load(int perSecond, int writes, int clients) {}

  private static final AtomicLong NEXT = new AtomicLong(1);

  private final Cluster cluster;
  private final Load load;
  private final long number = NEXT.getAndIncrement();
  private final HistoryRecorder registers = new HistoryRecorder();
  private final HistoryRecorder multis = new HistoryRecorder();
  private final List<String> registerKeys =
      List.of("/register-%d-a".formatted(number), "/register-%d-b".formatted(number));
  private final List<String> multiKeys =
      List.of("/multi-%d-a".formatted(number), "/multi-%d-b".formatted(number));
  private final List<RunningClient> clients = new ArrayList<>();
  private final List<WriteLedger> ledgers = new ArrayList<>();
  private Optional<UniqueWrites> writes = Optional.empty();

  private Traffic(Cluster cluster, Load load) {
    this.cluster = cluster;
    this.load = load;
  }

  /** Starts clients that use all servers. */
  static Traffic start(Cluster cluster, Load load) throws Exception {
    Traffic traffic = new Traffic(cluster, load);
    try {
      traffic.startClients();
      return traffic;
    } catch (Exception e) {
      traffic.stopQuietly();
      throw e;
    }
  }

  private void startClients() throws Exception {
    List<String> addresses = cluster.addresses();
    StartingZnodes.make(addresses, registerKeys, registers);
    StartingZnodes.make(addresses, multiKeys, multis);
    startWrites();
    for (int i = 0; i < REGISTER_CLIENTS; i++) {
      clients.add(RegisterClient.start(addresses, registerKeys, registers, CLIENT, seed(i)));
    }
    for (int i = 0; i < MULTI_CLIENTS; i++) {
      clients.add(
          MultiClient.start(
              addresses, multiKeys.get(0), multiKeys.get(1), multis, CLIENT, seed(100 + i)));
    }
  }

  private long seed(int client) {
    return number * 1_000 + client;
  }

  private void startWrites() throws Exception {
    String root = "/writes-%d-%d".formatted(number, ledgers.size());
    writes =
        Optional.of(
            UniqueWrites.start(
                new UniqueWrites.Plan(
                    cluster.addresses(),
                    root,
                    load.clients(),
                    WRITES_IN_FLIGHT,
                    load.writes(),
                    load.perSecond(),
                    TIME)));
  }

  private void stopWrites() throws InterruptedException {
    if (writes.isPresent()) {
      ledgers.add(writes.get().stop());
      writes = Optional.empty();
    }
  }

  /** Writes acknowledged so far. */
  long acknowledged() {
    return ledgers.stream().mapToLong(WriteLedger::acknowledged).sum()
        + writes.map(UniqueWrites::acknowledged).orElse(0L);
  }

  /** Waits until so many more writes are acknowledged. */
  void awaitMore(long more) throws Exception {
    if (writes.isEmpty()) {
      startWrites();
    }
    UniqueWrites now = writes.orElseThrow();
    now.awaitAcknowledged(now.acknowledged() + more, Cluster.PATIENCE);
  }

  /** Ends all clients. */
  void stop() throws Exception {
    // Each waits for what it has in flight.
    List<AutoCloseable> parts = new ArrayList<>(clients);
    parts.add(this::stopWrites);
    Together.forEach(parts, Traffic::close);
  }

  private static void close(AutoCloseable part) {
    try {
      part.close();
    } catch (Exception e) {
      throw new IllegalStateException("a client did not end as it must: " + e.getMessage(), e);
    }
  }

  /** The same after a failure, of which this must not take the place. */
  void stopQuietly() {
    try {
      stop();
    } catch (Exception e) {
      System.out.println("[faults] a client did not end: " + e);
    }
  }

  /** Asserts that every acknowledged write is on every server and in each server's own files. */
  void assertNothingLost() {
    Together.forEach(
        cluster.nodes(),
        node -> {
          try {
            assertNothingLostOn(node);
          } catch (Exception e) {
            throw new IllegalStateException("cannot look at " + node + ": " + e.getMessage(), e);
          }
        });
  }

  private void assertNothingLostOn(Node node) throws Exception {
    try (LiveTree tree = LiveTree.connect(node.clientAddress(), Cluster.PATIENCE)) {
      assertAllOn(tree);
      FinalReads.record(tree, registerKeys, registers);
      FinalReads.record(tree, multiKeys, multis);
    }
    assertAllOn(OwnFiles.restore(node));
  }

  private void assertAllOn(TreeView tree) throws Exception {
    for (WriteLedger ledger : ledgers) {
      ledger.assertAllOn(tree);
    }
  }

  /**
   * Asserts that each write acknowledged until now is in the own files of a quorum, while no server
   * runs that could heal another one. The next wait for writes begins new ones.
   */
  void assertInOwnFilesOfAQuorum() throws Exception {
    stopWrites();
    List<TreeView> trees = new ArrayList<>();
    for (Node node : cluster.voters()) {
      trees.add(OwnFiles.restore(node));
    }
    assertAllOn(new QuorumTree(trees));
  }

  /** Deletes what was written, if it is much. */
  void tidyUp() throws Exception {
    if (acknowledged() > KEPT_MAX) {
      for (WriteLedger ledger : ledgers) {
        ledger.delete(cluster.addresses());
      }
    }
  }

  void assertLinearizable(Path directory) throws IOException {
    HistoryCheck.assertLinearizable(registers.history(), directory.resolve("register.history"));
    HistoryCheck.assertLinearizable(multis.history(), directory.resolve("multi.history"));
  }

  void writeHistories(Path directory) throws IOException {
    HistoryFile.write(registers.history(), directory.resolve("register.history"));
    HistoryFile.write(multis.history(), directory.resolve("multi.history"));
  }

  @Override
  public void close() {
    stopQuietly();
  }
}
