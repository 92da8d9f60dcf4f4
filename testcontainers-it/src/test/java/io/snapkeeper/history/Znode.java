package io.snapkeeper.history;

/**
 * What a znode holds, or that there is none.
 *
 * @param value its data; no blanks and not empty, so that a history is a text of words
 * @param version of its data: 0 once created, one more with each write; -1 if there is no znode
 */
public record Znode(String value, int version) {

  /** There is no znode. */
  public static final Znode ABSENT = new Znode("-", -1);

  public Znode {
    requireWord(value);
    if (version < -1) {
      throw new IllegalArgumentException("version is " + version + "; allowed: -1 and more");
    }
  }

  /** Whether there is a znode. */
  public boolean exists() {
    return version >= 0;
  }

  static String requireWord(String text) {
    if (text.isEmpty() || !text.chars().allMatch(c -> c > ' ' && c < 127 && c != ';')) {
      throw new IllegalArgumentException(
          "\"" + text + "\" in a history; allowed: printable ASCII without blanks and ';'");
    }
    return text;
  }

  @Override
  public String toString() {
    return exists() ? value + "@" + version : "no znode";
  }
}
