package io.snapkeeper.metrics.history;

import java.util.ArrayList;
import java.util.List;

/**
 * The last decisions. Thread-safe: the scheduler tells them with its lock held, and never waits
 * here for longer than it takes to copy a few hundred references.
 */
final class Decisions {

  static final int MAX = 500;

  /** With a number that grows by one with each. */
  record Numbered(long number, Decision decision) {}

  private final Decision[] ring = new Decision[MAX];
  private long count;

  synchronized void add(Decision decision) {
    ring[(int) (count++ % MAX)] = decision;
  }

  /** Those after this time, oldest first. */
  synchronized List<Numbered> since(long sinceMillis) {
    List<Numbered> found = new ArrayList<>();
    for (long number = Math.max(0, count - MAX); number < count; number++) {
      Decision decision = ring[(int) (number % MAX)];
      if (decision.atMillis() > sinceMillis) {
        found.add(new Numbered(number, decision));
      }
    }
    return found;
  }
}
