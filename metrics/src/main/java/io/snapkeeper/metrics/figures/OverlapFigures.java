package io.snapkeeper.metrics.figures;

/**
 * How snapshots overlapped while a server led, over all its terms since it started. Times up to
 * four seconds ago are in it. The last two do not count each other's time.
 *
 * @param watchedSeconds for how long it led and added up
 * @param anySeconds with at least one voter snapshotting
 * @param quorumSeconds with so many voters snapshotting that the others contained no quorum
 * @param degradedSeconds the same, while one of the snapshots was in a degraded slot
 */
public record OverlapFigures(
    double watchedSeconds, double anySeconds, double quorumSeconds, double degradedSeconds) {}
