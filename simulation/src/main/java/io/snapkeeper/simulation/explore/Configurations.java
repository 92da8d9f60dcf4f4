package io.snapkeeper.simulation.explore;

import static io.snapkeeper.simulation.explore.Budget.CRASHES;
import static io.snapkeeper.simulation.explore.Budget.DRAINS;
import static io.snapkeeper.simulation.explore.Budget.ELECTIONS;
import static io.snapkeeper.simulation.explore.Budget.FAILURES;
import static io.snapkeeper.simulation.explore.Budget.GROWTH;
import static io.snapkeeper.simulation.explore.Budget.IDLES;
import static io.snapkeeper.simulation.explore.Budget.LATE_PINGS;
import static io.snapkeeper.simulation.explore.Budget.LATE_STARTS;
import static io.snapkeeper.simulation.explore.Budget.LEADER_TICKS;
import static io.snapkeeper.simulation.explore.Budget.LOSSES;
import static io.snapkeeper.simulation.explore.Budget.ORDERS;
import static io.snapkeeper.simulation.explore.Budget.RECONFIGS;
import static io.snapkeeper.simulation.explore.Budget.REQUESTS;
import static io.snapkeeper.simulation.explore.Budget.SLOTS;
import static io.snapkeeper.simulation.explore.Budget.TICKS;
import static io.snapkeeper.simulation.explore.Budget.UNSCHEDULED;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The ensembles that are explored. */
public final class Configurations {

  private static final int LEADER_TICK_FOR_MISSING_MILLIS = 12_000;

  /** Due for a slot, but not so that a pause could yield to it. */
  private static final int BELOW_THE_LIMIT = 3;

  private Configurations() {}

  /** The ones that the build explores completely. */
  public static List<Configuration> small() {
    return List.of(
        Configuration.of(
            "three voters, one observer", 3, 1, Map.of(SLOTS, 2, LOSSES, 1, ELECTIONS, 1)),
        Configuration.of(
            "three voters, faults", 3, 0, Map.of(SLOTS, 2, CRASHES, 1, ELECTIONS, 1, FAILURES, 1)),
        Configuration.of("three voters, clocks", 3, 0, Map.of(SLOTS, 2, LEADER_TICKS, 1, TICKS, 1)),
        Configuration.of(
            "three voters, unscheduled",
            3,
            0,
            Map.of(SLOTS, 2, UNSCHEDULED, 1, TICKS, 1, LATE_STARTS, 1)),
        Configuration.of(
                "three voters, orders", 3, 0, Map.of(SLOTS, 2, ORDERS, 1, ELECTIONS, 1, LOSSES, 1))
            .backlog(BELOW_THE_LIMIT),
        Configuration.of(
            "three voters, requests", 3, 0, Map.of(SLOTS, 2, REQUESTS, 1, ELECTIONS, 1, LOSSES, 1)),
        Configuration.of("three voters, draining", 3, 0, Map.of(SLOTS, 2, DRAINS, 2)),
        Configuration.of(
                "three voters, one silent", 3, 0, Map.of(SLOTS, 2, LEADER_TICKS, 1, UNSCHEDULED, 1))
            .silent(3L)
            .leaderTick(LEADER_TICK_FOR_MISSING_MILLIS),
        reconfiguration("reconfiguration", Map.of(SLOTS, 2, RECONFIGS, 2)),
        Configuration.of("three voters, idle", 3, 0, Map.of(SLOTS, 2, IDLES, 1, UNSCHEDULED, 1)),
        Configuration.of("three voters, idle clocks", 3, 0, Map.of(SLOTS, 2, IDLES, 1, TICKS, 1)),
        Configuration.of("three voters, idle orders", 3, 0, Map.of(SLOTS, 2, IDLES, 1, ORDERS, 1)),
        Configuration.of("four voters", 4, 0, Map.of(SLOTS, 2, REQUESTS, 1, LOSSES, 1)),
        Configuration.of("five voters", 5, 0, Map.of(SLOTS, 2, REQUESTS, 1)),
        Configuration.of("five voters, a crash", 5, 0, Map.of(SLOTS, 2, CRASHES, 1)));
  }

