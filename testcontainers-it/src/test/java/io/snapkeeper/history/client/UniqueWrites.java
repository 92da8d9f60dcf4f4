package io.snapkeeper.history.client;

import io.snapkeeper.ensemble.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Many small writes, each of which is a znode of its own: the name says which write it is, and the
 * server appends a number that it gives out once only. So a list of names tells of each
 * acknowledged write whether it is there, there twice, or lost.
 */
public final class UniqueWrites implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /**
   * What to write.
   *
   * @param addresses "host:port" of each server that clients may use
   * @param root the znode below which everything is written; nobody else writes there
   * @param clients sessions at the same time, 1..64
   * @param inFlight writes of a client in flight at most, 1..1,000
   * @param writes that are begun in all at most, 1..10,000,000
   * @param perSecond writes begun in a second at most, by all clients together, 1..1,000,000
   * @param time for which any is begun
   */
  public record Plan(
      List<String> addresses,
      String root,
      int clients,
      int inFlight,
      int writes,
      int perSecond,
      Duration time) {

    public Plan {
      addresses = List.copyOf(addresses);
      requireIn("clients", clients, 64);
      requireIn("inFlight", inFlight, 1_000);
      requireIn("writes", writes, 10_000_000);
      requireIn("perSecond", perSecond, 1_000_000);
    }

    private static void requireIn(String name, int value, int max) {
      if (value < 1 || value > max) {
        throw new IllegalArgumentException("%s is %d; allowed: 1..%d".formatted(name, value, max));
      }
    }

    private int writesOfAClient() {
      return Math.max(1, writes / clients);
    }

    private ClientLimits limits() {
      Duration pause = Duration.ofNanos(TimeUnit.SECONDS.toNanos(1) * clients / perSecond);
      return new ClientLimits(writesOfAClient(), time, pause);
    }
  }

  private final WriteLedger ledger;
  private final List<UniqueWriter> writers = new ArrayList<>();
  private final List<RunningClient> running = new ArrayList<>();

  private UniqueWrites(Plan plan) {
    List<ClientLedger> ledgers = new ArrayList<>();
    for (int client = 0; client < plan.clients(); client++) {
      ClientLedger each = new ClientLedger(client, plan.writesOfAClient());
      ledgers.add(each);
      writers.add(new UniqueWriter(plan.root(), each, plan.inFlight()));
    }
    ledger = new WriteLedger(plan.root(), ledgers);
  }

  /** Makes the parents and starts writing. */
  public static UniqueWrites start(Plan plan) throws Exception {
    makeParents(plan);
    UniqueWrites writes = new UniqueWrites(plan);
    for (int client = 0; client < plan.clients(); client++) {
      writes.running.add(
          RunningClient.start(
              "unique-" + client,
              writes.writers.get(client),
              plan.addresses(),
              plan.limits(),
              client));
    }
    return writes;
  }

  private static void makeParents(Plan plan) throws Exception {
    try (ClientSession session = new ClientSession(plan.addresses())) {
      for (int client = 0; client < plan.clients(); client++) {
        for (int bucket = 0; bucket < UniqueNames.buckets(plan.writesOfAClient()); bucket++) {
          String path = UniqueNames.bucket(plan.root(), client, bucket);
          Patience.ask(
              session,
              "making " + path,
              PATIENCE,
              zooKeeper -> {
                StartingZnodes.makeWithParents(zooKeeper, path);
                return true;
              });
        }
      }
    }
  }

  /** Writes acknowledged so far. */
  public long acknowledged() {
    return ledger.acknowledged();
  }

  /** Waits until so many writes are acknowledged in all. */
  public void awaitAcknowledged(long writes, Duration patience) {
    Waiting.until(
        "%,d acknowledged writes".formatted(writes),
        patience,
        () -> acknowledged() >= writes,
        () -> "%,d, and %,d without an answer".formatted(acknowledged(), ledger.unknown()));
  }

  /** Waits until all writes are begun, or the time for them is over. */
  public void awaitEnd(Duration patience) {
    Waiting.until(
        "the end of the writes",
        patience,
        () -> running.stream().noneMatch(RunningClient::isRunning),
        () -> "%,d acknowledged".formatted(acknowledged()));
  }

  /**
   * Ends writing, waits for what is in flight, and says what was acknowledged. Idempotent.
   *
   * @throws IllegalStateException if a write was refused, or a client has failed by itself
   */
  public WriteLedger stop() throws InterruptedException {
    RunningClient.closeAll(running);
    for (UniqueWriter each : writers) {
      if (each.refusal().isPresent()) {
        throw new IllegalStateException("a write was refused, " + each.refusal().get());
      }
    }
    return ledger;
  }

  @Override
  public void close() throws InterruptedException {
    RunningClient.closeAll(running);
  }
}
