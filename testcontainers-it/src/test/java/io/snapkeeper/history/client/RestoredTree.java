package io.snapkeeper.history.client;

import io.snapkeeper.history.Znode;
import java.nio.file.Path;
import java.util.List;

/** What a server that does not run has in its own directory. */
public final class RestoredTree implements TreeView {

  private RestoredTree() {}

  /**
   * Restores what is in a directory, as the next start of its server would: a torn tail of a log
   * that the plugin has written is repaired in place.
   *
   * @param dataDirectory the {@code dataDir} of zoo.cfg; no process writes there
   * @throws Exception if the next start would be refused, too
   */
  public static RestoredTree of(Path dataDirectory) throws Exception {
    throw new UnsupportedOperationException("follows");
  }

  @Override
  public String name() {
    throw new UnsupportedOperationException("follows");
  }

  @Override
  public List<String> children(String path) {
    throw new UnsupportedOperationException("follows");
  }

  @Override
  public Znode znode(String path) {
    throw new UnsupportedOperationException("follows");
  }
}
