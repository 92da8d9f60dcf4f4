package io.snapkeeper.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.history.Znode;
import io.snapkeeper.history.client.TreeView;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QuorumTreeTest {

  private record Fixed(Map<String, Znode> znodes) implements TreeView {
    @Override
    public String name() {
      return "fixed";
    }

    @Override
    public List<String> children(String path) {
      return znodes.keySet().stream().toList();
    }

    @Override
    public Znode znode(String path) {
      return znodes.getOrDefault(path, Znode.ABSENT);
    }
  }

  private static final Znode OLD = new Znode("old", 0);
  private static final Znode NEW = new Znode("new", 1);

  private final QuorumTree tree =
      new QuorumTree(
          List.of(
              new Fixed(Map.of("a", NEW, "b", NEW)),
              new Fixed(Map.of("a", NEW, "c", NEW)),
              new Fixed(Map.of("a", OLD, "b", NEW)),
              new Fixed(Map.of("a", NEW, "b", NEW)),
              new Fixed(Map.of("c", NEW))));

  @Test
  void hasWhatThreeOfFiveHave() throws Exception {
    assertThat(tree.children("/")).containsExactlyInAnyOrder("a", "b");
    assertThat(tree.znode("a")).isEqualTo(NEW);
    assertThat(tree.znode("b")).isEqualTo(NEW);
  }

  @Test
  void hasNotWhatTwoHave() throws Exception {
    assertThat(tree.znode("c")).isEqualTo(Znode.ABSENT);
  }
}
