package io.snapkeeper.metrics.history;

import io.snapkeeper.metrics.figures.PacingFigures;
import io.snapkeeper.metrics.histogram.LatencyHistogram;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a server saw at one moment.
 *
 * @param atMillis by a monotonic clock
 * @param wallMillis the same moment since 1970
 * @param server this server
 * @param members all that it knows of, itself included
 * @param quorumMargin of a leader that schedules
 * @param overlap of a leader
 * @param shadow of a leader that only watches
 * @param commits of this server's log since its start
 * @param pacing of this server's snapshots; empty if nothing paces them
 */
public record Observation(
    long atMillis,
    long wallMillis,
    Server server,
    List<Member> members,
    OptionalInt quorumMargin,
    Optional<Overlap> overlap,
    Optional<Shadow> shadow,
    LatencyHistogram.Counts commits,
    Optional<PacingFigures> pacing) {

  public Observation {
    members = List.copyOf(members);
  }

  /** Who decides when servers snapshot, as this server sees it. */
  public enum Schedule {
    /** This server leads and schedules. */
    SCHEDULING,
    /** It leads, and an operator has paused the schedule. */
    PAUSED,
    /** It leads, and an operator has switched the schedule off. */
    OFF,
    /** It leads and only counts what ZooKeeper's own rule leads to. */
    WATCHING,
    /** It leads, and its scheduler has failed. */
    FAILED,
    /** It does not lead. */
    ELSEWHERE
  }

  /**
   * This server.
   *
   * @param role {@code leader}, {@code follower}, {@code observer} or {@code looking}
   * @param leaderSid the leader that it follows or is; -1 if it knows none
   * @param epoch the last that it accepted; -1 if unknown
   * @param mode the rule by which it snapshots
   * @param modeReason why, in plain words
   */
  public record Server(
      long sid,
      String role,
      long leaderSid,
      long epoch,
      Schedule schedule,
      String mode,
      String modeReason) {}

  /**
   * One member.
   *
   * @param snapshot in progress; {@link Snapshot#NONE} if the activity is none
   * @param completed snapshots
   * @param report empty while there is none
   * @param slotId the slot that it holds; 0 for none
   * @param decision what was last decided about it and why, in plain words
   */
  public record Member(
      long sid,
      boolean voter,
      boolean leader,
      Activity activity,
      Snapshot snapshot,
      Completed completed,
      Optional<Report> report,
      long slotId,
      String decision) {

    public Member {
      decision = Decision.bounded(decision);
    }
  }

  /**
   * A snapshot in progress.
   *
   * @param elapsedMillis since its first byte
   * @param progressRatio estimate, 0 to 1
   */
  public record Snapshot(long elapsedMillis, double progressRatio) {
    public static final Snapshot NONE = new Snapshot(0, 0);
  }

  /**
   * Snapshots since the member's start.
   *
   * @param scheduled in a slot
   * @param unscheduled outside one
   * @param lastDurationMillis of the last one; 0 if unknown
   */
  public record Completed(long scheduled, long unscheduled, long lastDurationMillis) {
    public static final Completed NONE = new Completed(0, 0, 0);
  }

  /**
   * What a member reported last.
   *
   * @param backlogRatio share of its nearer snapshot limit that its backlog fills
   * @param commitMeanSeconds recent mean log commit; 0 if unknown
   * @param commitP99Seconds recent 99th percentile; 0 if unknown
   * @param queueLength transactions that wait for its log
   */
  public record Report(
      double backlogRatio, double commitMeanSeconds, double commitP99Seconds, long queueLength) {}

  /**
   * For how long snapshots overlapped since this server's start.
   *
   * @param agoMillis how late the times are added up
   * @param watchedMillis for how long it has looked
   * @param quorumMillis while a quorum snapshotted at once
   * @param degradedMillis the same in degraded slots
   */
  public record Overlap(
      long agoMillis, long watchedMillis, long quorumMillis, long degradedMillis) {}

  /**
   * What the schedule would have made of this term.
   *
   * @param snapshots that the members took
   * @param slots that it would have granted
   * @param degradedSlots those of them on the quorum's path
   * @param actualQuorumMillis overlap as it was
   * @param scheduledQuorumMillis overlap as it would have been
   * @param largestActualBacklogRatio largest share of its limit that a backlog has reached
   * @param largestBacklogRatio the same as it would have been
   */
  public record Shadow(
      long snapshots,
      long slots,
      long degradedSlots,
      long actualQuorumMillis,
      long scheduledQuorumMillis,
      double largestActualBacklogRatio,
      double largestBacklogRatio) {}
}
