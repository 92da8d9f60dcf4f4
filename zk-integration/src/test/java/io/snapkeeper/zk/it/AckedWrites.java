package io.snapkeeper.zk.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.ensemble.Clients;
import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.Waiting;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.retry.RetryUntilElapsed;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;

/**
 * Writers that remember what the ensemble acknowledged. They retry on connection loss; an operation
 * that still fails is a failure, and so is one that took longer than the fault explains.
 *
 * <p>Each writer has nodes of its own and writes one at a time, growing numbers: a retry never
 * overtakes a later write, so a node must hold the last acknowledged number or a later one.
 */
final class AckedWrites implements AutoCloseable {

  private static final String ROOT = "/acked";

  /** Nodes per writer; every {@value #NODES}th write of a writer creates one more node. */
  private static final int NODES = 20;

  /** Of each node, unless a test wants to fill a disk. */
  private static final int PAYLOAD_BYTES = 100;

  /**
   * The longest operation while one server leads, whatever happens to others: a client whose server
   * is killed connects to the next one at once, and the rest is for a busy machine.
   */
  private static final Duration LONGEST = Duration.ofSeconds(10);

  /**
   * The longest operation while a leader ends. ZooKeeper's own elections can leave an ensemble
   * without a leader for initLimit, which is 30 s here: one server leads and waits for followers
   * that have elected another one.
   */
  private static final Duration LONGEST_WITH_ELECTIONS = LONGEST.plusSeconds(30);

  private static final int RETRY_EVERY_MILLIS = 200;

  /** Between the numbers of two loads: those of a later one on the same nodes are larger. */
  private static final long NUMBERS_OF_A_LOAD = 1_000_000L * NODES;

  private static final AtomicLong NEXT_FIRST_NUMBER = new AtomicLong();

  private final CuratorFramework client;
  private final List<Thread> writers = new ArrayList<>();
  private final Map<String, Long> acknowledged = new ConcurrentHashMap<>();
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private final AtomicLong count = new AtomicLong();
  private final AtomicLong slowestNanos = new AtomicLong();
  private final AtomicLong nextWrite = new AtomicLong();
  private final long startNanos = System.nanoTime();
  private final long firstNumber = NEXT_FIRST_NUMBER.addAndGet(NUMBERS_OF_A_LOAD);
  private final long nanosPerWrite;
  private final String payloadFormat;
  private volatile boolean stopping;

  /**
   * Starts writing.
   *
   * @param writesPerSecond offered in all; writes that fall behind are made up for
   * @param writerCount writers at a time
   */
  AckedWrites(Ensemble ensemble, int writesPerSecond, int writerCount) throws Exception {
    this(ensemble, writesPerSecond, writerCount, PAYLOAD_BYTES);
  }

  /** The same with nodes of so many bytes. */
  AckedWrites(Ensemble ensemble, int writesPerSecond, int writerCount, int payloadBytes)
      throws Exception {
    payloadFormat = "%-" + payloadBytes + "d";
    nanosPerWrite = TimeUnit.SECONDS.toNanos(1) / writesPerSecond;
    client =
        Clients.connect(
            ensemble.addresses(),
            0,
            new RetryUntilElapsed(
                Math.toIntExact(LONGEST_WITH_ELECTIONS.toMillis()), RETRY_EVERY_MILLIS));
    Clients.awaitConnected(client, TestEnsembles.PATIENCE);
    if (client.checkExists().forPath(ROOT) == null) {
      client.create().forPath(ROOT, new byte[0]);
    }
    for (int writer = 0; writer < writerCount; writer++) {
      int number = writer;
      Thread thread = new Thread(() -> write(number), "writer-" + number);
      thread.setDaemon(true);
      writers.add(thread);
      thread.start();
    }
  }

  /** A client of the whole ensemble, for what a test wants to write besides. */
  CuratorFramework client() {
    return client;
  }

  /** Writes acknowledged so far. */
  long acknowledged() {
    return count.get();
  }

