package io.snapkeeper.simulation.best;

import java.util.List;

/**
 * A cycle in which every member is to have one slot.
 *
 * @param fillSeconds the time in which a backlog grows by one limit
 * @param atOnce how many slots may run at once
 * @param members in any order
 */
public record Cycle(double fillSeconds, int atOnce, List<Member> members) {

  /** A slot may come from half of the limit on. */
  static final double READY = 0.5;

  public Cycle {
    members = List.copyOf(members);
    if (!(fillSeconds > 0) || atOnce < 1 || members.isEmpty()) {
      throw new IllegalArgumentException(
          "fillSeconds " + fillSeconds + ", atOnce " + atOnce + ", members " + members);
    }
  }

  /**
   * A member at the beginning.
   *
   * @param backlog in units of its limit
   * @param snapshotSeconds how long its slot lasts
   */
  public record Member(double backlog, double snapshotSeconds) {}

  double readySeconds(Member member) {
    return Math.max(0, (READY - member.backlog()) * fillSeconds);
  }

  /** When its limit is full; 0 if it is from the beginning. */
  double fullSeconds(Member member) {
    return Math.max(0, (1 - member.backlog()) * fillSeconds);
  }
}
