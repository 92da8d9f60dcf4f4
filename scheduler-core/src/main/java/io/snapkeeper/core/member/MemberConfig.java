package io.snapkeeper.core.member;

import io.snapkeeper.core.report.Report;

/**
 * A member's own settings.
 *
 * @param sid this server
 * @param limits ZooKeeper's {@code snapCount} and size limit
 * @param hardLimitLogBytes log bytes beyond which this server snapshots whatever is scheduled
 * @param graceMillis how long after it began to serve the member waits for a scheduler
 * @param startTimeoutMillis how long after it fired a slot's snapshot may take to begin; ZooKeeper
 *     skips a snapshot without a word to us when its snapshot thread is busy
 */
public record MemberConfig(
    long sid,
    Report.Limits limits,
    long hardLimitLogBytes,
    long graceMillis,
    long startTimeoutMillis) {}
