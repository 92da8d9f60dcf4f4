package io.snapkeeper.metrics.figures;

import java.util.List;
import java.util.Optional;

/**
 * How a leader that schedules sees the ensemble.
 *
 * @param quorumMargin how many more voters could slow down before the quorum does; negative if the
 *     fast voters contain no quorum
 * @param votersFast voters that count as fast
 * @param slotsOutstanding slots granted and not over
 * @param members voters and observers
 */
public record LeaderFigures(
    int quorumMargin, int votersFast, int slotsOutstanding, List<Member> members) {

  public LeaderFigures {
    members = List.copyOf(members);
  }

  /**
   * One member.
   *
   * @param sid its server id
   * @param state as the quorum rules see it
   * @param report its last report; empty before the first one on this connection
   */
  public record Member(long sid, State state, Optional<Report> report) {}

  /**
   * What a member reported.
   *
   * @param backlogRatio share of its nearer snapshot limit that its backlog fills
   * @param commitMeanSeconds recent mean log commit
   * @param queueLength transactions that wait for its log
   * @param snapshotting whether it writes a snapshot
   */
  public record Report(
      double backlogRatio, double commitMeanSeconds, long queueLength, boolean snapshotting) {}

  /** What the leader thinks of a member. The names in lower case are label values. */
  public enum State {
    FAST,
    DRAINING,
    SNAPSHOTTING,
    SLOT_OUTSTANDING,
    /** Connected, and has never reported: a stock server, or one that has not answered yet. */
    SILENT,
    /** Its last report is too old. */
    STALE,
    DISCONNECTED
  }
}
