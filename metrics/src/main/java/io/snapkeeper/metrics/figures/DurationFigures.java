package io.snapkeeper.metrics.figures;

import io.snapkeeper.metrics.histogram.LatencyHistogram;

/**
 * Distributions of durations since the start of the server. The histograms are live.
 *
 * @param commits of the transaction log
 * @param snapshots from the first byte of a completed snapshot to its end
 * @param snapshotRequests direct writes of snapshots, from submission to the device's answer
 */
public record DurationFigures(
    LatencyHistogram commits, LatencyHistogram snapshots, LatencyHistogram snapshotRequests) {}
