package io.snapkeeper.cli.profile.measure;

import io.snapkeeper.wal.profile.DiskModel;

/**
 * What was measured of a disk.
 *
 * @param model its four numbers
 * @param fileBytes size of the file that it was measured through
 * @param smallBytes size of the log-like and of the random requests
 * @param walClosedLoopPerSecond log-like writes per second, one after the other without a pause
 * @param map their latency beside bulk load
 * @param seconds how long the measurement took
 */
public record DiskProfile(
    DiskModel model,
    long fileBytes,
    int smallBytes,
    double walClosedLoopPerSecond,
    LatencyMap map,
    double seconds) {}
