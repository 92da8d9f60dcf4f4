package io.snapkeeper.history.check;

import io.snapkeeper.history.Znode;
import java.util.Arrays;

/** The znodes of one part of a history, by index. Immutable. */
final class Znodes {

  private final Znode[] znodes;
  private final int hash;

  Znodes(Znode... znodes) {
    this.znodes = znodes.clone();
    hash = Arrays.hashCode(znodes);
  }

  Znode get(int index) {
    return znodes[index];
  }

  /** The same but for one znode. */
  Znodes with(int index, Znode znode) {
    Znode[] changed = znodes.clone();
    changed[index] = znode;
    return new Znodes(changed);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Znodes that && hash == that.hash && Arrays.equals(znodes, that.znodes);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return Arrays.toString(znodes);
  }
}
