package io.snapkeeper.cli.profile.measure;

/**
 * Latency of log-like writes beside one mix of bulk writes and reads.
 *
 * @param writeFraction asked for, of what one bulk writer gets alone, 0..1
 * @param readFraction the same of bulk reads
 * @param writeBytesPerSecond what the bulk writer got
 * @param readBytesPerSecond what the bulk reader got
 */
public record MapPoint(
    double writeFraction,
    double readFraction,
    double writeBytesPerSecond,
    double readBytesPerSecond,
    WalLatency latency) {}
