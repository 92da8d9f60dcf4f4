package io.snapkeeper.metrics.history;

import java.util.ArrayList;
import java.util.List;

/**
 * The last decisions, less than 400,000 bytes of them. Thread-safe: the scheduler tells them with
 * its lock held, and never waits here for longer than it takes to copy a few hundred references.
 */
public final class Decisions {

  static final int MAX = 500;

  /** With a number that grows by one with each. */
  public record Numbered(long number, Decision decision) {}

  private final Decision[] ring = new Decision[MAX];
  private long count;

  /** Adds one; of any thread. */
  public synchronized void add(Decision decision) {
    ring[(int) (count++ % MAX)] = decision;
  }

  /** How many there were: the next one's number. */
  public synchronized long count() {
    return count;
  }

  /** At most so many of the latest, none before this number; oldest first. */
  public synchronized List<Numbered> latest(int most, long fromNumber) {
    List<Numbered> found = new ArrayList<>();
    long first = Math.max(fromNumber, count - Math.min(most, MAX));
    for (long number = Math.max(0, first); number < count; number++) {
      found.add(new Numbered(number, ring[(int) (number % MAX)]));
    }
    return found;
  }

  /** Those after this time, oldest first. */
  List<Numbered> since(long sinceMillis) {
    return latest(MAX, 0).stream().filter(n -> n.decision().atMillis() > sinceMillis).toList();
  }
}
