package io.snapkeeper.core.schedule;

/**
 * A slot that was granted and is not over.
 *
 * @param waitedCycles since the slot before, for the next one if this one goes unused
 * @param requested whether an operator asked for it, so that it is no slot of the schedule
 * @param reason why it was granted
 */
record OutstandingSlot(
    long id,
    long grantedAtMillis,
    boolean degraded,
    double waitedCycles,
    boolean requested,
    String reason) {}
