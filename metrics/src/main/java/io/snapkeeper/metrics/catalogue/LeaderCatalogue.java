package io.snapkeeper.metrics.catalogue;

import static io.snapkeeper.metrics.catalogue.Section.part;

import io.snapkeeper.metrics.figures.LeaderFigures;
import io.snapkeeper.metrics.figures.ShadowFigures;
import io.snapkeeper.metrics.figures.SnapkeeperFigures;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** What only a leader knows of the ensemble. */
final class LeaderCatalogue {

  private LeaderCatalogue() {}

  static Section schedule() {
    return new Section(Concept.SCHEDULE)
        .gaugeIfKnown(
            "snapkeeper_quorum_margin",
            "How many more voters could slow down before the quorum does; negative if the fast"
                + " voters contain no quorum.",
            f -> leader(f, LeaderFigures::quorumMargin))
        .gaugeIfKnown(
            "snapkeeper_voters_fast",
            "Voters that are connected, report, neither snapshot nor drain, and hold no slot.",
            f -> leader(f, LeaderFigures::votersFast))
        .gaugeIfKnown(
            "snapkeeper_slots_outstanding",
            "Slots that are granted and not over.",
            f -> leader(f, LeaderFigures::slotsOutstanding))
        .counter(
            "snapkeeper_slots_granted_total",
            "Slots that this server granted as a leader: normal ones leave a quorum of fast voters,"
                + " degraded ones are on the quorum's path.",
            "kind",
            part("normal", f -> f.slots().grantedNormal()),
            part("degraded", f -> f.slots().grantedDegraded()))
        .counter(
            "snapkeeper_slots_ended_total",
            "Slots of this server's terms that are over, by their end.",
            "outcome",
            part("done", f -> f.slots().ended().done()),
            part("declined", f -> f.slots().ended().declined()),
            part("expired", f -> f.slots().ended().expired()),
            part("aborted", f -> f.slots().ended().aborted()),
            part("failed", f -> f.slots().ended().failed()),
            part("left", f -> f.slots().ended().left()))
        .perReport(
            "snapkeeper_member_backlog_ratio",
            "A member's backlog as a share of its nearer snapshot limit.",
            LeaderFigures.Report::backlogRatio)
        .statePerMember(
            "snapkeeper_member_state",
            "What the leader thinks of a member: 1 for the state it is in.",
            "state",
            LeaderFigures.State.class,
            LeaderFigures.Member::state)
        .perReport(
            "snapkeeper_member_commit_mean_seconds",
            "A member's recent mean log commit.",
            LeaderFigures.Report::commitMeanSeconds)
        .perReport(
            "snapkeeper_member_queue_length",
            "Transactions that wait for a member's log.",
            LeaderFigures.Report::queueLength)
        .perReport(
            "snapkeeper_member_snapshotting",
            "1 while a member writes a snapshot.",
            report -> report.snapshotting() ? 1 : 0);
  }

  static Section overlap() {
    return new Section(Concept.OVERLAP)
        .counter(
            "snapkeeper_watched_seconds_total",
            "Time for which this server led and added up how snapshots overlap.",
            f -> f.overlap().watchedSeconds())
        .counter(
            "snapkeeper_any_snapshotting_seconds_total",
            "Of that time: at least one voter wrote a snapshot.",
            f -> f.overlap().anySeconds())
        .counter(
            "snapkeeper_quorum_snapshotting_seconds_total",
            "Of that time: so many voters wrote snapshots that the others contained no quorum, and"
                + " none of them was in a degraded slot.",
            f -> f.overlap().quorumSeconds())
        .counter(
            "snapkeeper_degraded_snapshotting_seconds_total",
            "The same, with one of them in a degraded slot.",
            f -> f.overlap().degradedSeconds())
        .gaugeIfKnown(
            "snapkeeper_shadow_quorum_snapshotting_seconds",
            "On a leader that only watches: for how long a quorum would have written snapshots with"
                + " the schedule, since its term began.",
            f -> shadow(f, ShadowFigures::quorumSeconds))
        .gaugeIfKnown(
            "snapkeeper_shadow_slots",
            "On a leader that only watches: slots that the schedule would have granted since its"
                + " term began.",
            f -> shadow(f, ShadowFigures::slots))
        .gaugeIfKnown(
            "snapkeeper_shadow_degraded_slots",
            "Those of them that would have been on the quorum's path.",
            f -> shadow(f, ShadowFigures::degradedSlots))
        .gaugeIfKnown(
            "snapkeeper_shadow_backlog_max_ratio",
            "On a leader that only watches: the largest share of its snapshot limit that a member's"
                + " backlog would have reached before its slot.",
            f -> shadow(f, ShadowFigures::largestBacklogRatio));
  }

  private static OptionalDouble shadow(
      SnapkeeperFigures figures, ToDoubleFunction<ShadowFigures> value) {
    return figures
        .shadow()
        .map(shadow -> OptionalDouble.of(value.applyAsDouble(shadow)))
        .orElse(OptionalDouble.empty());
  }

  private static OptionalDouble leader(
      SnapkeeperFigures figures, ToDoubleFunction<LeaderFigures> value) {
    return figures
        .leader()
        .map(leader -> OptionalDouble.of(value.applyAsDouble(leader)))
        .orElse(OptionalDouble.empty());
  }
}
