package io.snapkeeper.history.check;

import java.util.BitSet;

/**
 * One way in which things may stand at a moment.
 *
 * @param znodes what they hold
 * @param taken slots of operations in flight that have taken effect; never changed once it is here
 */
record Configuration(Znodes znodes, BitSet taken) {

  Configuration with(int slot, Znodes after) {
    BitSet more = (BitSet) taken.clone();
    more.set(slot);
    return new Configuration(after, more);
  }

  Configuration without(int slot) {
    BitSet fewer = (BitSet) taken.clone();
    fewer.clear(slot);
    return new Configuration(znodes, fewer);
  }
}
