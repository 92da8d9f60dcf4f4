package io.snapkeeper.history.client;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** What became of the writes of one client of {@link UniqueWrites}. Thread-safe. */
final class ClientLedger {

  private static final int NOT_BEGUN = -1;
  private static final int UNKNOWN = -2;

  private final int client;

  /** By number of the write: the sequence that was acknowledged, or one of the above. */
  private final AtomicIntegerArray outcomes;

  private final AtomicInteger begun = new AtomicInteger();
  private final AtomicInteger acknowledged = new AtomicInteger();

  ClientLedger(int client, int writes) {
    this.client = client;
    outcomes = new AtomicIntegerArray(writes);
    for (int i = 0; i < writes; i++) {
      outcomes.set(i, NOT_BEGUN);
    }
  }

  int client() {
    return client;
  }

  int capacity() {
    return outcomes.length();
  }

  /** A write is about to be sent. */
  void begin(int number) {
    outcomes.set(number, UNKNOWN);
    begun.incrementAndGet();
  }

  /** A write was acknowledged, with this sequence. */
  void acknowledge(int number, int sequence) {
    outcomes.set(number, sequence);
    acknowledged.incrementAndGet();
  }

  int acknowledged() {
    return acknowledged.get();
  }

  int unknown() {
    return begun.get() - acknowledged.get();
  }

  /** What is wrong with the znodes of a bucket. */
  List<String> violations(int bucket, List<String> names) {
    List<String> wrong = new ArrayList<>();
    int from = bucket * UniqueNames.WRITES_PER_BUCKET;
    int to = Math.min(from + UniqueNames.WRITES_PER_BUCKET, outcomes.length());
    Map<Integer, List<Integer>> found = new HashMap<>();
    for (String name : names) {
      var parsed =
          UniqueNames.parse(name)
              .filter(each -> each.client() == client)
              .filter(each -> each.number() >= from && each.number() < to);
      if (parsed.isPresent()) {
        found
            .computeIfAbsent(parsed.get().number(), number -> new ArrayList<>())
            .add(parsed.get().sequence());
      } else {
        wrong.add(name + " is there, which nobody wrote there");
      }
    }
    for (int number = from; number < to; number++) {
      violation(number, found.getOrDefault(number, List.of())).forEach(wrong::add);
    }
    return wrong;
  }

  private List<String> violation(int number, List<Integer> sequences) {
    List<String> wrong = new ArrayList<>();
    int outcome = outcomes.get(number);
    String write = "write %d of client %d".formatted(number, client);
    if (outcome == NOT_BEGUN && !sequences.isEmpty()) {
      wrong.add("%s is there, which was not begun".formatted(write));
    }
    if (outcome >= 0 && sequences.isEmpty()) {
      wrong.add("%s was acknowledged as %d and is lost".formatted(write, outcome));
    } else if (outcome >= 0 && !sequences.contains(outcome)) {
      wrong.add("%s was acknowledged as %d and is %s".formatted(write, outcome, sequences));
    }
    if (sequences.size() > 1) {
      wrong.add("%s is there %d times: %s".formatted(write, sequences.size(), sequences));
    }
    return wrong;
  }
}
