package io.snapkeeper.history.client;

import io.snapkeeper.history.HistoryRecorder;
import java.util.List;

/** Reads the znodes of a history on each server after all clients have ended. */
public final class FinalReads {

  private FinalReads() {}

  /**
   * Adds a server's znodes to a history, as reads that were invoked now: no client writes any more.
   *
   * @param keys of the history
   */
  public static void record(TreeView tree, List<String> keys, HistoryRecorder recorder)
      throws Exception {
    throw new UnsupportedOperationException("follows");
  }
}
