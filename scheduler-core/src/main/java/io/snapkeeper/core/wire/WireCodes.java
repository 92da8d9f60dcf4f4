package io.snapkeeper.core.wire;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.report.DeclineReason;
import io.snapkeeper.core.report.SlotState;
import io.snapkeeper.core.report.SnapshotPhase;
import java.util.Optional;
import java.util.function.ToIntFunction;

/** Codes back to constants, by table: a code from the network may be anything. */
final class WireCodes {

  private static final SlotState[] SLOT_STATES =
      table(SlotState.values(), new SlotState[256], SlotState::code);
  private static final DeclineReason[] DECLINE_REASONS =
      table(DeclineReason.values(), new DeclineReason[256], DeclineReason::code);
  private static final SnapshotPhase[] SNAPSHOT_PHASES =
      table(SnapshotPhase.values(), new SnapshotPhase[256], SnapshotPhase::code);
  private static final OperatorOverride.Mode[] OVERRIDE_MODES =
      table(
          OperatorOverride.Mode.values(),
          new OperatorOverride.Mode[16],
          OperatorOverride.Mode::code);

  private WireCodes() {}

  /** Empty for a code that no version has. */
  static Optional<SlotState> slotState(long code) {
    return lookUp(SLOT_STATES, code);
  }

  /** UNKNOWN for a code of a later version: the reason only informs. */
  static DeclineReason declineReason(long code) {
    return lookUp(DECLINE_REASONS, code).orElse(DeclineReason.UNKNOWN);
  }

  /** Empty for a code that no version has. */
  static Optional<SnapshotPhase> snapshotPhase(long code) {
    return lookUp(SNAPSHOT_PHASES, code);
  }

  /** Empty for a code that this version does not know. */
  static Optional<OperatorOverride.Mode> overrideMode(long code) {
    return lookUp(OVERRIDE_MODES, code);
  }

  private static <E> E[] table(E[] constants, E[] table, ToIntFunction<E> code) {
    for (E constant : constants) {
      int at = code.applyAsInt(constant);
      if (table[at] != null) {
        throw new AssertionError(
            "code " + at + " stands for both " + table[at] + " and " + constant);
      }
      table[at] = constant;
    }
    return table;
  }

  private static <E> Optional<E> lookUp(E[] table, long code) {
    return code < 0 || code >= table.length
        ? Optional.empty()
        : Optional.ofNullable(table[(int) code]);
  }
}
