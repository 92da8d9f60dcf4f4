package io.snapkeeper.cli.watch;

import io.snapkeeper.cli.watch.Leadership.Decided;
import io.snapkeeper.cli.watch.Leadership.Decision;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * The leader's last decisions, as its own history has them: what happened between two looks is
 * there as well. Not thread-safe.
 */
final class DecisionLog {

  static final int MOST = 60;

  private final Deque<String> lines = new ArrayDeque<>();
  private List<String> news = List.of();
  private long epoch = -1;
  private long lastNumber = -1;

  void add(EnsembleState state) {
    List<String> added = new ArrayList<>();
    boolean first = epoch < 0;
    if (state.leadership().isPresent()) {
      Leadership leadership = state.leadership().get();
      if (leadership.epoch() != epoch) {
        epoch = leadership.epoch();
        lastNumber = -1;
      }
      for (Decided decided : leadership.decided()) {
        if (decided.number() > lastNumber) {
          lastNumber = decided.number();
          added.add(line(state, decided));
        }
      }
    }
    added.forEach(lines::addFirst);
    while (lines.size() > MOST) {
      lines.removeLast();
    }
    news = first ? List.of() : added;
  }

  private static String line(EnsembleState state, Decided decided) {
    return Words.time(state.at().minus(Duration.ofSeconds(decided.ageMillis() / 1_000)))
        + " server "
        + decided.sid()
        + ": "
        + decided.text();
  }

  /** What the last look has added, oldest first; nothing for the first one. */
  List<String> news() {
    return news;
  }

  /**
   * The latest first. Before the first decision: what is said of the member with the largest
   * backlog.
   */
  List<String> lines(EnsembleState state) {
    if (!lines.isEmpty()) {
      return List.copyOf(lines);
    }
    return state.leadership().stream()
        .flatMap(leadership -> leadership.decisions().stream())
        .max(Comparator.comparingDouble(Decision::backlogPercent))
        .map(most -> Words.time(state.at()) + " server " + most.sid() + ": " + most.text())
        .map(List::of)
        .orElse(List.of());
  }
}
