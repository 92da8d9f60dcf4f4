package io.snapkeeper.history.check;

import io.snapkeeper.history.HistoryFile;
import io.snapkeeper.history.Operation;
import java.util.Set;

/** Says where an order ends, for people. */
final class Explanation {

  private static final int STATES_MAX = 5;

  private Explanation() {}

  /**
   * @param stuck the operation that completed and cannot have taken effect
   * @param before what was possible until then
   */
  static String of(
      ZnodeModel model, Operation stuck, Set<Configuration> before, InFlight inFlight) {
    StringBuilder text = new StringBuilder("no order explains\n  ");
    text.append(HistoryFile.line(stuck));
    text.append("\nwhen it ended ").append(model.keys()).append(" could be\n");
    before.stream()
        .map(Configuration::znodes)
        .distinct()
        .limit(STATES_MAX)
        .forEach(znodes -> text.append("  ").append(znodes).append('\n'));
    text.append("and these were in flight, those of unknown outcome for ever:\n");
    for (int slot = inFlight.nextSlot(0); slot >= 0; slot = inFlight.nextSlot(slot + 1)) {
      if (slot != inFlight.slot(stuck)) {
        text.append("  ").append(HistoryFile.line(inFlight.operation(slot))).append('\n');
      }
    }
    return text.toString();
  }
}
