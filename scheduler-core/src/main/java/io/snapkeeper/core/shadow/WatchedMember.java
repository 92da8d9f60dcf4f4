package io.snapkeeper.core.shadow;

import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.schedule.SchedulerStatus.MemberState;
import java.util.Optional;

/**
 * One member of an ensemble that is only watched, as it is and not as the schedule would have it.
 *
 * @param state never SLOT_OUTSTANDING; DRAINING is not seen while the schedule would have had it
 *     snapshot
 * @param report its last one; empty before the first on this connection
 * @param fsyncMeanMicros recent mean commit latency; 0 if unknown
 */
public record WatchedMember(
    long sid,
    boolean voter,
    boolean leader,
    MemberState state,
    Optional<Report> report,
    long fsyncMeanMicros) {}
