package io.snapkeeper.cli.watch;

import io.snapkeeper.cli.watch.ServerState.Completed;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The last minutes of an ensemble in cells of equal length, as many as a wide terminal shows and no
 * more. Not thread-safe.
 */
final class Timeline {

  /** Wider than any terminal that somebody looks at. */
  static final int MOST_CELLS = 512;

  /** What happened to a server within a cell, from the least to the most worth showing. */
  enum Mark {
    /** It was not looked at. */
    NONE,
    IDLE,
    AWAY,
    SLOT,
    UNSCHEDULED
  }

  /**
   * One cell.
   *
   * @param marks by the servers' keys
   * @param tooMany whether at some moment no majority of voters was without a snapshot
   * @param slowestMillis the slowest commit latency that a server told of; empty if none did
   */
  record Cell(Map<String, Mark> marks, boolean tooMany, OptionalDouble slowestMillis) {

    static final Cell BLANK = new Cell(Map.of(), false, OptionalDouble.empty());

    Mark of(ServerState server) {
      return marks.getOrDefault(server.key(), Mark.NONE);
    }

    private Cell and(Cell later) {
      Map<String, Mark> both = new HashMap<>(marks);
      later.marks.forEach(
          (key, mark) -> both.merge(key, mark, (a, b) -> a.compareTo(b) >= 0 ? a : b));
      OptionalDouble slowest =
          slowestMillis.isEmpty()
              ? later.slowestMillis
              : OptionalDouble.of(
                  Math.max(
                      slowestMillis.getAsDouble(),
                      later.slowestMillis.orElse(slowestMillis.getAsDouble())));
      return new Cell(both, tooMany || later.tooMany, slowest);
    }
  }

  private final long cellNanos;
  private final long startNanos;
  private final Deque<Cell> cells = new ArrayDeque<>();
  private final Map<String, String> lastSnapshots = new HashMap<>();
  private long newest = -1;

  /**
   * @param cell length of each
   * @param startNanos where the first one begins, as {@link System#nanoTime}
   */
  Timeline(Duration cell, long startNanos) {
    cellNanos = cell.toNanos();
    this.startNanos = startNanos;
  }

  /**
   * @param nowNanos not before that of the last call
   */
  void add(long nowNanos, EnsembleState state) {
    long cell = (nowNanos - startNanos) / cellNanos;
    // After a long pause, as of a laptop's lid, everything older is out of sight anyway.
    for (long missing = Math.min(cell - newest, MOST_CELLS); missing > 0; missing--) {
      cells.addLast(Cell.BLANK);
    }
    newest = cell;
    cells.addLast(cells.removeLast().and(seen(state)));
    while (cells.size() > MOST_CELLS) {
      cells.removeFirst();
    }
    Set<String> keys = state.servers().stream().map(ServerState::key).collect(Collectors.toSet());
    lastSnapshots.keySet().retainAll(keys);
  }

  private Cell seen(EnsembleState state) {
    Map<String, Mark> marks = new HashMap<>();
    for (ServerState server : state.servers()) {
      marks.put(server.key(), mark(server));
    }
    return new Cell(
        marks,
        state.snapshotting() >= state.tooMany(),
        state.slowest().map(ServerState::p99Millis).orElse(OptionalDouble.empty()));
  }

  private Mark mark(ServerState server) {
    Optional<Completed> ended = endedUnseen(server);
    if (server.snapshot().isPresent()) {
      return server.snapshot().get().scheduled() ? Mark.SLOT : Mark.UNSCHEDULED;
    }
    if (ended.isPresent()) {
      return ended.get().scheduled() ? Mark.SLOT : Mark.UNSCHEDULED;
    }
    return server.serves() ? Mark.IDLE : Mark.AWAY;
  }

  /** A snapshot that was over before anybody asked; of stock servers one hears no other way. */
  private Optional<Completed> endedUnseen(ServerState server) {
    if (server.last().isEmpty()) {
      return Optional.empty();
    }
    Completed last = server.last().get();
    String before = lastSnapshots.put(server.key(), last.id());
    return before == null || before.equals(last.id()) ? Optional.empty() : Optional.of(last);
  }

  /** So many of the latest cells, the oldest first; blank where there were none yet. */
  List<Cell> latest(int count) {
    List<Cell> latest = new ArrayList<>();
    for (int missing = count - cells.size(); missing > 0; missing--) {
      latest.add(Cell.BLANK);
    }
    cells.stream().skip(Math.max(0, cells.size() - count)).forEach(latest::add);
    return latest;
  }

  Duration cell() {
    return Duration.ofNanos(cellNanos);
  }
}
