package io.snapkeeper.core.schedule;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.report.Report;
import java.util.List;
import java.util.Optional;

/**
 * An immutable picture of the scheduler, for status pages and metrics.
 *
 * @param epoch of this leader
 * @param leaderSid this leader
 * @param override the operator's order in force
 * @param quorumMargin how many more voters could slow down before the quorum does; negative if the
 *     fast voters already contain none
 * @param members voters first, then observers, each by server id
 * @param counts slots since this leader's start
 * @param limits in force
 */
public record SchedulerStatus(
    long epoch,
    long leaderSid,
    OperatorOverride override,
    int quorumMargin,
    List<Member> members,
    SlotCounts counts,
    SchedulerLimits limits) {

  /** What the scheduler thinks of a member. */
  public enum MemberState {
    FAST,
    DRAINING,
    SNAPSHOTTING,
    SLOT_OUTSTANDING,
    /** Connected, never reported: a stock server, or one that has not answered yet. */
    SILENT,
    /** Connected; its last report is too old. */
    STALE,
    DISCONNECTED
  }

  /**
   * One member.
   *
   * @param voter false for an observer
   * @param state as the quorum rules see it
   * @param report its last report on this connection
   * @param fsyncMeanMicros recent mean commit latency; 0 if unknown
   * @param outstandingSlotId slot granted and not over, 0 if none
   * @param degradedSlot whether that slot is degraded
   * @param decision what was last decided about it and why, in plain words
   */
  public record Member(
      long sid,
      boolean voter,
      boolean leader,
      MemberState state,
      Optional<Report> report,
      long fsyncMeanMicros,
      long outstandingSlotId,
      boolean degradedSlot,
      String decision) {}

  /** Slots by outcome since this leader's start. */
  public record SlotCounts(
      long granted,
      long degraded,
      long done,
      long declined,
      long expired,
      long aborted,
      long failed,
      long left) {}
}
