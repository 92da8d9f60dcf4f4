package io.snapkeeper.faults;

import io.snapkeeper.history.Znode;
import io.snapkeeper.history.client.TreeView;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The znodes that a majority of servers has, of which each quorum has at least one. */
final class QuorumTree implements TreeView {

  private final List<? extends TreeView> trees;
  private final int quorum;

  /**
   * @param trees one for each voter
   */
  QuorumTree(List<? extends TreeView> trees) {
    this.trees = List.copyOf(trees);
    quorum = trees.size() / 2 + 1;
  }

  @Override
  public String name() {
    return "a quorum's files";
  }

  @Override
  public List<String> children(String path) throws Exception {
    Map<String, Integer> holders = new HashMap<>();
    for (TreeView tree : trees) {
      tree.children(path).forEach(child -> holders.merge(child, 1, Integer::sum));
    }
    return holders.entrySet().stream()
        .filter(each -> each.getValue() >= quorum)
        .map(Map.Entry::getKey)
        .toList();
  }

  @Override
  public Znode znode(String path) throws Exception {
    Map<Znode, Integer> holders = new HashMap<>();
    for (TreeView tree : trees) {
      holders.merge(tree.znode(path), 1, Integer::sum);
    }
    return holders.entrySet().stream()
        .filter(each -> each.getValue() >= quorum)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(Znode.ABSENT);
  }
}
