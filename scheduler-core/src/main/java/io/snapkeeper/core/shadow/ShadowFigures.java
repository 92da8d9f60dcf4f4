package io.snapkeeper.core.shadow;

import io.snapkeeper.core.overlap.OverlapTotals;

/**
 * What happened on an ensemble, and what the schedule would have made of it.
 *
 * @param actual how the snapshots that the members took overlapped
 * @param scheduled how those of the schedule would have
 * @param slots that the schedule would have granted
 * @param degradedSlots those of them that it would have granted without a quorum besides
 * @param snapshots that the members took
 * @param largestActualBacklog the largest share of its limit that a member's backlog has reached
 * @param largestBacklog the largest share of its limit that a member's backlog would have reached
 *     before its slot; 1 is where ZooKeeper's own rule snapshots at the latest
 */
public record ShadowFigures(
    OverlapTotals actual,
    OverlapTotals scheduled,
    long slots,
    long degradedSlots,
    long snapshots,
    double largestActualBacklog,
    double largestBacklog) {}
