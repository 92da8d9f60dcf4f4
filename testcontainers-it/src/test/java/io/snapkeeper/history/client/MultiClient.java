package io.snapkeeper.history.client;

import io.snapkeeper.history.Action;
import io.snapkeeper.history.HistoryRecorder;
import io.snapkeeper.history.Znode;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.apache.zookeeper.ZooKeeper;

/**
 * Writes two znodes at once, with and without conditions, and reads them at one moment. Each value
 * that it writes is unique, and the same in both.
 */
public final class MultiClient implements RunningClient.Work {

  private static final int READS_PERCENT = 40;
  private static final int WRITES_PERCENT = 20;
  private static final int CONDITIONAL_PERCENT = 20;

  private final String one;
  private final String other;
  private final Requests requests;
  private int versionOfOne;
  private int versionOfOther;
  private int written;

  private MultiClient(String one, String other, HistoryRecorder recorder) {
    this.one = one;
    this.other = other;
    requests = new Requests(recorder);
  }

  /**
   * Starts a client.
   *
   * @param addresses "host:port" of each server that it may use
   * @param one a znode that {@link StartingZnodes} has made
   * @param other another one
   */
  public static RunningClient start(
      List<String> addresses,
      String one,
      String other,
      HistoryRecorder recorder,
      ClientLimits limits,
      long seed) {
    MultiClient client = new MultiClient(one, other, recorder);
    return RunningClient.start(
        "multi-" + client.requests.client(), client, addresses, limits, seed);
  }

  @Override
  public boolean once(ZooKeeper zooKeeper, SplittableRandom random) throws InterruptedException {
    int dice = random.nextInt(100);
    if (dice < READS_PERCENT) {
      read(zooKeeper);
    } else if (dice < READS_PERCENT + WRITES_PERCENT) {
      write(zooKeeper, Action.ANY_VERSION, Action.ANY_VERSION);
    } else if (dice < READS_PERCENT + WRITES_PERCENT + CONDITIONAL_PERCENT) {
      write(zooKeeper, versionOfOne, versionOfOther);
    } else {
      // Often refused because of the second znode: nothing of the first may then be there.
      write(zooKeeper, Action.ANY_VERSION, versionOfOther);
    }
    return true;
  }

  private void read(ZooKeeper zooKeeper) throws InterruptedException {
    Optional<List<Znode>> found = requests.readTogether(zooKeeper, List.of(one, other));
    if (found.isPresent()) {
      versionOfOne = found.get().get(0).version();
      versionOfOther = found.get().get(1).version();
    }
  }

  private void write(ZooKeeper zooKeeper, int expectedOfOne, int expectedOfOther)
      throws InterruptedException {
    String value = requests.client() + "." + ++written;
    Optional<List<Action>> seen =
        requests.submit(
            zooKeeper,
            List.of(
                new Action.Write(one, value, expectedOfOne),
                new Action.Write(other, value, expectedOfOther)));
    if (seen.isPresent()) {
      versionOfOne = ((Action.Write) seen.get().get(0)).version();
      versionOfOther = ((Action.Write) seen.get().get(1)).version();
    }
  }
}
