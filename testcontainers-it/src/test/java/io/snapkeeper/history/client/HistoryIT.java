package io.snapkeeper.history.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.EnsembleSpec;
import io.snapkeeper.ensemble.ScratchDirectory;
import io.snapkeeper.ensemble.ServerLibraries;
import io.snapkeeper.ensemble.Waiting;
import io.snapkeeper.history.History;
import io.snapkeeper.history.HistoryRecorder;
import io.snapkeeper.history.check.HistoryCheck;
import io.snapkeeper.history.check.InjectedFaults;
import io.snapkeeper.history.check.Verdict;
import io.snapkeeper.testset.TestSet;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * The clients and the check on three real servers, without containers: what they say of an ensemble
 * that keeps its promises, and that they would notice one that does not.
 */
class HistoryIT {

  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final int SERVERS = 3;
  private static final List<String> KEYS = List.of("/register/a", "/register/b", "/register/c");

  private final long seed = Long.getLong("snapkeeper.seed", System.nanoTime());
  private final HistoryRecorder recorder = new HistoryRecorder();

  @Test
  void threeServersKeepTheirPromisesThroughKillsAndFreezes() throws Exception {
    TestSet.assume(false, "histories of clients of servers outside containers");
    System.out.println("-Dsnapkeeper.seed=" + seed);
    EnsembleSpec.Builder spec =
        EnsembleSpec.builder()
            .directory(ScratchDirectory.get())
            .voters(SERVERS)
            .heapMegabytes(96)
            .shortLived()
            .agent(ServerLibraries.fromSystemProperty().agentJar())
            .config("snapkeeper.writer", "in-process")
            .config("snapCount", "1000")
            .config("preAllocSize", "64");
    try (Ensemble ensemble = new Ensemble(spec.build())) {
      ensemble.start(PATIENCE);
      List<String> addresses = ensemble.addresses();
      StartingZnodes.make(addresses, KEYS, recorder);
      WriteLedger ledger;
      List<RunningClient> clients = new ArrayList<>();
      try (UniqueWrites writes = UniqueWrites.start(plan(addresses))) {
        startClients(addresses, clients);
        writes.awaitAcknowledged(500, PATIENCE);
        awaitOperations(clients);
        breakThings(ensemble, writes);
        ledger = writes.stop();
      } finally {
        RunningClient.closeAll(clients);
      }
      lookAtEachServer(ensemble, ledger);
      ensemble.killAll();
      lookAtEachDirectory(ensemble, ledger);
      System.out.printf(
          "%,d unique writes acknowledged, %,d unknown%n", ledger.acknowledged(), ledger.unknown());
    }
    History history = recorder.history();
    long unknown = history.operations().stream().filter(each -> !each.isKnown()).count();
    System.out.printf(
        "%,d operations, %d of unknown outcome: %s%n",
        history.operations().size(), unknown, HistoryCheck.check(history));
    HistoryCheck.assertLinearizable(history, Path.of("target", "histories", "HistoryIT.history"));
    assertThat(history.operations()).hasSizeGreaterThan(200);

    InjectedFaults.in(history)
        .forEach(
            (fault, broken) ->
                assertThat(HistoryCheck.check(broken))
                    .as(fault)
                    .isInstanceOf(Verdict.NotLinearizable.class));
  }

  private static UniqueWrites.Plan plan(List<String> addresses) {
    return new UniqueWrites.Plan(addresses, "/unique", 3, 16, 100_000, 1_000, PATIENCE);
  }

  private void startClients(List<String> addresses, List<RunningClient> clients) {
    ClientLimits limits = new ClientLimits(5_000, PATIENCE, Duration.ofMillis(10));
    for (int i = 0; i < 3; i++) {
      clients.add(RegisterClient.start(addresses, KEYS, recorder, limits, seed + i));
    }
    clients.add(MultiClient.start(addresses, KEYS.get(0), KEYS.get(1), recorder, limits, seed + 3));
  }

  /** So many that some of each kind are seen before the first fault. */
  private static void awaitOperations(List<RunningClient> clients) {
    Waiting.until(
        "50 operations of each client",
        PATIENCE,
        () -> clients.stream().allMatch(client -> client.operations() >= 50),
        () -> clients.stream().map(RunningClient::operations).toList().toString());
  }

  private static void breakThings(Ensemble ensemble, UniqueWrites writes) throws Exception {
    long leader = ensemble.awaitLeader(PATIENCE);
    ensemble.kill(leader);
    long next = ensemble.awaitLeader(PATIENCE);
    writes.awaitAcknowledged(writes.acknowledged() + 200, PATIENCE);
    ensemble.start(leader, PATIENCE);
    ensemble.freeze(next);
    TimeUnit.SECONDS.sleep(1);
    ensemble.thaw(next);
    writes.awaitAcknowledged(writes.acknowledged() + 200, PATIENCE);
  }

  private void lookAtEachServer(Ensemble ensemble, WriteLedger ledger) throws Exception {
    for (String address : ensemble.addresses()) {
      try (LiveTree tree = LiveTree.connect(address, PATIENCE)) {
        ledger.assertAllOn(tree);
        FinalReads.record(tree, KEYS, recorder);
      }
    }
  }

  private void lookAtEachDirectory(Ensemble ensemble, WriteLedger ledger) throws Exception {
    for (long sid : ensemble.sids()) {
      RestoredTree tree = RestoredTree.of(ensemble.dataDirectory(sid));
      ledger.assertAllOn(tree);
      FinalReads.record(tree, KEYS, recorder);
    }
  }
}
