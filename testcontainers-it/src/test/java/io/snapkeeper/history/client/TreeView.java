package io.snapkeeper.history.client;

import io.snapkeeper.history.Znode;
import java.util.List;

/** The znodes that one server has: in its memory, or in its directory after its death. */
public interface TreeView {

  /** Which server, for people. */
  String name();

  /**
   * Names of the children of a znode; none if there is no such znode.
   *
   * @throws Exception if the server does not answer
   */
  List<String> children(String path) throws Exception;

  /**
   * A znode.
   *
   * @throws Exception if the server does not answer
   */
  Znode znode(String path) throws Exception;
}
