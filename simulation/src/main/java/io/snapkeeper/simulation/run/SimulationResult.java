package io.snapkeeper.simulation.run;

/**
 * What one run showed.
 *
 * @param seconds measured, in the time of the simulation
 * @param snapshots completed by all servers
 * @param overlapSeconds while the working voters contained a quorum, and those of them that wrote
 *     no snapshot did not; without the time in degraded slots
 * @param degradedSeconds the same in degraded slots
 * @param longestWaitSeconds from a server's limit being full until its snapshot began
 * @param hardLimitSnapshots that servers took by themselves, because no slot came
 * @param skippedSnapshots that stock's rule asked for while the server's one before was still being
 *     written: "Too busy to snap, skipping"
 * @param fewestInStretch the fewest snapshots of a server in a stretch of its log for which stock's
 *     rule gives 20, over all stretches; the largest int if none was that long
 * @param mostInStretch the most in such a stretch
 * @param maxLogBytes the most log that a server kept since its last completed snapshot
 * @param coreSteps steps of the policy's state machines until the measured time ends
 * @param quietSteps those after it, in which nothing goes wrong and each server has to snapshot
 *     again; 0 for policies that are not checked
 * @param slots granted while measured
 * @param degradedSlots those of them that were degraded
 * @param leaderChanges leaders elected until the measured time ends, after the first
 * @param scheduleExists whether the load allows a schedule without overlap at stock's pace: one
 *     cycle of slots, as many at once as leave a quorum, takes no longer than three quarters of a
 *     limit take to fill
 */
public record SimulationResult(
    PolicyName policy,
    double seconds,
    long snapshots,
    double overlapSeconds,
    double degradedSeconds,
    double longestWaitSeconds,
    long hardLimitSnapshots,
    long skippedSnapshots,
    int fewestInStretch,
    int mostInStretch,
    long maxLogBytes,
    WriteLatency writeLatency,
    long coreSteps,
    long quietSteps,
    long slots,
    long degradedSlots,
    long leaderChanges,
    boolean scheduleExists) {

  SimulationResult withQuietSteps(long steps) {
    return new SimulationResult(
        policy,
        seconds,
        snapshots,
        overlapSeconds,
        degradedSeconds,
        longestWaitSeconds,
        hardLimitSnapshots,
        skippedSnapshots,
        fewestInStretch,
        mostInStretch,
        maxLogBytes,
        writeLatency,
        coreSteps,
        steps,
        slots,
        degradedSlots,
        leaderChanges,
        scheduleExists);
  }
}
