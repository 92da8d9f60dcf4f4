package io.snapkeeper.metrics.page;

import io.snapkeeper.metrics.figures.PacingFigures;
import io.snapkeeper.metrics.histogram.DurationLayouts;
import io.snapkeeper.metrics.histogram.LatencyHistogram;
import io.snapkeeper.metrics.history.Activity;
import io.snapkeeper.metrics.history.Decision;
import io.snapkeeper.metrics.history.Decisions;
import io.snapkeeper.metrics.history.Observation;
import io.snapkeeper.metrics.history.Observation.Schedule;
import io.snapkeeper.metrics.history.Timeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Random;

/**
 * Five servers as their leader, server 5, sees them. Each has a slot a minute, one after the other;
 * in every third minute something of each other kind happens. Not thread-safe.
 */
final class ScriptedEnsemble {

  static final long STEP_MILLIS = 500;
  static final int SERVERS = 5;
  static final long LEADER = 5;

  private static final long CYCLE_MILLIS = 60_000;
  private static final long TURN_MILLIS = CYCLE_MILLIS / SERVERS;
  private static final long HELD_MILLIS = 1_000;
  private static final long SNAPSHOT_MILLIS = 8_000;
  private static final long OVERLAP_LAG_MILLIS = 4_000;

  private static final Observation.Shadow SHADOW =
      new Observation.Shadow(17, 18, 0, 8_600, 0, 0.98, 2.66);

  private final Timeline timeline;
  private final Decisions decisions;
  private final Random random = new Random(7);
  private final LatencyHistogram commits = new LatencyHistogram(DurationLayouts.COMMIT);
  private final long wallOffset;
  private final Schedule schedule;
  private boolean idle;
  private long nowMillis;
  private long overlapMillis;

  /**
   * @param untilWallMillis the time of the day at which the script stands after {@code pastMillis}
   */
  ScriptedEnsemble(
      Timeline timeline,
      Decisions decisions,
      Schedule schedule,
      long untilWallMillis,
      long pastMillis) {
    this.timeline = timeline;
    this.decisions = decisions;
    this.schedule = schedule;
    this.wallOffset = untilWallMillis - pastMillis;
    advance(pastMillis);
  }

  /** From now on nothing is written. */
  void idle() {
    idle = true;
  }

  /** Lets this time pass. */
  void advance(long millis) {
    for (long end = nowMillis + millis; nowMillis < end; ) {
      nowMillis += STEP_MILLIS;
      for (int i = 0; i < 60 && !idle; i++) {
        commits.record((long) (1.2e6 * Math.exp(random.nextGaussian() * 0.5) * load()));
      }
      timeline.observe(observation());
    }
  }

  private double load() {
    return 1 + 0.4 * Math.sin(nowMillis / 90_000.0) + (busy() > 0 ? 0.25 : 0);
  }

  private int busy() {
    int busy = 0;
    for (int sid = 1; sid <= SERVERS; sid++) {
      busy += activity(sid).isSnapshot() ? 1 : 0;
    }
    return busy;
  }

  private Observation observation() {
    boolean leads = schedule != Schedule.ELSEWHERE;
    boolean schedules = schedule == Schedule.SCHEDULING;
    List<Observation.Member> members = new ArrayList<>();
    for (int sid = 1; sid <= SERVERS; sid++) {
      if (schedules) {
        decide(sid);
      }
      if (leads || sid == LEADER) {
        members.add(member(sid));
      }
    }
    if (nowMillis % (3 * CYCLE_MILLIS) > 50_000 && nowMillis % (3 * CYCLE_MILLIS) <= 52_000) {
      overlapMillis += STEP_MILLIS;
    }
    return new Observation(
        nowMillis,
        nowMillis + wallOffset,
        new Observation.Server(
            LEADER,
            leads ? "leader" : "follower",
            leads ? LEADER : 2,
            7,
            schedule,
            "scheduled",
            "the leader grants slots"),
        members,
        schedules ? OptionalInt.of(2 - Math.min(3, busy())) : OptionalInt.empty(),
        leads
            ? Optional.of(new Observation.Overlap(OVERLAP_LAG_MILLIS, nowMillis, overlapMillis, 0))
            : Optional.empty(),
        schedule == Schedule.WATCHING ? Optional.of(SHADOW) : Optional.empty(),
        commits.counts(),
        Optional.of(pacing()));
  }

