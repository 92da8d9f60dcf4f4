package io.snapkeeper.history.client;

import io.snapkeeper.history.HistoryRecorder;
import java.util.List;

/** Makes the znodes of a history, before any client starts. */
public final class StartingZnodes {

  private StartingZnodes() {}

  /**
   * Makes znodes, with their parents, and records what they hold.
   *
   * @param addresses "host:port" of each server
   * @param keys paths; a znode that is there already is taken as it is
   * @throws IllegalStateException if the servers do not do it in time
   */
  public static void make(List<String> addresses, List<String> keys, HistoryRecorder recorder)
      throws Exception {
    throw new UnsupportedOperationException("follows");
  }
}
