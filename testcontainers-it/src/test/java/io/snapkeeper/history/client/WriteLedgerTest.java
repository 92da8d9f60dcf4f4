package io.snapkeeper.history.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snapkeeper.history.Znode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A write that is lost, doubled or invented is found. */
class WriteLedgerTest {

  private static final String ROOT = "/unique";
  private static final int ACKNOWLEDGED = 1_500;
  private static final int UNKNOWN = 1_500;
  private static final int NOT_BEGUN = 1_501;
  private static final int CAPACITY = 1_502;

  /** As a server that never forgets. */
  private static final class FakeTree implements TreeView {
    private final Map<String, List<String>> children = new HashMap<>();

    private void create(int number, int sequence) {
      String path = UniqueNames.path(ROOT, 3, number) + "%010d".formatted(sequence);
      int slash = path.lastIndexOf('/');
      bucket(path.substring(0, slash)).add(path.substring(slash + 1));
    }

    private void remove(int number) {
      String bucket = UniqueNames.bucket(ROOT, 3, number / UniqueNames.WRITES_PER_BUCKET);
      assertThat(bucket(bucket).removeIf(name -> name.startsWith("w-3-" + number + "-"))).isTrue();
    }

    private List<String> bucket(String path) {
      return children.computeIfAbsent(path, each -> new ArrayList<>());
    }

    @Override
    public String name() {
      return "a server";
    }

    @Override
    public List<String> children(String path) {
      return children.getOrDefault(path, List.of());
    }

    @Override
    public Znode znode(String path) {
      throw new UnsupportedOperationException();
    }
  }

  private final FakeTree tree = new FakeTree();
  private final ClientLedger client = new ClientLedger(3, CAPACITY);
  private final WriteLedger ledger = new WriteLedger(ROOT, List.of(client));

  @BeforeEach
  void write() {
    for (int number = 0; number < ACKNOWLEDGED; number++) {
      client.begin(number);
      client.acknowledge(number, 10_000 + number);
      tree.create(number, 10_000 + number);
    }
    client.begin(UNKNOWN);
  }

  @Test
  void everythingIsThereOnce() throws Exception {
    assertThat(ledger.acknowledged()).isEqualTo(ACKNOWLEDGED);
    assertThat(ledger.unknown()).isEqualTo(1);
    assertThat(ledger.violations(tree)).isEmpty();
    tree.create(UNKNOWN, 99_999);
    assertThat(ledger.violations(tree)).isEmpty();
    assertThatCode(() -> ledger.assertAllOn(tree)).doesNotThrowAnyException();
  }

  @Test
  void aLostWriteIsFound() throws Exception {
    tree.remove(1_234);
    assertThat(ledger.violations(tree))
        .containsExactly("write 1234 of client 3 was acknowledged as 11234 and is lost");
  }

  @Test
  void aDoubledWriteIsFound() throws Exception {
    tree.create(7, 99_999);
    assertThat(ledger.violations(tree))
        .containsExactly("write 7 of client 3 is there 2 times: [10007, 99999]");
  }

  @Test
  void aDoubledWriteOfUnknownOutcomeIsFound() throws Exception {
    tree.create(UNKNOWN, 88_888);
    tree.create(UNKNOWN, 99_999);
    assertThat(ledger.violations(tree))
        .containsExactly("write 1500 of client 3 is there 2 times: [88888, 99999]");
  }

  @Test
  void aWriteUnderAnotherNumberIsFound() throws Exception {
    tree.remove(7);
    tree.create(7, 99_999);
    assertThat(ledger.violations(tree))
        .containsExactly("write 7 of client 3 was acknowledged as 10007 and is [99999]");
  }

  @Test
  void whatNobodyWroteIsFound() throws Exception {
    tree.create(NOT_BEGUN, 99_999);
    tree.bucket(UniqueNames.bucket(ROOT, 3, 0)).add("w-4-1-0000000001");
    tree.bucket(UniqueNames.bucket(ROOT, 3, 0)).add("other");
    assertThat(ledger.violations(tree))
        .containsExactlyInAnyOrder(
            "write 1501 of client 3 is there, which was not begun",
            "w-4-1-0000000001 is there, which nobody wrote there",
            "other is there, which nobody wrote there");
  }

  @Test
  void aTreeThatIsNotThereHasLostEverything() {
    assertThatThrownBy(() -> ledger.assertAllOn(new FakeTree()))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("a server: 1,500 of 1,500 acknowledged writes below /unique")
        .hasMessageContaining("write 9 of client 3 was acknowledged as 10009 and is lost")
        .hasMessageEndingWith("...");
  }
}
