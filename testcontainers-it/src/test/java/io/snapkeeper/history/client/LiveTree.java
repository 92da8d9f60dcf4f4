package io.snapkeeper.history.client;

import io.snapkeeper.history.Znode;
import java.time.Duration;
import java.util.List;
import org.apache.zookeeper.KeeperException;

/**
 * What one running server has in its memory. Each answer is at least as new as everything that was
 * committed before the question: something is committed through this server first, and it tells us
 * so once it has got that far itself.
 */
public final class LiveTree implements TreeView, AutoCloseable {

  private final String address;
  private final Duration patience;
  private final ClientSession session;

  private LiveTree(String address, Duration patience) {
    this.address = address;
    this.patience = patience;
    session = new ClientSession(List.of(address));
  }

  /**
   * Connects to one server and has it catch up.
   *
   * @param address "host:port"
   * @param patience for the connection, and for each answer later
   * @throws IllegalStateException if it does not serve in time
   */
  public static LiveTree connect(String address, Duration patience) throws Exception {
    LiveTree tree = new LiveTree(address, patience);
    try {
      tree.children("/");
    } catch (Exception e) {
      tree.close();
      throw e;
    }
    return tree;
  }

  @Override
  public String name() {
    return "the server at " + address;
  }

  @Override
  public List<String> children(String path) throws Exception {
    return ask(
        path,
        zooKeeper -> {
          Requests.commitNothing(zooKeeper, path);
          try {
            return zooKeeper.getChildren(path, false);
          } catch (KeeperException.NoNodeException e) {
            return List.of();
          }
        });
  }

  @Override
  public Znode znode(String path) throws Exception {
    return ask(
        path,
        zooKeeper -> {
          Requests.commitNothing(zooKeeper, path);
          return Requests.look(zooKeeper, path);
        });
  }

  private <T> T ask(String path, Patience.Question<T> question) throws Exception {
    return Patience.ask(session, "asking " + name() + " for " + path, patience, question);
  }

  @Override
  public void close() throws InterruptedException {
    session.close();
  }
}
