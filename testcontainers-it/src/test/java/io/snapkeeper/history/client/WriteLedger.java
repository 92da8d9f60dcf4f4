package io.snapkeeper.history.client;

import java.util.List;

/** Which of many writes were acknowledged: four bytes each. */
public final class WriteLedger {

  WriteLedger() {}

  /** Writes that were acknowledged. */
  public long acknowledged() {
    throw new UnsupportedOperationException("follows");
  }

  /** Writes whose clients were not told. */
  public long unknown() {
    throw new UnsupportedOperationException("follows");
  }

  /**
   * Compares a server's znodes with what was acknowledged.
   *
   * @return one sentence for each write that is lost, doubled, under another number, or there
   *     although nobody began it; the first ones, and how many there are; empty if all is well
   */
  public List<String> violations(TreeView tree) throws Exception {
    throw new UnsupportedOperationException("follows");
  }

  /**
   * Asserts that a server has every acknowledged write once.
   *
   * @throws AssertionError that names the server and the first violations
   */
  public void assertAllOn(TreeView tree) throws Exception {
    throw new UnsupportedOperationException("follows");
  }

  /** Deletes everything below the root, so that the next writes find a small tree. */
  public void delete(List<String> addresses) throws Exception {
    throw new UnsupportedOperationException("follows");
  }
}
