package io.snapkeeper.history.client;

import io.snapkeeper.history.Action;
import io.snapkeeper.history.HistoryRecorder;
import io.snapkeeper.history.Znode;
import java.util.List;

/**
 * Reads the znodes of a history on each server after all clients have ended: a write that was lost
 * is missed even if nobody else has looked for it.
 */
public final class FinalReads {

  private FinalReads() {}

  /**
   * Adds a server's znodes to a history, as reads that were invoked now.
   *
   * <p>A request of unknown outcome may still be on its way for as long as its session lives, which
   * ends when its client is closed, or 4 s after its last sign of life. A directory is a fair
   * answer only if its server has stopped after that.
   *
   * @param keys of the history
   */
  public static void record(TreeView tree, List<String> keys, HistoryRecorder recorder)
      throws Exception {
    int client = recorder.newClient();
    for (String key : keys) {
      var pending = recorder.invoke(client, List.of(new Action.Read(key, Znode.ABSENT)));
      try {
        pending.done(List.of(new Action.Read(key, tree.znode(key))));
      } catch (Exception e) {
        pending.unknown();
        throw e;
      }
    }
  }
}
