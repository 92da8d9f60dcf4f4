package io.snapkeeper.simulation.explore;

import static io.snapkeeper.simulation.explore.Budget.ELECTIONS;
import static io.snapkeeper.simulation.explore.Budget.LOSSES;
import static io.snapkeeper.simulation.explore.Budget.REQUESTS;
import static io.snapkeeper.simulation.explore.Budget.SLOTS;
import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.simulation.explore.graph.Hash128;
import java.nio.IntBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Takes states one by one, none for another: what the explorer leaves out as renamings of what it
 * has seen must be just that.
 */
class SymmetryTest {

  private record Hash(long high, long low) {}

  static List<Configuration> configurations() {
    return List.of(
        Configuration.of("three voters", 3, 0, Map.of(SLOTS, 2, LOSSES, 1)),
        Configuration.of(
            "two voters and an election", 2, 1, Map.of(SLOTS, 1, LOSSES, 1, ELECTIONS, 1)),
        Configuration.of("four voters", 4, 0, Map.of(SLOTS, 1, REQUESTS, 1)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("configurations")
  void everyStateIsARenamingOfOneThatTheExplorerVisits(Configuration configuration) {
    World world = new World(configuration);
    Set<IntBuffer> exact = new HashSet<>();
    Set<Hash> renamedAsOne = new HashSet<>();
    for (int[] state : allStates(world, exact)) {
      renamedAsOne.add(hash(world, state));
    }
    Exploration reduced = new Explorer(configuration, Long.MAX_VALUE, line -> {}).run();
    System.out.printf(
        "%s: %,d states are %,d up to renaming%n",
        configuration.name(), exact.size(), reduced.states());
    assertThat(reduced.complete()).isTrue();
    assertThat(reduced.states()).isEqualTo(renamedAsOne.size());
    assertThat(reduced.states()).as("renamings were left out").isLessThan(exact.size());
  }

  private static Iterable<int[]> allStates(World world, Set<IntBuffer> known) {
    List<int[]> all = new ArrayList<>();
    Deque<int[]> open = new ArrayDeque<>();
    open.add(world.initial());
    while (!open.isEmpty()) {
      int[] state = open.remove();
      if (known.add(IntBuffer.wrap(state))) {
        all.add(state);
        open.addAll(successors(world, state));
      }
    }
    return all;
  }

  private static List<int[]> successors(World world, int[] state) {
    List<int[]> successors = new ArrayList<>();
    for (Action action : World.actions()) {
      for (int sid = 1; sid <= world.configuration.servers(); sid++) {
        int outcomes = world.isPossible(state, action, sid) ? 1 : 0;
        for (int outcome = 0; outcome < outcomes; outcome++) {
          int[] next = world.apply(state, action, sid, outcome);
          outcomes = world.outcomes();
          if (next != null) {
            successors.add(next);
          }
        }
      }
    }
    return successors;
  }

  private static Hash hash(World world, int[] state) {
    Hash128 hash = new Hash128();
    world.hashing.hash(state, hash);
    return new Hash(hash.high(), hash.low());
  }
}
