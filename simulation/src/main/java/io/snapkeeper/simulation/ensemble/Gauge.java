package io.snapkeeper.simulation.ensemble;

import io.snapkeeper.core.member.Trigger;
import io.snapkeeper.simulation.Draws;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * What a run shows, from {@link #begin} on. Overlap is the time in which the working voters contain
 * a quorum and those of them that write no snapshot do not; while one of the snapshots is of a
 * degraded slot, the time is counted apart.
 */
public final class Gauge {

  private static final double NANOS_PER_MILLI = 1e6;

  private final Draws samples;
  private final double[] latencies;
  private final Histogram writeNanos = new Histogram(3_600_000_000_000L, 3);
  private long sinceMillis;
  private boolean overlapping;
  private boolean degraded;
  private long overlapMillis;
  private long degradedMillis;
  private long snapshots;
  private long hardLimitSnapshots;
  private long skippedSnapshots;
  private long slots;
  private long degradedSlots;
  private long longestWaitMillis;
  private long maxLogBytes;
  private final StretchCounts[] counts;

  Gauge(int voters, int servers, Draws samples) {
    this.samples = samples;
    this.latencies = new double[voters];
    this.counts = new StretchCounts[servers];
    Arrays.setAll(counts, i -> new StretchCounts());
  }

  /** Forgets what was before. */
  void begin(long nowMillis) {
    sinceMillis = nowMillis;
    overlapMillis = 0;
    degradedMillis = 0;
    snapshots = 0;
    hardLimitSnapshots = 0;
    skippedSnapshots = 0;
    slots = 0;
    degradedSlots = 0;
    longestWaitMillis = 0;
    maxLogBytes = 0;
    for (StretchCounts each : counts) {
      each.begin();
    }
    writeNanos.reset();
  }

  /** Time passes in the state last set. */
  void advance(long nowMillis) {
    if (overlapping) {
      if (degraded) {
        degradedMillis += nowMillis - sinceMillis;
      } else {
        overlapMillis += nowMillis - sinceMillis;
      }
    }
    sinceMillis = nowMillis;
  }

  void state(boolean quorumSnapshots, boolean inDegradedSlot) {
    overlapping = quorumSnapshots;
    degraded = inDegradedSlot;
  }

  void fired(Trigger.Cause cause) {
    if (cause == Trigger.Cause.HARD_LIMIT) {
      hardLimitSnapshots++;
    }
  }

  void skipped() {
    skippedSnapshots++;
  }

  void granted(boolean inDegradedMode) {
    slots++;
    degradedSlots += inDegradedMode ? 1 : 0;
  }

  void waited(long millis) {
    longestWaitMillis = Math.max(longestWaitMillis, millis);
  }

  /** A server completed a snapshot that began at this point of its log, in stock's cycles. */
  void completed(int sid, double atCycles) {
    snapshots++;
    counts[sid - 1].completed(atCycles);
  }

  void logged(long bytes) {
    maxLogBytes = Math.max(maxLogBytes, bytes);
  }

  /** One write: it is committed when a quorum of the voters has it on disk. */
  void sampleWrite(Membership membership) {
    if (membership.countsVoters()) {
      sampleMajority(membership.voters(), membership.voters().size() / 2 + 1);
    } else {
      sampleQuorum(membership);
    }
  }

  private void sampleMajority(Iterable<Server> voters, int quorum) {
    int count = 0;
    for (Server voter : voters) {
      if (voter.isWorking()) {
        latencies[count++] = voter.commitMillis(samples);
      }
    }
    if (count >= quorum) {
      Arrays.sort(latencies, 0, count);
      writeNanos.recordValue((long) (latencies[quorum - 1] * NANOS_PER_MILLI));
    }
  }

  /** Where votes count differently: the fastest voters that make a quorum have it. */
  private void sampleQuorum(Membership membership) {
    TreeMap<Double, Server> byLatency = new TreeMap<>();
    for (Server voter : membership.voters()) {
      if (voter.isWorking()) {
        byLatency.put(voter.commitMillis(samples), voter);
      }
    }
    Set<Long> committed = new HashSet<>();
    for (Map.Entry<Double, Server> entry : byLatency.entrySet()) {
      committed.add((long) entry.getValue().sid);
      if (membership.isQuorum(committed)) {
        writeNanos.recordValue((long) (entry.getKey() * NANOS_PER_MILLI));
        return;
      }
    }
  }

  public double overlapSeconds() {
    return overlapMillis / 1e3;
  }

  public double degradedSeconds() {
    return degradedMillis / 1e3;
  }

  public long snapshots() {
    return snapshots;
  }

  /** The fewest snapshots of a server in a stretch of its log for which stock's rule gives 20. */
  public int fewestInStretch() {
    return Arrays.stream(counts).mapToInt(StretchCounts::fewest).min().orElseThrow();
  }

  /** The most snapshots of a server in such a stretch. */
  public int mostInStretch() {
    return Arrays.stream(counts).mapToInt(StretchCounts::most).max().orElseThrow();
  }

  public long hardLimitSnapshots() {
    return hardLimitSnapshots;
  }

  /** Snapshots that stock's rule asked for while the one before was still being written. */
  public long skippedSnapshots() {
    return skippedSnapshots;
  }

  /** Slots granted. */
  public long slots() {
    return slots;
  }

  /** Those of them that were degraded. */
  public long degradedSlots() {
    return degradedSlots;
  }

  /** The longest time from a server's limit being full until its snapshot began. */
  public double longestWaitSeconds() {
    return longestWaitMillis / 1e3;
  }

  /** The most log that a server kept since its last completed snapshot. */
  public long maxLogBytes() {
    return maxLogBytes;
  }

  /** Latency of a quorum's commit at this percentile, in milliseconds. */
  public double writeMillis(double percentile) {
    return writeNanos.getValueAtPercentile(percentile) / NANOS_PER_MILLI;
  }
}
