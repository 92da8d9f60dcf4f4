package io.snapkeeper.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
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

  private final Cluster cluster;
  private final NetworkFaults network;
  private final Random random;
  private int faults;

  private enum Kind {
    KILL,
    KILL_TWO,
    PAUSE,
    STOP_SERVER,
    KILL_WRITER,
    STOP_WRITER,
    CUT,
    CUT_TWO,
    MUTE,
    DEAF,
    LOSSY
  }

  private record Active(Fault fault, Set<Long> victims, long endNanos) {}

  RandomFaults(Cluster cluster, long seed) {
    this.cluster = cluster;
    this.network = new NetworkFaults(cluster);
    this.random = new Random(seed);
  }

  /** Makes faults until so many writes are acknowledged, and heals all. */
  void run(ScenarioRun run, long writes) throws Exception {
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
        faults++;
      }
      TimeUnit.MILLISECONDS.sleep(random.nextInt(BETWEEN_MAX_MILLIS));
    }
    for (Active each : active) {
      run.heal(each.fault());
    }
    run.remark(faults + " faults");
  }

  /** Faults made so far. */
  int faults() {
    return faults;
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
    Set<Long> sids = new HashSet<>();
    victims.forEach(node -> sids.add(node.sid()));
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
    };
  }

  private List<Node> runningBut(Node one) {
    return cluster.nodes().stream().filter(node -> node != one && node.isRunning()).toList();
  }
}
