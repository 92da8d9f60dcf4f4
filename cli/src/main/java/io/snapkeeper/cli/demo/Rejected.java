package io.snapkeeper.cli.demo;

import java.util.SortedMap;

/**
 * A window that was thrown away.
 *
 * @param startSeconds where it began, since the load on its servers did
 * @param why in one line
 * @param snapshotsByServer what it counted
 * @param overlapSeconds with too many snapshotting at once
 * @param p999Millis of its writes
 */
record Rejected(
    double startSeconds,
    String why,
    SortedMap<Long, Long> snapshotsByServer,
    double overlapSeconds,
    double p999Millis) {}
