package io.snapkeeper.cli.watch;

import io.snapkeeper.cli.HostPort;
import io.snapkeeper.cli.status.Membership;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The servers to ask.
 *
 * @param entries in the order in which they are shown
 * @param observers ids of those without a vote
 * @param complete whether the ensemble's own configuration is known, so that none is missing
 */
record Roster(List<Entry> entries, Set<Long> observers, boolean complete) {

  /**
   * One server.
   *
   * @param client where its client port is asked
   * @param sid empty while it is not known
   */
  record Entry(HostPort client, OptionalLong sid) {}

  Roster {
    entries = List.copyOf(entries);
    observers = Set.copyOf(observers);
  }

  /** Before anything is known. */
  static Roster named(List<HostPort> named) {
    return new Roster(
        named.stream().distinct().map(at -> new Entry(at, OptionalLong.empty())).toList(),
        Set.of(),
        false);
  }

  /**
   * All members by id, each that was named at the address where it was named, then those named that
   * are no members.
   *
   * @param sids of those named, where known
   */
  static Roster of(Membership membership, List<HostPort> named, Map<HostPort, Long> sids) {
    Map<Long, HostPort> asNamed = new HashMap<>();
    sids.forEach((at, sid) -> asNamed.put(sid, at));
    List<Entry> entries = new ArrayList<>();
    Set<HostPort> shown = new HashSet<>(sids.keySet());
    membership
        .clients()
        .forEach(
            (sid, at) -> {
              HostPort client = asNamed.getOrDefault(sid, at);
              entries.add(new Entry(client, OptionalLong.of(sid)));
              shown.add(client);
            });
    named.stream()
        .filter(shown::add)
        .forEach(at -> entries.add(new Entry(at, OptionalLong.empty())));
    return new Roster(entries, membership.observers(), true);
  }
}
