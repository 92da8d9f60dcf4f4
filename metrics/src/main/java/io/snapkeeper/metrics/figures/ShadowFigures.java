package io.snapkeeper.metrics.figures;

/**
 * What the schedule would have made of the term of a leader that only watches, since it began.
 *
 * @param quorumSeconds with so many voters snapshotting that the others contained no quorum
 * @param slots that it would have granted
 * @param degradedSlots those of them that would have been on the quorum's path
 * @param largestBacklogRatio the largest share of its snapshot limit that a backlog would have
 *     reached before its slot
 */
public record ShadowFigures(
    double quorumSeconds, long slots, long degradedSlots, double largestBacklogRatio) {}
