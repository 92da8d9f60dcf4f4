package io.snapkeeper.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Faults that a seed chooses: what, whom, how long, and how many at once. The same seed makes the
 * same choices; when they meet a snapshot or an election is left to chance.
 */
final class RandomFaults {

  /** With more a cluster has no quorum most of the time. */
  private static final int AT_ONCE_MAX = 2;

  /** Without a fault they would take a quarter of a minute. */
  private static final Duration TIME_MAX = Duration.ofMinutes(5);

  private static final int SHORTEST_MILLIS = 300;
  private static final int LONGEST_MILLIS = 6_000;
  private static final int BETWEEN_MAX_MILLIS = 1_500;

  /** A commit of a good disk takes a hundredth of it. */
  private static final Duration SLOW_COMMAND = Duration.ofMillis(100);

  private static final int CLOCK_MAX_MINUTES = 24 * 60;

  private final Cluster cluster;
  private final NetworkFaults network;
  private final DiskFaults disks;
  private final Random random;
  private final Map<Kind, Integer> made = new EnumMap<>(Kind.class);
  private final Set<Long> killed = new HashSet<>();

  /** What can go wrong. */
  enum Kind {
    KILL("server killed"),
    KILL_TWO("two servers killed"),
    PAUSE("container frozen"),
    STOP_SERVER("JVM frozen"),
    KILL_WRITER("log writer killed"),
    STOP_WRITER("log writer frozen"),
    CUT("server cut off"),
    CUT_TWO("two servers cut off"),
    MUTE("server not heard"),
    DEAF("server hears nobody"),
    LOSSY("packets lost"),
    SLOW_DISK("disk slow"),
    HANGING_DISK("disk hangs"),
    FULL_DISK("disk full"),
    CLOCK("clock stepped");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  private record Active(Fault fault, Set<Long> victims, long endNanos) {}

  /**
   * @param disks of the cluster's servers, whose software has a clock that can be stepped
   */
  RandomFaults(Cluster cluster, DiskFaults disks, long seed) {
    this.cluster = cluster;
    this.network = new NetworkFaults(cluster);
    this.disks = disks;
    this.random = new Random(seed);
  }

  /** Makes faults until so many writes are acknowledged, and heals all. */
  void run(ScenarioRun run, long writes) throws Exception {
    run.mayFire(Alert.values());
    List<Active> active = new ArrayList<>();
    long deadlineNanos = System.nanoTime() + TIME_MAX.toNanos();
    while (run.acknowledged() < writes) {
      long now = System.nanoTime();
      if (now - deadlineNanos > 0) {
        throw new AssertionError(
            "%,d of %,d writes acknowledged within %s"
                .formatted(run.acknowledged(), writes, Scenarios.seconds(TIME_MAX)));
      }
      for (Active each : List.copyOf(active)) {
        if (now - each.endNanos() >= 0) {
          run.heal(each.fault());
          active.remove(each);
        }
      }
      if (active.size() < AT_ONCE_MAX) {
        active.add(begin(run, active));
      }
      TimeUnit.MILLISECONDS.sleep(random.nextInt(BETWEEN_MAX_MILLIS));
    }
    for (Active each : active) {
      run.heal(each.fault());
    }
    run.remark(faults() + " faults");
    run.awaitSeenDown(killed);
  }

  /** Faults made so far. */
  int faults() {
    return made.values().stream().mapToInt(count -> count).sum();
  }

  /** How many of each kind were made so far. */
  Map<Kind, Integer> made() {
    return Map.copyOf(made);
  }

  private Active begin(ScenarioRun run, List<Active> active) {
    Set<Long> taken = new HashSet<>();
    active.forEach(each -> taken.addAll(each.victims()));
    List<Node> free = new ArrayList<>(cluster.nodes());
    free.removeIf(node -> taken.contains(node.sid()));
    Collections.shuffle(free, random);
    Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
    int millis = SHORTEST_MILLIS + random.nextInt(LONGEST_MILLIS - SHORTEST_MILLIS);
    List<Node> victims = free.subList(0, victims(kind));
    if (kind == Kind.KILL_WRITER || kind == Kind.STOP_WRITER) {
      victims = free.stream().filter(Node::hasWriterProcess).limit(1).toList();
      if (victims.isEmpty()) {
        kind = Kind.PAUSE;
        victims = free.subList(0, 1);
      }
    }
    Fault fault = fault(kind, victims);
    run.inject(fault);
    made.merge(kind, 1, Integer::sum);
    Set<Long> sids = new HashSet<>();
    victims.forEach(node -> sids.add(node.sid()));
    if (kind == Kind.KILL || kind == Kind.KILL_TWO) {
      killed.addAll(sids);
    }
    return new Active(fault, sids, System.nanoTime() + Duration.ofMillis(millis).toNanos());
  }

  private static int victims(Kind kind) {
    return kind == Kind.KILL_TWO || kind == Kind.CUT_TWO ? 2 : 1;
  }

  private Fault fault(Kind kind, List<Node> victims) {
    Node one = victims.get(0);
    return switch (kind) {
      case KILL, KILL_TWO -> ServerFaults.kill(List.copyOf(victims));
      case PAUSE -> ServerFaults.pause(one);
      case STOP_SERVER -> ServerFaults.stopServer(one);
      case KILL_WRITER -> ServerFaults.killWriter(one);
      case STOP_WRITER -> ServerFaults.stopWriter(one);
      case CUT, CUT_TWO -> network.cut(List.copyOf(victims));
      case MUTE -> network.cutOneWay(List.of(one), runningBut(one));
      case DEAF -> network.cutOneWay(runningBut(one), List.of(one));
      case LOSSY -> network.lose(List.of(one), 10);
      case SLOW_DISK -> disks.slow(one, SLOW_COMMAND);
      case HANGING_DISK -> disks.hang(one);
      case FULL_DISK -> disks.fullUntilStartedAgain(one);
      case CLOCK ->
          ClockFaults.step(
              one, Duration.ofMinutes(random.nextInt(2 * CLOCK_MAX_MINUTES) - CLOCK_MAX_MINUTES));
    };
  }

  private List<Node> runningBut(Node one) {
    return cluster.nodes().stream().filter(node -> node != one && node.isRunning()).toList();
  }
}
