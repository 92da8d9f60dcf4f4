package io.snapkeeper.benchmarks.ensemble;

import io.snapkeeper.ensemble.Clients;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.BackgroundCallback;
import org.apache.zookeeper.KeeperException;

/**
 * Keeps a fixed number of writes outstanding on an ensemble: each answer starts the next write.
 * What it measures is throughput at saturation; for latency a closed loop would be wrong.
 */
final class SaturatingLoad implements AutoCloseable {

  private final List<CuratorFramework> clients = new ArrayList<>();
  private final List<String> paths = new ArrayList<>();
  private final byte[] payload;
  private final int outstanding;

  /**
   * @param addresses "host:port" of every server; one client each
   * @param outstanding writes in flight per client
   */
  SaturatingLoad(List<String> addresses, int outstanding, int payloadBytes) throws Exception {
    this.payload = new byte[payloadBytes];
    this.outstanding = outstanding;
    for (int i = 0; i < addresses.size(); i++) {
      CuratorFramework client = Clients.connect(addresses, i);
      clients.add(client);
      Clients.awaitConnected(client, Duration.ofSeconds(30));
      String path = "/saturation-" + i;
      paths.add(path);
      if (client.checkExists().forPath(path) == null) {
        client.create().forPath(path, payload);
      }
    }
  }

  /**
   * What was acknowledged.
   *
   * @param perSecond while new writes were begun
   * @param writes all, with those that were under way at the end
   */
  record Written(double perSecond, long writes) {}

  /**
   * Writes for a while, and waits for all answers.
   *
   * @throws IllegalStateException if a write failed
   */
  Written run(Duration length) throws InterruptedException {
    LongAdder done = new LongAdder();
    AtomicLong inFlight = new AtomicLong();
    AtomicBoolean stop = new AtomicBoolean();
    AtomicLong failed = new AtomicLong();
    long start = System.nanoTime();
    for (int i = 0; i < clients.size(); i++) {
      for (int k = 0; k < outstanding; k++) {
        inFlight.incrementAndGet();
        next(clients.get(i), paths.get(i), done, inFlight, stop, failed);
      }
    }
    Thread.sleep(length.toMillis());
    long count = done.sum();
    double seconds = (System.nanoTime() - start) / 1e9;
    stop.set(true);
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (inFlight.get() > 0) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException(inFlight.get() + " writes had no answer within 30 s");
      }
      Thread.sleep(5);
    }
    if (failed.get() > 0) {
      throw new IllegalStateException(failed.get() + " writes failed");
    }
    return new Written(count / seconds, done.sum());
  }

  private void next(
      CuratorFramework client,
      String path,
      LongAdder done,
      AtomicLong inFlight,
      AtomicBoolean stop,
      AtomicLong failed) {
    BackgroundCallback outcome =
        (ignored, event) -> {
          if (event.getResultCode() == KeeperException.Code.OK.intValue()) {
            done.increment();
          } else {
            failed.incrementAndGet();
          }
          if (stop.get()) {
            inFlight.decrementAndGet();
          } else {
            next(client, path, done, inFlight, stop, failed);
          }
        };
    try {
      client.setData().inBackground(outcome).forPath(path, payload);
    } catch (Exception e) {
      failed.incrementAndGet();
      inFlight.decrementAndGet();
    }
  }

  @Override
  public void close() {
    clients.forEach(CuratorFramework::close);
  }
}
