package io.snapkeeper.history.check;

import io.snapkeeper.history.Operation;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;

/** The operations that have begun and not ended, each in a slot: a small number, used again. */
final class InFlight {

  private static final int NONE = -1;

  private final List<Operation> operations = new ArrayList<>();
  private final List<Integer> twinBefore = new ArrayList<>();
  private final BitSet used = new BitSet();
  private final IdentityHashMap<Operation, Integer> slots = new IdentityHashMap<>();

  /**
   * @param twin of unknown outcome as this one, and invoked before it; so it is in flight, too
   */
  void add(Operation operation, Optional<Operation> twin) {
    int slot = used.nextClearBit(0);
    used.set(slot);
    if (slot == operations.size()) {
      operations.add(null);
      twinBefore.add(NONE);
    }
    operations.set(slot, operation);
    twinBefore.set(slot, twin.map(slots::get).orElse(NONE));
    slots.put(operation, slot);
  }

  void remove(Operation operation) {
    int slot = slots.remove(operation);
    used.clear(slot);
    operations.set(slot, null);
  }

  int slot(Operation operation) {
    return slots.get(operation);
  }

  Operation operation(int slot) {
    return operations.get(slot);
  }

  /** The first slot in use from this one on; -1 if there is none. */
  int nextSlot(int from) {
    return used.nextSetBit(from);
  }

  /** Whether the twin that goes before an operation, if there is one, has taken effect. */
  boolean twinsTaken(int slot, BitSet taken) {
    int before = twinBefore.get(slot);
    return before == NONE || taken.get(before);
  }
}
