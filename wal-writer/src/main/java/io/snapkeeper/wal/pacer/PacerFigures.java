package io.snapkeeper.wal.pacer;

/**
 * What a pacer does at one moment, for status pages, counters and plots. Figures of the last bulk
 * write stay until the next one begins.
 *
 * @param limit what sets the rate
 * @param bytesPerSecond the rate allowed
 * @param floorBytesPerSecond the rate below which the deadline would be missed
 * @param ceilingBytesPerSecond what the disk is believed to write with requests of this size
 * @param blockBytes the size of the next request
 * @param bytesCompleted how much of the bulk write is on the disk
 * @param baselineNanos median commit latency without a bulk write; 0 while unknown
 * @param targetNanos what the median is allowed to be; 0 while the baseline is unknown
 * @param commitNanos median commit latency of the last control interval; 0 while unknown
 * @param waitedNanos how long the bulk writer has been held back
 * @param commitsSeen commits the pacer was told of since it was made
 * @param commitsMissed commits that came faster than they could be taken in, and were dropped
 * @param faults internal errors, after each of which the writer went on unpaced
 */
public record PacerFigures(
    Limit limit,
    double bytesPerSecond,
    double floorBytesPerSecond,
    double ceilingBytesPerSecond,
    int blockBytes,
    long bytesCompleted,
    long baselineNanos,
    long targetNanos,
    long commitNanos,
    long waitedNanos,
    long commitsSeen,
    long commitsMissed,
    long faults) {}
