package io.snapkeeper.zk.member;

import io.snapkeeper.core.member.MemberMode;
import io.snapkeeper.core.member.Trigger;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.zk.snapshot.SnapshotRun;
import java.util.Optional;

/**
 * A picture of one server at one moment.
 *
 * @param serving whether its request processors are set up
 * @param modeReason why it is in this mode, in plain words
 * @param hardLimit as the trigger that would fire at it
 * @param queueLength transactions that wait for the log
 * @param running the snapshot being written
 * @param last the last completed snapshot
 * @param failed whether the plugin's own rules or thread on this server failed and have not begun
 *     again
 */
public record MemberStatus(
    long sid,
    boolean serving,
    MemberMode mode,
    String modeReason,
    Report.Backlog backlog,
    Report.Limits limits,
    Trigger hardLimit,
    long fsyncCount,
    long fsyncMeanMicros,
    long fsyncP99Micros,
    int queueLength,
    Report.Slot slot,
    Optional<SnapshotRun> running,
    Optional<LastSnapshot> last,
    boolean failed) {}