  private PacingFigures pacing() {
    boolean writes = activity(LEADER).isSnapshot();
    boolean late = turnMillis(LEADER) > 6_000;
    return new PacingFigures(
        !writes
            ? PacingFigures.Limit.NONE
            : late ? PacingFigures.Limit.DEADLINE : PacingFigures.Limit.COMMIT_LATENCY,
        writes ? 22e6 + 4e6 * Math.sin(nowMillis / 1_500.0) : 0,
        60e6,
        OptionalDouble.of(0.0012),
        OptionalDouble.of(0.0026),
        OptionalDouble.empty(),
        1,
        0);
  }

  private void decide(long sid) {
    long turn = turnMillis(sid);
    long slotId = 7L << 32 | (nowMillis / CYCLE_MILLIS * SERVERS + sid);
    boolean degraded = sid == 3 && inThird();
    if (turn == STEP_MILLIS) {
      decisions.add(
          new Decision(
              nowMillis,
              degraded ? Decision.Kind.GRANTED_DEGRADED : Decision.Kind.GRANTED,
              sid,
              slotId,
              degraded
                  ? "backlog is 81% of its limit; no quorum is left without it: server 4 is gone"
                      + " for 12 s"
                  : "backlog is 74% of its limit; a quorum is fast without it"));
    } else if (turn == STEP_MILLIS + HELD_MILLIS + SNAPSHOT_MILLIS) {
      decisions.add(new Decision(nowMillis, Decision.Kind.DONE, sid, slotId, ""));
    } else if (turn == 10_000 && inThird() && sid == 2) {
      decisions.add(
          new Decision(
              nowMillis, Decision.Kind.HELD, sid, 0, "waits: server 1 is draining, fsync 240 ms"));
    }
  }

  private boolean inThird() {
    return nowMillis / CYCLE_MILLIS % 3 == 2;
  }

  /** Time since the server's turn began. */
  private long turnMillis(long sid) {
    return Math.floorMod(nowMillis - (sid - 1) * TURN_MILLIS, CYCLE_MILLIS);
  }

  private Activity activity(long sid) {
    long turn = turnMillis(sid);
    if (turn >= STEP_MILLIS && turn < STEP_MILLIS + HELD_MILLIS) {
      return Activity.SLOT_OUTSTANDING;
    }
    if (turn >= STEP_MILLIS + HELD_MILLIS && turn < STEP_MILLIS + HELD_MILLIS + SNAPSHOT_MILLIS) {
      return sid == 3 && inThird() ? Activity.SNAPSHOT_DEGRADED_SLOT : Activity.SNAPSHOT_SLOT;
    }
    if (!inThird()) {
      return Activity.FAST;
    }
    long since = turn - 30_000;
    if (since < 0 || since > 9_000) {
      return Activity.FAST;
    }
    return switch ((int) sid) {
      case 1 -> Activity.DRAINING;
      case 2 -> Activity.SILENT;
      case 3 -> Activity.SNAPSHOT_UNSCHEDULED;
      case 4 -> Activity.DISCONNECTED;
      default -> Activity.SNAPSHOT_HARD_LIMIT;
    };
  }

  private Observation.Member member(long sid) {
    Activity activity = activity(sid);
    long turn = turnMillis(sid);
    long elapsed = turn >= 30_000 ? turn - 30_000 : turn - STEP_MILLIS - HELD_MILLIS;
    boolean holds = activity == Activity.SLOT_OUTSTANDING || activity == Activity.SNAPSHOT_SLOT;
    return new Observation.Member(
        sid,
        true,
        sid == LEADER && schedule == Schedule.SCHEDULING,
        activity,
        activity.isSnapshot()
            ? new Observation.Snapshot(elapsed, (double) elapsed / SNAPSHOT_MILLIS)
            : Observation.Snapshot.NONE,
        Observation.Completed.NONE,
        activity == Activity.DISCONNECTED
            ? Optional.empty()
            : Optional.of(
                new Observation.Report(
                    0.3 + 0.5 * turn / CYCLE_MILLIS,
                    0.0011 * (1 + sid / 10.0) * load(),
                    0.006 * load(),
                    sid)),
        holds ? 7L << 32 | sid : 0,
        activity.isSnapshot()
            ? "holds slot 0x70000000" + sid + " (running), granted because backlog is 74%"
            : "waits for its turn: next slot after 3% more of a limit");
  }
}
