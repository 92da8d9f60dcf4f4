package io.snapkeeper.simulation.best;

import io.snapkeeper.core.quorum.HierarchicalQuorum;
import io.snapkeeper.core.quorum.MajorityQuorum;
import io.snapkeeper.core.quorum.QuorumMargin;
import io.snapkeeper.core.quorum.QuorumRule;
import io.snapkeeper.simulation.Draws;
import io.snapkeeper.simulation.best.Cycle.Member;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Cycles to compare schedules on: all of a grid, or drawn. */
final class CycleFamilies {

  /** Slots end where the leader hears of it: with a report. */
  private static final double PING_SECONDS = 0.5;

  private static final double FILL_SECONDS = 100;
  private static final double[] BACKLOGS = {0.4, 0.7, 1};
  private static final double[] DURATIONS = {1, 3, 10};

  /** Where the voters are not alike, who is who matters, and fewer values must do. */
  private static final double[] FEW_BACKLOGS = {0.7, 1};

  private static final double[] FEW_DURATIONS = {1, 10};

  private CycleFamilies() {}

  /** A rule by which the first of five has three of seven votes. */
  static QuorumRule heavyVoter() {
    return new HierarchicalQuorum(Map.of(1L, 1L, 2L, 1L, 3L, 1L, 4L, 1L, 5L, 1L), Map.of(1L, 3L));
  }

  /** Three groups of two, one and two voters. */
  static QuorumRule groups() {
    return new HierarchicalQuorum(Map.of(1L, 1L, 2L, 1L, 3L, 2L, 4L, 3L, 5L, 3L), Map.of());
  }

  static QuorumRule majority(int voters) {
    Set<Long> sids = new TreeSet<>();
    for (long sid = 1; sid <= voters; sid++) {
      sids.add(sid);
    }
    return new MajorityQuorum(sids);
  }

  /**
   * All ensembles of voters that count alike, each with one of three backlogs and one of three
   * durations, ten times apart at most.
   *
   * @param load share of the lanes' time that the slots take, lanes as many as are safe
   * @param rates whether each limit may also fill in ten times that time
   */
  static void alike(int voters, double load, boolean rates, Consumer<Cycle> seen) {
    List<Member> kinds = kinds(BACKLOGS, DURATIONS, rates);
    choose(majority(voters), kinds, load, true, new int[voters], 0, seen);
  }

  /** The same of a rule whose voters differ, with two backlogs and two durations. */
  static void unlike(QuorumRule rule, double load, Consumer<Cycle> seen) {
    List<Member> kinds = kinds(FEW_BACKLOGS, FEW_DURATIONS, false);
    choose(rule, kinds, load, false, new int[rule.voters().size()], 0, seen);
  }

  private static List<Member> kinds(double[] backlogs, double[] durations, boolean rates) {
    List<Member> kinds = new ArrayList<>();
    for (double fill : rates ? new double[] {1, 10} : new double[] {1}) {
      for (double duration : durations) {
        for (double backlog : backlogs) {
          kinds.add(new Member(backlog, fill * FILL_SECONDS, duration));
        }
      }
    }
    return kinds;
  }

  private static void choose(
      QuorumRule rule,
      List<Member> kinds,
      double load,
      boolean alike,
      int[] chosen,
      int count,
      Consumer<Cycle> seen) {
    if (count == chosen.length) {
      List<Member> members = new ArrayList<>();
      for (int kind : chosen) {
        members.add(kinds.get(kind));
      }
      seen.accept(loaded(rule, members, load));
      return;
    }
    for (int kind = alike && count > 0 ? chosen[count - 1] : 0; kind < kinds.size(); kind++) {
      chosen[count] = kind;
      choose(rule, kinds, load, alike, chosen, count + 1, seen);
    }
  }

  /** What differs between members. */
  record Shape(QuorumRule rule, boolean durations, boolean rates) {}

  /** Backlogs as after a pause or an outage, or before anybody is full. */
  static Cycle random(Shape shape, Draws draws) {
    List<Member> members = new ArrayList<>();
    double fullest = draws.between(0.5, 1.3);
    double emptiest = fullest * draws.between(0.5, 1);
    for (int i = 0; i < shape.rule().voters().size(); i++) {
      double fill = 2 * FILL_SECONDS * (shape.rates() ? draws.logUniform(1, 10) : 1);
      double duration = shape.durations() ? draws.logUniform(1, 10) : draws.between(7, 10);
      members.add(new Member(draws.between(emptiest, fullest), fill, duration));
    }
    return loaded(shape.rule(), members, draws.between(0.02, 0.9));
  }

  /** Weights of 0 to 3 for three to five voters, none of them indispensable. */
  static QuorumRule randomWeights(Draws draws) {
    int voters = 3 + draws.below(3);
    while (true) {
      Map<Long, Long> groups = new HashMap<>();
      Map<Long, Long> weights = new HashMap<>();
      for (long sid = 1; sid <= voters; sid++) {
        groups.put(sid, 1L);
        weights.put(sid, (long) draws.below(4));
      }
      QuorumRule rule = new HierarchicalQuorum(groups, weights);
      if (QuorumMargin.of(List.of(rule), rule.voters()) >= 1) {
        return rule;
      }
    }
  }

  /**
   * Makes the slots so long that they take this share of the lanes that are always safe. Slots last
   * for whole pings and limits are full after whole pings, since a leader learns of both with one.
   */
  private static Cycle loaded(QuorumRule rule, List<Member> members, double load) {
    Cycle relative = new Cycle(rule, members);
    double factor = load * relative.surelyAtOnce() / relative.load();
    List<Member> scaled = new ArrayList<>();
    for (Member member : members) {
      double pings = Math.ceil(member.slotSeconds() * factor / PING_SECONDS);
      double fillSeconds = member.fillSeconds();
      double pingsToFull = Math.rint((1 - member.backlog()) * fillSeconds / PING_SECONDS);
      double backlog = 1 - PING_SECONDS * pingsToFull / fillSeconds;
      scaled.add(new Member(backlog, fillSeconds, PING_SECONDS * Math.max(1, pings)));
    }
    return new Cycle(rule, scaled);
  }
}
