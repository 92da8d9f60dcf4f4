package io.snapkeeper.metrics.history;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The last hour of one server and of the members that it sees, made of observations.
 *
 * <p>Its memory is bounded: 1,800 samples of this server's figures; for each of at most {@value
 * #MEMBERS_MAX} members 512 spans and 1,800 samples. All in all less than {@value #BYTES_MAX}
 * bytes. Not thread-safe.
 */
final class History {

  /** Larger ensembles show their first members. */
  static final int MEMBERS_MAX = 64;

  /** With what the members said last, at 300 characters each. */
  static final int BYTES_MAX = 1_500_000;

  static final long KEPT_MILLIS = 3_600_000;

  /** How far apart samples are: 1,800 of them are an hour. */
  static final long SAMPLE_MILLIS = KEPT_MILLIS / Series.LENGTH;

  private final Samples samples = new Samples();
  private final OverlapLane overlap = new OverlapLane();
  private final Map<Long, MemberHistory> members = new TreeMap<>();
  private Observation last;
  private int membersLeftOut;

  /**
   * Adds an observation.
   *
   * @return whether it made a sample
   */
  boolean observe(Observation seen) {
    long now = seen.atMillis();
    last = seen;
    observeMembers(seen);
    seen.overlap().ifPresentOrElse(o -> overlap.observe(now, o), overlap::unwatched);
    if (!samples.isDue(now, SAMPLE_MILLIS)) {
      return false;
    }
    long sample = samples.add(seen);
    members.values().forEach(member -> member.sample(sample));
    return true;
  }

  private void observeMembers(Observation seen) {
    long now = seen.atMillis();
    Map<Long, MemberHistory> absent = new TreeMap<>(members);
    membersLeftOut = 0;
    for (Observation.Member member : seen.members()) {
      MemberHistory history = members.get(member.sid());
      if (history == null && members.size() < MEMBERS_MAX) {
        history = new MemberHistory();
        members.put(member.sid(), history);
      }
      if (history == null) {
        membersLeftOut++;
      } else {
        history.observe(now, member);
        absent.remove(member.sid());
      }
    }
    absent.values().forEach(MemberHistory::unwatched);
    members.values().removeIf(member -> member.isForgotten(now - KEPT_MILLIS));
  }

  /** The newest observation; null before the first. */
  Observation last() {
    return last;
  }

  Samples samples() {
    return samples;
  }

  OverlapLane overlap() {
    return overlap;
  }

  /** By server id. */
  Map<Long, MemberHistory> members() {
    return Collections.unmodifiableMap(members);
  }

  /** How many members were beyond the bound in the newest observation. */
  int membersLeftOut() {
    return membersLeftOut;
  }
}
