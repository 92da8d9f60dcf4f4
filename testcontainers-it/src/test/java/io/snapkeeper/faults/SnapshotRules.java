package io.snapkeeper.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.containers.SlotLog;
import io.snapkeeper.ensemble.SnapshotInterval.Kind;
import io.snapkeeper.ensemble.SnapshotInterval.Outcome;
import io.snapkeeper.ensemble.SnapshotTimeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the servers' logs say about snapshots and slots, and what must be true of it. */
final class SnapshotRules {

  /**
   * How often to read while two snapshots are under way: for seconds, as a reading takes tenths of
   * one. Lines are late by less, tens of milliseconds on a busy machine.
   */
  private static final int MOST_READINGS = 20;

  private final SnapshotTimeline timeline;
  private final int mostSlots;

  private SnapshotRules(SnapshotTimeline timeline, int mostSlots) {
    this.timeline = timeline;
    this.mostSlots = mostSlots;
  }

  /**
   * Reads the logs of a cluster. The engine writes each a little late: while two servers seem to be
   * in snapshots, one of the two may have ended, so all are read again.
   *
   * @param since when to begin
   * @param directory for copies of the logs
   */
  static SnapshotRules read(Cluster cluster, Instant since, Path directory) throws IOException {
    Files.createDirectories(directory);
    Instant now = Instant.now();
    SnapshotRules rules = read(cluster, since, directory, now);
    for (int readings = 1; readings < MOST_READINGS && rules.underWay(now) > 1; readings++) {
      rules = read(cluster, since, directory, now);
    }
    return rules;
  }

  private static SnapshotRules read(Cluster cluster, Instant since, Path directory, Instant now)
      throws IOException {
    Map<Long, Path> logs = new TreeMap<>();
    Map<Long, List<Instant>> ends = new TreeMap<>();
    int mostSlots = 0;
    for (Node node : cluster.nodes()) {
      String log = EngineTime.whenWritten(node.logSince(since));
      mostSlots = Math.max(mostSlots, SlotLog.maxOutstanding(log, cluster.voterSids()));
      if (!node.isObserver()) {
        ends.put(node.sid(), node.ends());
        logs.put(
            node.sid(), Files.writeString(directory.resolve("zoo" + node.sid() + ".log"), log));
      }
    }
    return of(logs, ends, mostSlots, now);
  }

  /**
   * What the logs of voters say.
   *
   * @param logs by the voters' numbers
   * @param ends when their servers ended, of which killed ones tell nothing
   * @param mostSlots that a leader's log has outstanding at once
   * @param now before the first of them was read
   */
  static SnapshotRules of(
      Map<Long, Path> logs, Map<Long, List<Instant>> ends, int mostSlots, Instant now) {
    return new SnapshotRules(SnapshotTimeline.ofLogs(logs, now).endedWith(ends), mostSlots);
  }

  /** Snapshots whose end is not logged, and that were under way at that time. */
  long underWay(Instant at) {
    return timeline.intervals().stream()
        .filter(interval -> interval.outcome() == Outcome.UNFINISHED)
        .filter(interval -> !interval.start().isAfter(at) && !interval.end().isBefore(at))
        .count();
  }

  /** Snapshots that were taken in a slot. */
  long inSlots() {
    return scheduled().snapshots();
  }

  /**
   * Snapshots that the schedule has to answer for: in slots, and those of servers that waited for
   * one until their hard limit. The others are ZooKeeper's own, of a server that joins or begins to
   * lead, or that hears no schedule.
   */
  private SnapshotTimeline ofTheSchedule() {
    return new SnapshotTimeline(
        timeline.intervals().stream()
            .filter(
                interval ->
                    interval.kind() == Kind.SCHEDULED || interval.cause().equals("hard-limit"))
            .toList());
  }

  private SnapshotTimeline scheduled() {
    return new SnapshotTimeline(
        timeline.intervals().stream()
            .filter(interval -> interval.kind() == Kind.SCHEDULED)
            .toList());
  }

  /**
   * Asserts that there was always a quorum of voters without a snapshot that the schedule has to
   * answer for, and that no leader had more slots outstanding than that allows.
   */
  void assertNeverAQuorumAtOnce(List<Long> voters) {
    int quorum = voters.size() / 2 + 1;
    List<String> broken = new ArrayList<>();
    int budget = voters.size() - quorum;
    ofTheSchedule()
        .spansWithAtLeast(budget + 1, voters)
        .forEach(span -> broken.add(span.toString()));
    assertThat(broken)
        .as(
            "more than %d of the voters %s took a snapshot in a slot or at the hard limit at once",
            budget, voters)
        .isEmpty();
    assertThat(mostSlots)
        .as("slots of voters that one leader had outstanding at once, by its log")
        .isLessThanOrEqualTo(budget);
  }

  /**
   * Asserts that no two of these voters were in a snapshot in a slot at once, counting those that
   * began since then, and that there were such snapshots.
   */
  void assertOneAtATime(List<Long> voters, Instant since) {
    SnapshotTimeline begun = scheduled().startedWithin(since, Instant.MAX);
    assertThat(begun.intervals()).as("snapshots in slots since " + since).isNotEmpty();
    assertThat(begun.spansWithAtLeast(2, voters))
        .as("two of the voters %s in a snapshot in a slot at once", voters)
        .isEmpty();
  }
}
