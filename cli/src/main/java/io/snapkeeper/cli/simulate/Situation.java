package io.snapkeeper.cli.simulate;

import io.snapkeeper.simulation.ensemble.Bursts;
import io.snapkeeper.simulation.ensemble.Votes;
import io.snapkeeper.simulation.run.Conditions;
import io.snapkeeper.simulation.run.FaultLevel;
import io.snapkeeper.simulation.run.Simulation;
import io.snapkeeper.simulation.run.SimulationSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A situation in which policies are compared, whatever the number of voters. The tree is as large
 * as makes slots take a given share of the time that safety gives them, at as many snapshots as by
 * stock's rule; so the situation is equally hard for 3 and for 21 voters.
 */
@SuppressWarnings("ImmutableEnumChecker") // conditions are a record of immutable parts
enum Situation {
  HALF("steady load", "slots take half of the time", 0.5),
  FULL("nearly full", "slots take 95% of the time", 0.95),
  OVERLOAD("overload", "slots need twice the time there is", 2),
  UNEQUAL_DISKS(
      "unequal disks",
      "the slowest 8 times slower",
      0.5,
      new Conditions(8, 1, Bursts.STEADY, Votes.MAJORITY)),
  FAILING_DISK(
      "failing disk",
      "server 1's, 20 times slower from halfway on",
      0.5,
      new Conditions(1, 20, Bursts.STEADY, Votes.MAJORITY)),
  BURSTS(
      "bursts",
      "20 s of writes, 60 s of none",
      0.5,
      new Conditions(1, 1, new Bursts(20_000, 60_000), Votes.MAJORITY)),
  SOME_FAULTS("some faults", "one every 10 min", 0.5, FaultLevel.SOME),
  MANY_FAULTS("many faults", "one every 20 s", 0.5, FaultLevel.MANY),
  WEIGHTS("weighted quorum", "server 1 has 3 votes", 0.5) {
    @Override
    Optional<Votes> votes(int voters) {
      List<Long> weights = new ArrayList<>(Collections.nCopies(voters, 1L));
      weights.set(0, 3L);
      return voters < 5 ? Optional.empty() : Optional.of(new Votes(weights, List.of()));
    }
  },
  GROUPS("hierarchical quorum", "three groups", 0.5) {
    @Override
    Optional<Votes> votes(int voters) {
      List<List<Long>> groups = new ArrayList<>();
      for (int group = 0; group < 3; group++) {
        groups.add(new ArrayList<>());
      }
      for (int sid = 1; sid <= voters; sid++) {
        groups.get((sid - 1) * 3 / voters).add((long) sid);
      }
      return voters < 5 ? Optional.empty() : Optional.of(new Votes(List.of(), groups));
    }
  },
  OBSERVERS("observers", "three of them", 0.5) {
    @Override
    int observers() {
      return 3;
    }
  };

  private static final long ANY_TREE_BYTES = 1_000_000_000;

  private final String title;
  private final String detail;
  private final double busyShare;
  private final Conditions conditions;
  private final FaultLevel faults;

  Situation(String title, String detail, double busyShare) {
    this(title, detail, busyShare, Conditions.PLAIN, FaultLevel.NONE);
  }

  Situation(String title, String detail, double busyShare, Conditions conditions) {
    this(title, detail, busyShare, conditions, FaultLevel.NONE);
  }

  Situation(String title, String detail, double busyShare, FaultLevel faults) {
    this(title, detail, busyShare, Conditions.PLAIN, faults);
  }

  Situation(
      String title, String detail, double busyShare, Conditions conditions, FaultLevel faults) {
    this.title = title;
    this.detail = detail;
    this.busyShare = busyShare;
    this.conditions = conditions;
    this.faults = faults;
  }

  String title() {
    return title;
  }

  /** What it is, in a few words. */
  String detail() {
    return detail;
  }

  /** What votes count; empty if so few voters cannot be in this situation. */
  Optional<Votes> votes(int voters) {
    return Optional.of(Votes.MAJORITY);
  }

  int observers() {
    return 0;
  }

  /**
   * @param base its load, disks, hours and seed
   * @return empty if so few voters cannot be in this situation
   */
  Optional<SimulationSpec> spec(SimulationSpec base, int voters) {
    return votes(voters)
        .map(
            votes -> {
              Conditions all =
                  new Conditions(
                      conditions.diskSpread(),
                      conditions.failingDisk(),
                      conditions.bursts(),
                      votes);
              SimulationSpec any = spec(base, voters, ANY_TREE_BYTES, all);
              double tree = ANY_TREE_BYTES * busyShare / Simulation.busyShare(any);
              return spec(base, voters, Math.max(1, Math.round(tree)), all);
            });
  }

  private SimulationSpec spec(SimulationSpec base, int voters, long treeBytes, Conditions all) {
    return new SimulationSpec(
        voters,
        observers(),
        treeBytes,
        base.writesPerSecond(),
        base.txnBytes(),
        base.diskBytesPerSecond(),
        base.snapCount(),
        base.hours(),
        faults,
        base.seed(),
        all);
  }
}
