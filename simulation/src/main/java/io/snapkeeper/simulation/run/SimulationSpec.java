package io.snapkeeper.simulation.run;

import java.util.Locale;
import java.util.Objects;

/**
 * What is simulated.
 *
 * @param voters 1 to 21
 * @param observers 0 to 21
 * @param treeBytes size of a snapshot, 1 or more
 * @param writesPerSecond of the whole ensemble, more than 0
 * @param txnBytes log bytes of one transaction, 1 or more
 * @param diskBytesPerSecond bandwidth of the fastest disk, more than 0
 * @param snapCount ZooKeeper's, 2 or more
 * @param hours measured, in the time of the simulation; more than 0
 * @param seed of all that is random
 * @param conditions in what it differs from equal servers under a steady load
 */
public record SimulationSpec(
    int voters,
    int observers,
    long treeBytes,
    double writesPerSecond,
    long txnBytes,
    double diskBytesPerSecond,
    long snapCount,
    double hours,
    FaultLevel faults,
    long seed,
    Conditions conditions) {

  /** As many as the wire's and the plugin's bounds were tested with. */
  static final int SERVERS_MAX = 21;

  private static final double FACTOR_MAX = 1_000;
  private static final String FACTORS = "1 to 1000";

  public SimulationSpec {
    Objects.requireNonNull(faults, "faults");
    require(voters >= 1 && voters <= SERVERS_MAX, "voters", voters, "1 to " + SERVERS_MAX);
    require(
        observers >= 0 && observers <= SERVERS_MAX, "observers", observers, "0 to " + SERVERS_MAX);
    require(treeBytes >= 1, "treeBytes", treeBytes, "1 or more");
    require(isPositive(writesPerSecond), "writesPerSecond", writesPerSecond, "more than 0");
    require(txnBytes >= 1, "txnBytes", txnBytes, "1 or more");
    require(
        isPositive(diskBytesPerSecond), "diskBytesPerSecond", diskBytesPerSecond, "more than 0");
    require(snapCount >= 2, "snapCount", snapCount, "2 or more");
    requireUneven(conditions, voters);
    require(hours > 0 && hours <= 100_000, "hours", hours, "more than 0, up to 100000");
  }

  /** Equal servers under a steady load. */
  public SimulationSpec(
      int voters,
      int observers,
      long treeBytes,
      double writesPerSecond,
      long txnBytes,
      double diskBytesPerSecond,
      long snapCount,
      double hours,
      FaultLevel faults,
      long seed) {
    this(
        voters,
        observers,
        treeBytes,
        writesPerSecond,
        txnBytes,
        diskBytesPerSecond,
        snapCount,
        hours,
        faults,
        seed,
        Conditions.PLAIN);
  }

  private static void requireUneven(Conditions conditions, int voters) {
    Objects.requireNonNull(conditions, "conditions");
    double spread = conditions.diskSpread();
    require(spread >= 1 && spread <= FACTOR_MAX, "diskSpread", spread, FACTORS);
    double failing = conditions.failingDisk();
    require(failing >= 1 && failing <= FACTOR_MAX, "failingDisk", failing, FACTORS);
    String wrong = conditions.votes().wrongFor(voters);
    if (!wrong.isEmpty()) {
      throw new IllegalArgumentException(wrong);
    }
  }

  /** The same under other conditions. */
  SimulationSpec with(Conditions other) {
    return new SimulationSpec(
        voters,
        observers,
        treeBytes,
        writesPerSecond,
        txnBytes,
        diskBytesPerSecond,
        snapCount,
        hours,
        faults,
        seed,
        other);
  }

  /** Bandwidth of the disk of a server: voters by themselves, then observers. */
  double diskBytesPerSecond(int sid) {
    double slower =
        sid <= voters
            ? conditions.slowerBy(sid, voters)
            : conditions.slowerBy(sid - voters, observers);
    return diskBytesPerSecond / slower;
  }

  /** The least bandwidth that a disk has at any time without faults. */
  public double slowestDiskBytesPerSecond() {
    double slowest = diskBytesPerSecond(1) / conditions.failingDisk();
    for (int sid = 2; sid <= voters + observers; sid++) {
      slowest = Math.min(slowest, diskBytesPerSecond(sid));
    }
    return slowest;
  }

  private static boolean isPositive(double number) {
    return number > 0 && !Double.isInfinite(number);
  }

  private static void require(boolean holds, String name, Object value, String allowed) {
    if (!holds) {
      throw new IllegalArgumentException(name + " is " + value + "; allowed: " + allowed);
    }
  }

  /** The command that repeats this run under a policy. */
  public String command(PolicyName policy) {
    return "./snapkeeper simulate " + options(policy);
  }

  /** The options that repeat this run under a policy. */
  public String options(PolicyName policy) {
    return String.format(
        Locale.ROOT,
        "--policy %s --voters %d --observers %d --tree %dB --rate %s"
            + " --txn-bytes %d --disk %s --snap-count %d --hours %s --faults %s --seed %d%s",
        policy.key(),
        voters,
        observers,
        treeBytes,
        writesPerSecond,
        txnBytes,
        diskBytesPerSecond / 1e6,
        snapCount,
        hours,
        faults.name().toLowerCase(Locale.ROOT),
        seed,
        conditions.options());
  }
}
