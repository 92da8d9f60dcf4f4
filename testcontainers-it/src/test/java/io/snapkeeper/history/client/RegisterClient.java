package io.snapkeeper.history.client;

import io.snapkeeper.history.Action;
import io.snapkeeper.history.HistoryRecorder;
import io.snapkeeper.history.Znode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.zookeeper.ZooKeeper;

/**
 * Reads, writes, and writes on condition of the version that it has seen last, on znodes that
 * others use at the same time. Each value that it writes is unique.
 */
public final class RegisterClient implements RunningClient.Work {

  private static final int READS_PERCENT = 40;
  private static final int WRITES_PERCENT = 30;

  private final List<String> keys;
  private final Requests requests;
  private final Map<String, Integer> lastVersion = new HashMap<>();
  private int written;

  private RegisterClient(List<String> keys, HistoryRecorder recorder) {
    this.keys = List.copyOf(keys);
    requests = new Requests(recorder);
  }

  /**
   * Starts a client.
   *
   * @param addresses "host:port" of each server that it may use
   * @param keys znodes that {@link StartingZnodes} has made
   */
  public static RunningClient start(
      List<String> addresses,
      List<String> keys,
      HistoryRecorder recorder,
      ClientLimits limits,
      long seed) {
    RegisterClient client = new RegisterClient(keys, recorder);
    return RunningClient.start(
        "register-" + client.requests.client(), client, addresses, limits, seed);
  }

  @Override
  public boolean once(ZooKeeper zooKeeper, SplittableRandom random) throws InterruptedException {
    String key = keys.get(random.nextInt(keys.size()));
    int dice = random.nextInt(100);
    if (dice < READS_PERCENT) {
      requests.read(zooKeeper, key).map(Znode::version).ifPresent(v -> lastVersion.put(key, v));
    } else if (dice < READS_PERCENT + WRITES_PERCENT) {
      write(zooKeeper, key, Action.ANY_VERSION);
    } else {
      write(zooKeeper, key, lastVersion.getOrDefault(key, 0));
    }
    return true;
  }

  private void write(ZooKeeper zooKeeper, String key, int expectedVersion)
      throws InterruptedException {
    String value = requests.client() + "." + ++written;
    requests
        .submit(zooKeeper, List.of(new Action.Write(key, value, expectedVersion)))
        .map(seen -> ((Action.Write) seen.get(0)).version())
        .ifPresent(version -> lastVersion.put(key, version));
  }
}