  /** Ends writing and asserts that no operation failed or had to wait for a leader. */
  void stopWithoutFailure() throws InterruptedException {
    stopWithin(LONGEST);
  }

  /** The same of a test that ends or freezes a leader. */
  void stopWithoutFailureButElections() throws InterruptedException {
    stopWithin(LONGEST_WITH_ELECTIONS);
  }

  private void stopWithin(Duration longest) throws InterruptedException {
    stop();
    Duration slowest = Duration.ofNanos(slowestNanos.get());
    System.out.printf("%,d writes, the slowest took %d ms%n", count.get(), slowest.toMillis());
    assertThat(failures).as("failed operations").isEmpty();
    assertThat(slowest).as("the slowest operation").isLessThanOrEqualTo(longest);
  }

  /** What each node was acknowledged to hold, at least, at this moment. */
  Map<String, Long> acknowledgedNow() {
    return Map.copyOf(acknowledged);
  }

  /** Asserts that a server has everything that was acknowledged; writing must have ended. */
  void assertAllThere(int clientPort) throws Exception {
    assertThere(acknowledged, clientPort);
  }

  /** Asserts that a server has what was acknowledged at some moment. */
  static void assertThere(Map<String, Long> acknowledged, int clientPort) throws Exception {
    try (ZooKeeper reader = Trees.connect(clientPort)) {
      // A sync through the server, so that it answers with no older state than was acknowledged.
      java.util.concurrent.CountDownLatch synced = new java.util.concurrent.CountDownLatch(1);
      reader.sync("/", (rc, path, context) -> synced.countDown(), null);
      assertThat(synced.await(30, TimeUnit.SECONDS)).isTrue();
      List<String> lost = new ArrayList<>();
      for (Map.Entry<String, Long> write : acknowledged.entrySet()) {
        try {
          String data =
              new String(reader.getData(write.getKey(), false, null), StandardCharsets.US_ASCII);
          long value = Long.parseLong(data.strip());
          if (value < write.getValue()) {
            lost.add(write + " is " + value);
          }
        } catch (KeeperException.NoNodeException e) {
          lost.add(write + " is not there");
        }
      }
      assertThat(lost).as("acknowledged, but lost on port %s", clientPort).isEmpty();
    }
  }

  @Override
  public void close() throws InterruptedException {
    stop();
    client.close();
  }

  private void stop() throws InterruptedException {
    stopping = true;
    for (Thread writer : writers) {
      writer.join(TestEnsembles.PATIENCE.toMillis());
      assertThat(writer.isAlive()).as("%s is still writing", writer.getName()).isFalse();
    }
  }

  private void write(int writer) {
    for (long number = firstNumber; !stopping; number++) {
      waitForTurn();
      boolean newNode = number % NODES == 0;
      String path = ROOT + "/w" + writer + "-" + (newNode ? number : "slot" + number % NODES);
      byte[] data = String.format(payloadFormat, number).getBytes(StandardCharsets.US_ASCII);
      long begunNanos = System.nanoTime();
      try {
        client.create().orSetData().forPath(path, data);
        slowestNanos.accumulateAndGet(System.nanoTime() - begunNanos, Math::max);
        acknowledged.put(path, number);
        count.incrementAndGet();
      } catch (Exception e) {
        if (!stopping) {
          failures.add(path + "=" + number + ": " + e);
        }
        if (e instanceof InterruptedException) {
          Thread.currentThread().interrupt();
          return;
        }
      }
    }
  }

  /** Waits until so many more writes are acknowledged. */
  void awaitMore(long writes) {
    long goal = count.get() + writes;
    Waiting.until(
        writes + " more writes",
        TestEnsembles.PATIENCE,
        () -> count.get() >= goal,
        () -> (goal - count.get()) + " are missing; failures: " + failures);
  }

  private void waitForTurn() {
    long at = startNanos + nextWrite.getAndIncrement() * nanosPerWrite;
    long ahead = at - System.nanoTime();
    if (ahead > 0) {
      java.util.concurrent.locks.LockSupport.parkNanos(ahead);
    }
  }
}
