package io.snapkeeper.simulation.best;

import io.snapkeeper.simulation.best.Cycle.Member;

/** What a schedule is measured by; never less for a later slot, and the worst member counts. */
public enum Measure {
  /** Seconds from a member's limit being full until its slot. */
  LONGEST_WAIT {
    @Override
    double of(Member member, double startSeconds) {
      return Math.max(0, startSeconds - member.fullSeconds());
    }

    @Override
    double perSecond(Cycle cycle) {
      return 1;
    }
  },
  /**
   * Backlog at the slot, in units of the member's limit, and 1 below a full limit: a schedule that
   * serves members earlier takes more snapshots, and is no better.
   */
  MOST_LOG {
    @Override
    double of(Member member, double startSeconds) {
      return Math.max(1, member.backlogAt(startSeconds));
    }

    @Override
    double perSecond(Cycle cycle) {
      return cycle.members().stream()
          .mapToDouble(member -> 1 / member.fillSeconds())
          .max()
          .orElseThrow();
    }
  };

  abstract double of(Member member, double startSeconds);

  /** By how much at most the measure of a cycle grows in a second. */
  abstract double perSecond(Cycle cycle);
}
