package io.snapkeeper.history.check;

import io.snapkeeper.history.Operation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** An operation begins or ends. One of unknown outcome never ends. */
record Event(long nanos, boolean isInvocation, Operation operation) {

  /**
   * The events of some operations in the order of time. Of those at the same nanosecond invocations
   * come first: it is not known which was earlier, and operations that overlap may take effect in
   * any order.
   */
  static List<Event> of(List<Operation> operations) {
    List<Event> events = new ArrayList<>();
    for (Operation operation : operations) {
      events.add(new Event(operation.invokedNanos(), true, operation));
      if (operation.isKnown()) {
        events.add(new Event(operation.completedNanos(), false, operation));
      }
    }
    events.sort(
        Comparator.comparingLong(Event::nanos)
            .thenComparing(Event::isInvocation, Comparator.reverseOrder()));
    return events;
  }
}