  /** Wider bounds, for an exploration that takes its time. */
  public static List<Configuration> large() {
    return List.of(
        reconfiguration("reconfiguration and a loss", Map.of(SLOTS, 2, RECONFIGS, 2, LOSSES, 1)),
        Configuration.of(
            "three voters, two elections",
            3,
            0,
            Map.of(SLOTS, 3, LOSSES, 1, CRASHES, 1, ELECTIONS, 2, FAILURES, 1, LATE_PINGS, 1)),
        Configuration.of(
            "idle, orders and a loss", 3, 0, Map.of(SLOTS, 2, IDLES, 2, ORDERS, 1, LOSSES, 1)),
        Configuration.of(
            "idle, clocks and unscheduled",
            3,
            0,
            Map.of(SLOTS, 2, IDLES, 2, TICKS, 1, UNSCHEDULED, 1)),
        Configuration.of("five voters, three slots", 5, 0, Map.of(SLOTS, 3, REQUESTS, 2)),
        Configuration.of(
            "four voters, many faults",
            4,
            0,
            Map.of(SLOTS, 2, REQUESTS, 1, LOSSES, 1, CRASHES, 1, ELECTIONS, 1)),
        Configuration.of(
            "one observer, a crash too",
            3,
            1,
            Map.of(SLOTS, 2, LOSSES, 1, CRASHES, 1, ELECTIONS, 1)),
        Configuration.of(
            "three voters, one of each",
            3,
            0,
            Map.of(
                SLOTS,
                2,
                LOSSES,
                1,
                ELECTIONS,
                1,
                TICKS,
                1,
                UNSCHEDULED,
                1,
                FAILURES,
                1,
                LATE_STARTS,
                1)),
        Configuration.of(
            "three voters, many ticks", 3, 0, Map.of(SLOTS, 2, LEADER_TICKS, 1, TICKS, 2)),
        Configuration.of(
            "three voters, a leader's ticks", 3, 0, Map.of(SLOTS, 2, LEADER_TICKS, 2, TICKS, 1)),
        Configuration.of(
            "three voters, ticks and growth",
            3,
            0,
            Map.of(SLOTS, 2, LEADER_TICKS, 1, TICKS, 1, GROWTH, 1)),
        oneSilentOneObserver(
            "one silent, one observer", Map.of(SLOTS, 2, LEADER_TICKS, 1, UNSCHEDULED, 1)),
        oneSilentOneObserver(
            "one silent, one observer, a loss", Map.of(SLOTS, 2, LEADER_TICKS, 1, LOSSES, 1)),
        Configuration.of(
            "five voters, a crash and an election",
            5,
            0,
            Map.of(SLOTS, 2, CRASHES, 1, ELECTIONS, 1)),
        Configuration.of(
            "five voters, a crash and a request", 5, 0, Map.of(SLOTS, 2, REQUESTS, 1, CRASHES, 1)),
        Configuration.of(
            "five voters, faults", 5, 0, Map.of(SLOTS, 2, REQUESTS, 1, LOSSES, 1, ELECTIONS, 1)));
  }

  private static Configuration oneSilentOneObserver(String name, Map<Budget, Integer> bounds) {
    return Configuration.of(name, 3, 1, bounds)
        .silent(3L)
        .leaderTick(LEADER_TICK_FOR_MISSING_MILLIS);
  }

  /** An observer becomes a voter; in between, the old and the new majority are both in force. */
  private static Configuration reconfiguration(String name, Map<Budget, Integer> bounds) {
    Set<Long> before = Set.of(1L, 2L, 3L);
    Set<Long> after = Set.of(1L, 2L, 3L, 4L);
    return Configuration.of(name, 3, 1, bounds)
        .memberships(
            new Membership(List.of(before), Set.of(4L)),
            new Membership(List.of(before, after), Set.of()),
            new Membership(List.of(after), Set.of()));
  }

  /** All of them. */
  public static List<Configuration> all() {
    return Stream.concat(small().stream(), large().stream()).toList();
  }

  /** The largest of all. */
  public static List<Configuration> largest() {
    return largestOf(all());
  }

  /** Of these all but those that a larger one contains: what they reach, it reaches as well. */
  public static List<Configuration> largestOf(List<Configuration> some) {
    return some.stream()
        .filter(one -> some.stream().noneMatch(o -> o.contains(one) && !one.contains(o)))
        .toList();
  }

  /**
   * One of {@link #all}.
   *
   * @throws IllegalArgumentException if there is none of this name
   */
  public static Configuration named(String name) {
    return all().stream()
        .filter(configuration -> configuration.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no configuration is called \""
                        + name
                        + "\"; there are "
                        + all().stream().map(Configuration::name).toList()));
  }
}
