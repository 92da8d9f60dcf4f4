package io.snapkeeper.core.schedule;

/**
 * A slot that was granted and is not over.
 *
 * @param spacingSpent what it took from its group's spacing, given back if unused
 * @param reason why it was granted
 */
record OutstandingSlot(
    long id, long grantedAtMillis, boolean degraded, Spacing.Spent spacingSpent, String reason) {}
