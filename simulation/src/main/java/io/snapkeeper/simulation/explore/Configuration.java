package io.snapkeeper.simulation.explore;

import io.snapkeeper.core.schedule.SchedulerLimits;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * A small ensemble and the bounds of its exploration.
 *
 * @param name for results and the command line
 * @param servers ids are 1 to this; 1 leads first
 * @param silent servers without the plugin: they vote, and never answer
 * @param memberships the first one and those that reconfigurations lead to, in order
 * @param backlog quarters of its limit that each server's log fills at the beginning
 * @param leaderTickMillis a step of the leader's clock; 2,000 makes every report stale, 12,000 lets
 *     members that are away count as missing
 * @param tickMillis a step of another server's clock; 3,000 ends leases, slots and start timeouts
 * @param bounds by what is bounded
 */
public record Configuration(
    String name,
    int servers,
    Set<Long> silent,
    List<Membership> memberships,
    int backlog,
    long leaderTickMillis,
    long tickMillis,
    Map<Budget, Integer> bounds) {

  /** A grant lives shorter than one step of its holder's clock. */
  static final SchedulerLimits LIMITS = new SchedulerLimits(200_000, 10_000, 2_500, 1_500);

  /** The most that one bound can be: budgets are kept in four bits. */
  public static final int BOUND_MAX = 15;

  public Configuration {
    silent = Set.copyOf(silent);
    memberships = List.copyOf(memberships);
    bounds = Map.copyOf(bounds);
    bounds.forEach(
        (budget, bound) -> {
          if (bound < 0 || bound > BOUND_MAX) {
            throw new IllegalArgumentException(
                budget + " is bounded by " + bound + "; 0 to " + BOUND_MAX + " can be explored");
          }
        });
  }

  /** Voters 1 to {@code voters}, observers after them, all with the plugin. */
  static Configuration of(String name, int voters, int observers, Map<Budget, Integer> bounds) {
    return new Configuration(
        name,
        voters + observers,
        Set.of(),
        List.of(new Membership(List.of(sids(1, voters)), sids(voters + 1, voters + observers))),
        4,
        2_000,
        3_000,
        bounds);
  }

  static Set<Long> sids(int from, int to) {
    return LongStream.rangeClosed(from, to).boxed().collect(Collectors.toSet());
  }

  /** Whether members use their slots in idle time, or need an append. */
  boolean usesIdleTime() {
    return bound(Budget.IDLES) > 0;
  }

  int bound(Budget budget) {
    return bounds.getOrDefault(budget, 0);
  }

  /**
   * Whether all that can happen in the other one can happen here, too: it is the same ensemble, and
   * nothing is bounded more narrowly.
   */
  boolean contains(Configuration other) {
    return servers == other.servers
        && silent.equals(other.silent)
        && memberships.equals(other.memberships)
        && backlog == other.backlog
        && leaderTickMillis == other.leaderTickMillis
        && tickMillis == other.tickMillis
        && usesIdleTime() == other.usesIdleTime()
        && Arrays.stream(Budget.values()).allMatch(b -> bound(b) >= other.bound(b));
  }

  /** The same with one bound changed. */
  public Configuration with(Budget budget, int bound) {
    Map<Budget, Integer> changed = new EnumMap<>(Budget.class);
    changed.putAll(bounds);
    changed.put(budget, bound);
    return new Configuration(
        name, servers, silent, memberships, backlog, leaderTickMillis, tickMillis, changed);
  }

  Configuration silent(Long... sids) {
    return new Configuration(
        name, servers, Set.of(sids), memberships, backlog, leaderTickMillis, tickMillis, bounds);
  }

  Configuration backlog(int quarters) {
    return new Configuration(
        name, servers, silent, memberships, quarters, leaderTickMillis, tickMillis, bounds);
  }

  Configuration leaderTick(long millis) {
    return new Configuration(
        name, servers, silent, memberships, backlog, millis, tickMillis, bounds);
  }

  Configuration memberships(Membership... stages) {
    return new Configuration(
        name, servers, silent, List.of(stages), backlog, leaderTickMillis, tickMillis, bounds);
  }

  /**
   * Which servers may take each other's place: those with the same kind and the same part in every
   * membership have the same number.
   */
  int kind(long sid) {
    int kind = silent.contains(sid) ? 1 : 0;
    for (Membership membership : memberships) {
      for (Set<Long> voters : membership.majorities()) {
        kind = 2 * kind + (voters.contains(sid) ? 1 : 0);
      }
      kind = 2 * kind + (membership.observers().contains(sid) ? 1 : 0);
    }
    return kind;
  }

  /** The bounds as they are shown. */
  public String describeBounds() {
    return bounds.entrySet().stream()
        .filter(entry -> entry.getValue() > 0)
        .sorted(Map.Entry.comparingByKey())
        .map(
            entry ->
                entry.getKey().name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ')
                    + " "
                    + entry.getValue())
        .collect(Collectors.joining(", "));
  }
}
