package io.snapkeeper.simulation.run;

import io.snapkeeper.core.quorum.QuorumRule;
import io.snapkeeper.core.quorum.SnapshotTurns;
import io.snapkeeper.simulation.disk.Disk;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Whether a load leaves time for a schedule of as many snapshots as stock takes, without overlap. A
 * disk that fails later counts as it was.
 */
final class Feasibility {

  /** ZooKeeper's default for {@code snapSizeLimitInKb}. */
  static final long SIZE_LIMIT_BYTES = 4L << 30;

  /** A snapshot for so much of a limit, on average, by stock's rule. */
  private static final double STOCK_SHARE = 0.75;

  private final SimulationSpec spec;

  Feasibility(SimulationSpec spec) {
    this.spec = spec;
  }

  /** How long a snapshot of a server takes, beside the log of a burst. */
  double snapshotMillis(int sid, double wear) {
    Disk disk = new Disk(spec.diskBytesPerSecond(sid), spec.writesPerSecond() * spec.txnBytes());
    disk.wearOut(wear);
    return spec.treeBytes() / disk.snapshotBytesPerMilli();
  }

  /**
   * The shortest time for one snapshot of every voter, again and again, with a quorum without one
   * at every moment. With f voters to spare it is exact: f lanes are filled one after the other,
   * and a snapshot that would pass the end of a cycle goes on at the beginning of the next lane
   * (McNaughton's rule; at the seam of two cycles it is not interrupted). Where votes differ it is
   * what a greedy schedule takes, in which voters snapshot together and wait for the slowest.
   */
  double cycleMillis() {
    double sum = 0;
    double longest = 0;
    for (int sid = 1; sid <= spec.voters(); sid++) {
      double millis = snapshotMillis(sid, 1);
      sum += millis;
      longest = Math.max(longest, millis);
    }
    if (!spec.conditions().votes().isMajority()) {
      return SnapshotTurns.of(List.of(rule())) * longest;
    }
    int atOnce = Math.max(1, spec.voters() - (spec.voters() / 2 + 1));
    return Math.max(sum / atOnce, longest);
  }

  private QuorumRule rule() {
    Set<Long> voters = new TreeSet<>();
    for (long sid = 1; sid <= spec.voters(); sid++) {
      voters.add(sid);
    }
    return spec.conditions().votes().rule(voters);
  }

  /** Whether each voter can be spared, by itself. */
  private boolean canSpareEach() {
    QuorumRule rule = rule();
    for (long sid : rule.voters()) {
      Set<Long> others = new HashSet<>(rule.voters());
      others.remove(sid);
      if (!rule.containsQuorum(others)) {
        return false;
      }
    }
    return true;
  }

  boolean scheduleExists() {
    return canSpareEach() && cycleMillis() <= fillMillis();
  }

  /** In which a limit is filled, pauses between bursts included. */
  double limitMillis() {
    double limitTxns =
        Math.min((double) spec.snapCount(), (double) SIZE_LIMIT_BYTES / spec.txnBytes());
    return 1e3 * limitTxns / spec.writesPerSecond() / spec.conditions().busyShare();
  }

  /** In which as much is logged as stock's rule takes one snapshot for, if one limit counts. */
  private double fillMillis() {
    return STOCK_SHARE * limitMillis();
  }

  /**
   * How much of the time the slots of voters take, as many at once as leave a quorum, or those of
   * observers, one at a time, if there are to be as many as by stock's rule; whichever is more.
   */
  double busyShare() {
    double observers = 0;
    for (int sid = spec.voters() + 1; sid <= spec.voters() + spec.observers(); sid++) {
      observers += snapshotMillis(sid, 1);
    }
    return Math.max(cycleMillis(), observers) / fillMillis();
  }
}
