package io.snapkeeper.history.client;

import io.snapkeeper.history.Action;
import io.snapkeeper.history.HistoryRecorder;
import io.snapkeeper.history.Znode;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.zookeeper.ZooKeeper;

/**
 * Writes two znodes at once, with and without conditions, and reads them at one moment. Each value
 * that it writes is unique, and the same in both.
 *
 * <p>The two are read at one moment by reading each and then committing a multi that checks that
 * both still have the versions read.
 */
public final class MultiClient implements RunningClient.Work {

  private static final int READS_PERCENT = 40;
  private static final int WRITES_PERCENT = 20;

  /** Fails more often than not, by its second condition. */
  private static final int HALF_CONDITIONAL_PERCENT = 15;

  private final String one;
  private final String other;
  private final Requests requests;
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
  public void once(ZooKeeper zooKeeper, SplittableRandom random) throws InterruptedException {
    // STUB: follows
  }
}
