package io.snapkeeper.metrics;

/**
 * What a leader that schedules publishes about the ensemble. Counters run since it became leader.
 *
 * @param quorumMargin how many more voters could slow down before the quorum does; negative if the
 *     fast voters contain no quorum
 * @param membersFast voters that count as fast
 * @param slotsOutstanding slots granted and not over
 * @param slotsGranted slots granted
 * @param slotsDegraded those of them that were granted without a quorum of fast voters besides
 * @param slotsDone slots that ended with a snapshot on stable storage
 * @param slotsDeclined slots that their holder did not use
 * @param slotsExpired slots in which no append came
 */
public record LeaderFigures(
    int quorumMargin,
    int membersFast,
    int slotsOutstanding,
    long slotsGranted,
    long slotsDegraded,
    long slotsDone,
    long slotsDeclined,
    long slotsExpired) {}
