package io.snapkeeper.ensemble;

import io.snapkeeper.ensemble.SnapshotInterval.Kind;
import io.snapkeeper.ensemble.SnapshotInterval.Outcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * When which server of an ensemble was taking a snapshot, read from the servers' own logs.
 *
 * <p>All times are the servers' clock, which on one machine is one clock. Immutable.
 *
 * @param intervals every snapshot, by start
 */
public record SnapshotTimeline(List<SnapshotInterval> intervals) {

  public SnapshotTimeline {
    intervals = intervals.stream().sorted(Comparator.comparing(SnapshotInterval::start)).toList();
  }

  /** Reads the logs of all servers of an ensemble that were ever started, as they are now. */
  public static SnapshotTimeline of(Ensemble ensemble) {
    Map<Long, Path> logs = new TreeMap<>();
    ensemble.sids().stream()
        .filter(sid -> Files.exists(ensemble.logFile(sid)))
        .forEach(sid -> logs.put(sid, ensemble.logFile(sid)));
    return ofLogs(logs, Instant.now());
  }

  /**
   * Reads logs whose lines begin with an ISO time in UTC with milliseconds, as those of {@link
   * Ensemble} do.
   *
   * @param logs by server id
   * @param now where a snapshot that has not ended is cut. Not later than the first log was read or
   *     copied: a snapshot under way then may be over before the last one is, and another one begun
   */
  public static SnapshotTimeline ofLogs(Map<Long, Path> logs, Instant now) {
    List<SnapshotInterval> all = new ArrayList<>();
    logs.forEach(
        (sid, log) -> {
          ServerLogParser parser = new ServerLogParser(sid);
          try (BufferedReader reader = tolerantReader(log)) {
            reader.lines().forEach(parser::line);
          } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + log, e);
          }
          all.addAll(parser.intervals(now));
        });
    return new SnapshotTimeline(all);
  }

  // A log that is being written may end within a character.
  private static BufferedReader tolerantReader(Path log) throws IOException {
    return new BufferedReader(
        new java.io.InputStreamReader(
            Files.newInputStream(log),
            StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPLACE)));
  }

  /**
   * Ends snapshots with the processes that were taking them: of one that was killed, a log tells
   * only when the next one began.
   *
   * @param ends when processes of servers ended, by server id
   */
  public SnapshotTimeline endedWith(Map<Long, List<Instant>> ends) {
    return new SnapshotTimeline(
        intervals.stream()
            .map(
                interval ->
                    interval.outcome() == Outcome.UNFINISHED
                        ? endedWith(interval, ends.getOrDefault(interval.sid(), List.of()))
                        : interval)
            .toList());
  }

  private static SnapshotInterval endedWith(SnapshotInterval interval, List<Instant> ends) {
    return ends.stream()
        .filter(end -> !end.isBefore(interval.start()) && end.isBefore(interval.end()))
        .min(Comparator.naturalOrder())
        .map(end -> within(interval, interval.start(), end))
        .orElse(interval);
  }

  /** Cuts out the window: what reaches into it is shortened to it, the rest is left out. */
  public SnapshotTimeline within(Instant from, Instant to) {
    return new SnapshotTimeline(
        intervals.stream()
            .filter(interval -> interval.start().isBefore(to) && interval.end().isAfter(from))
            .map(interval -> within(interval, from, to))
            .toList());
  }

  private static SnapshotInterval within(SnapshotInterval interval, Instant from, Instant to) {
    return new SnapshotInterval(
        interval.sid(),
        later(interval.start(), from),
        earlier(interval.end(), to),
        interval.kind(),
        interval.cause(),
        interval.outcome(),
        interval.zxid());
  }

  /** Only the snapshots that began in the window, whole: for counting each exactly once. */
  public SnapshotTimeline startedWithin(Instant from, Instant to) {
    return new SnapshotTimeline(
        intervals.stream()
            .filter(interval -> !interval.start().isBefore(from) && interval.start().isBefore(to))
            .toList());
  }

  /** Snapshots that were taken or are under way: without aborted and failed ones. */
  public long snapshots() {
    return intervals.stream().filter(SnapshotTimeline::counts).count();
  }

  /** Like {@link #snapshots}, only those for which no slot was granted. */
  public long unscheduled() {
    return intervals.stream()
        .filter(interval -> counts(interval) && interval.kind() == Kind.UNSCHEDULED)
        .count();
  }

  /** Like {@link #snapshots}, by server; servers without one are listed with 0. */
  public SortedMap<Long, Long> snapshotsByServer(Collection<Long> sids) {
    SortedMap<Long, Long> counts = new TreeMap<>();
    sids.forEach(sid -> counts.put(sid, 0L));
    intervals.stream()
        .filter(interval -> counts(interval) && counts.containsKey(interval.sid()))
        .forEach(interval -> counts.merge(interval.sid(), 1L, Long::sum));
    return counts;
  }

  private static boolean counts(SnapshotInterval interval) {
    return interval.outcome() == Outcome.TAKEN || interval.outcome() == Outcome.UNFINISHED;
  }

  /**
   * How long at least so many of these servers were snapshotting at once.
   *
   * @param sids whose snapshots count, usually the voters
   * @param count at least 1
   */
  public Duration withAtLeast(int count, Collection<Long> sids) {
    return spansWithAtLeast(count, sids).stream()
        .map(span -> Duration.between(span.start(), span.end()))
        .reduce(Duration.ZERO, Duration::plus);
  }

  /** When at least so many of these servers were snapshotting at once, in order. */
  public List<Span> spansWithAtLeast(int count, Collection<Long> sids) {
    List<Span> spans = new ArrayList<>();
    Instant since = null;
    for (Step step : steps(sids)) {
      if (since == null && step.concurrent() >= count) {
        since = step.at();
      } else if (since != null && step.concurrent() < count) {
        // Two changes within the same millisecond are none.
        if (step.at().isAfter(since)) {
          spans.add(new Span(since, step.at()));
        }
        since = null;
      }
    }
    return spans;
  }

  /** From {@code start} until {@code end}. */
  public record Span(Instant start, Instant end) {}

  /**
   * How old the state is that a restart of this server would begin with: the time since its newest
   * whole snapshot was begun. What was logged since then is replayed.
   *
   * @param otherwise from when on everything would be replayed if it had none yet
   */
  public Duration ageOfNewest(long sid, Instant at, Instant otherwise) {
    Instant newest =
        intervals.stream()
            .filter(interval -> interval.sid() == sid && interval.outcome() == Outcome.TAKEN)
            .filter(interval -> !interval.end().isAfter(at))
            .map(SnapshotInterval::start)
            .max(Comparator.naturalOrder())
            .orElse(otherwise);
    return Duration.between(newest, at);
  }

  /** The most servers that were snapshotting at once. */
  public int maxConcurrent(Collection<Long> sids) {
    return steps(sids).stream().mapToInt(Step::concurrent).max().orElse(0);
  }

  /** From {@code at} on, so many servers are snapshotting. */
  private record Step(Instant at, int concurrent) {}

  private record Edge(Instant at, long sid, int change) {}

  private List<Step> steps(Collection<Long> sids) {
    Set<Long> wanted = new HashSet<>(sids);
    List<Edge> edges = new ArrayList<>();
    for (SnapshotInterval interval : intervals) {
      if (wanted.contains(interval.sid())) {
        edges.add(new Edge(interval.start(), interval.sid(), 1));
        edges.add(new Edge(interval.end(), interval.sid(), -1));
      }
    }
    // An end at the same millisecond as a start: they touch, they do not overlap.
    edges.sort(Comparator.comparing(Edge::at).thenComparingInt(Edge::change));
    Map<Long, Integer> depth = new HashMap<>();
    int concurrent = 0;
    List<Step> steps = new ArrayList<>();
    for (Edge edge : edges) {
      int before = depth.getOrDefault(edge.sid(), 0);
      int after = before + edge.change();
      depth.put(edge.sid(), after);
      concurrent += Integer.signum(Math.max(0, after)) - Integer.signum(Math.max(0, before));
      steps.add(new Step(edge.at(), concurrent));
    }
    return steps;
  }

  private static Instant later(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }

  private static Instant earlier(Instant a, Instant b) {
    return a.isBefore(b) ? a : b;
  }
}
