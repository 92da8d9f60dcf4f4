package io.snapkeeper.cli.watch;

import io.snapkeeper.cli.watch.Leadership.Decision;
import java.time.LocalTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The leader's last decisions. One that only counts on ("running 42%") is the same decision; that a
 * member has nothing to ask for yet is none. Not thread-safe.
 */
final class DecisionLog {

  static final int MOST = 60;

  private static final String NOTHING_TO_DECIDE = "not ready";

  /**
   * @param at when it was first seen
   * @param text as last seen
   */
  record Entry(LocalTime at, long sid, String text) {
    String line() {
      // The leader is who says it; here the server is what the line is about.
      String held = text.replaceFirst("^holds back server " + sid + ": ", "held back: ");
      return Words.time(at) + " server " + sid + ": " + held;
    }
  }

  private final Deque<Entry> entries = new ArrayDeque<>();
  private final Map<Long, String> shapes = new HashMap<>();

  void add(EnsembleState state) {
    if (state.leadership().isEmpty()) {
      return;
    }
    Leadership leadership = state.leadership().get();
    shapes.keySet().retainAll(leadership.members().keySet());
    for (Decision decision : leadership.decisions()) {
      String shape = shape(decision.text());
      boolean same = shape.equals(shapes.put(decision.sid(), shape));
      if (decision.text().startsWith(NOTHING_TO_DECIDE)) {
        continue;
      }
      if (same) {
        continueWith(decision);
      } else {
        entries.addFirst(new Entry(state.at(), decision.sid(), decision.text()));
      }
    }
    while (entries.size() > MOST) {
      entries.removeLast();
    }
  }

  /** What stays the same while a decision holds: neither its numbers nor what is in brackets. */
  private static String shape(String text) {
    return text.replaceAll("\\([^)]*\\)|0x[0-9a-f]+|[0-9][0-9.,]*", "#");
  }

  private void continueWith(Decision decision) {
    List<Entry> all = new ArrayList<>(entries);
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).sid() == decision.sid()) {
        all.set(i, new Entry(all.get(i).at(), decision.sid(), decision.text()));
        entries.clear();
        entries.addAll(all);
        return;
      }
    }
  }

  /**
   * The latest first. Before the first decision: what is said of the member with the largest
   * backlog.
   */
  List<String> lines(EnsembleState state) {
    if (!entries.isEmpty()) {
      return entries.stream().map(Entry::line).toList();
    }
    return state.leadership().stream()
        .flatMap(leadership -> leadership.decisions().stream())
        .max(Comparator.comparingDouble(Decision::backlogPercent))
        .map(most -> new Entry(state.at(), most.sid(), most.text()).line())
        .map(List::of)
        .orElse(List.of());
  }
}
