package io.snapkeeper.simulation.trace;

/**
 * What was replayed of one trace.
 *
 * @param file its name
 * @param sid the server
 * @param sections runs of the server
 * @param terms terms in which it led
 * @param leaderSteps steps of its schedulers
 * @param memberSteps steps of its gates
 * @param slotsGranted by its schedulers
 * @param slotSnapshots its own snapshots in slots that reached the disk
 * @param lateStarts its own snapshots that began after their slot had been given up for not having
 *     begun; the leader is told of them
 */
public record FileFigures(
    String file,
    long sid,
    long sections,
    long terms,
    long leaderSteps,
    long memberSteps,
    long slotsGranted,
    long slotSnapshots,
    long lateStarts) {}
