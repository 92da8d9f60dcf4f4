package io.snapkeeper.simulation.ensemble;

import io.snapkeeper.core.report.Report;
import java.util.List;
import java.util.Set;

/**
 * What an ensemble is made of. Servers 1 to {@code voters} vote, those after them observe.
 *
 * @param treeBytes size of a snapshot
 * @param disksBytesPerSecond bandwidth of each server's disk, from server 1 on
 * @param writesPerSecond transactions that all servers log
 * @param txnBytes log bytes of each
 * @param limits ZooKeeper's snapCount and size limit, the same on all servers
 * @param withoutPlugin servers that run stock, whatever the policy
 * @param driftMax by which share clocks run fast or slow at most
 * @param sampleMillis time between two samples of the write latency
 * @param bursts how writes come
 * @param votes what a vote counts
 */
public record Shape(
    int voters,
    int observers,
    double treeBytes,
    List<Double> disksBytesPerSecond,
    double writesPerSecond,
    long txnBytes,
    Report.Limits limits,
    Set<Integer> withoutPlugin,
    double driftMax,
    long sampleMillis,
    Bursts bursts,
    Votes votes) {

  public Shape {
    withoutPlugin = Set.copyOf(withoutPlugin);
    disksBytesPerSecond = List.copyOf(disksBytesPerSecond);
  }

  public int servers() {
    return voters + observers;
  }

  /** Transactions that fill a server's limit. */
  public double limitTxns() {
    double bySize =
        limits.snapSizeBytes() <= 0 ? Double.MAX_VALUE : (double) limits.snapSizeBytes() / txnBytes;
    return Math.min((double) limits.snapCount(), bySize);
  }
}
