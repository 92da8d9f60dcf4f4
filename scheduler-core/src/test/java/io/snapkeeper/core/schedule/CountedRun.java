package io.snapkeeper.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.quorum.MajorityQuorum;
import io.snapkeeper.core.report.Report;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * The whole scheduler and voters whose snapshots last differently each time. It notes at which
 * point of the log each snapshot began, so that snapshots can be counted over any stretch of the
 * log and compared with stock's rule for the same transactions.
 */
final class CountedRun {

  /** Limits per cycle: stock snapshots at a random point between half of the limit and all. */
  static final double STOCK_MEAN = 0.75;

  private static final long STEP_MILLIS = 10;
  private static final long LEADER = 1;
  private static final double ROUNDING = 1e-9;

  /**
   * What is driven.
   *
   * @param down the voter that is never there; 0 for none
   * @param txnsPerSecond at factor 1
   * @param durationMillis of a snapshot on the slowest disk, in the mean
   * @param unequal by which share snapshots on the fastest disk are shorter
   * @param noise by which share a snapshot lasts longer or shorter than in the mean, at most
   * @param away how many limits are logged at most while a voter is away; they leave and come back,
   *     one at a time; 0 if nobody does
   * @param bytesShare how much of the size limit a log fills while it fills the limit of
   *     transactions; 0 for no size limit
   */
  record Shape(
      int voters,
      long down,
      long snapCount,
      double txnsPerSecond,
      double durationMillis,
      double unequal,
      double noise,
      long pingMillis,
      double away,
      double bytesShare) {

    /** Without a size limit. */
    Shape(
        int voters,
        long down,
        long snapCount,
        double txnsPerSecond,
        double durationMillis,
        double unequal,
        double noise,
        long pingMillis,
        double away) {
      this(
          voters,
          down,
          snapCount,
          txnsPerSecond,
          durationMillis,
          unequal,
          noise,
          pingMillis,
          away,
          0);
    }

    boolean comeAndGo() {
      return away > 0;
    }

    /** In which the nearer limit fills. */
    double fillMillis() {
      return 1e3 * snapCount / txnsPerSecond / Math.max(1, bytesShare);
    }

    Report.Limits limits() {
      double logBytes = snapCount * ModelMember.BYTES_PER_TXN;
      return new Report.Limits(snapCount, bytesShare == 0 ? 0 : (long) (logBytes / bytesShare));
    }

    private double limitsFilledBy(double txns) {
      return txns / snapCount * Math.max(1, bytesShare);
    }
  }

  private final Shape shape;
  private final SplittableRandom random;
  private final MajorityQuorum rule;
  private final SnapshotScheduler scheduler =
      new SnapshotScheduler(1, LEADER, SchedulerLimits.DEFAULT);
  private final TreeMap<Long, ModelMember> members = new TreeMap<>();
  private final Map<Long, Double> meanMillis = new HashMap<>();
  private final Map<Long, List<Double>> beganAt = new TreeMap<>();
  private final Set<Long> degradedHolders = new HashSet<>();
  private long nowMillis;
  private double limitsLogged;

  /** Limits that each member has logged itself. */
  private final Map<Long, Double> logged = new HashMap<>();

  private double highestShareOfHardLimit;
  private int begunInIdleTime;

  /** The voter that is away at present, or 0; and what each has to log once it is back. */
  private long absent;

  private final Map<Long, Double> missedTxns = new HashMap<>();
  private double nextChangeMillis = Double.MAX_VALUE;

  CountedRun(Shape shape, SplittableRandom random) {
    this.shape = shape;
    this.random = random;
    Set<Long> voters =
        LongStream.rangeClosed(1, shape.voters()).boxed().collect(Collectors.toSet());
    rule = new MajorityQuorum(voters);
    scheduler.step(new SchedulerEvent.MembershipChanged(0, List.of(rule), Set.of()));
    for (long sid : voters) {
      if (sid != shape.down()) {
        double shorter = shape.unequal() * (sid - 1) / (shape.voters() - 1);
        meanMillis.put(sid, shape.durationMillis() * (1 - shorter));
        members.put(sid, new ModelMember(sid, shape.limits(), meanMillis.get(sid)));
        beganAt.put(sid, new ArrayList<>());
        scheduler.step(new SchedulerEvent.MemberConnected(0, sid));
      }
    }
    if (shape.comeAndGo()) {
      nextChangeMillis = shape.fillMillis();
    }
  }

  /** All members use slots without an append once nothing is logged. */
  void useIdleTime() {
    members.values().forEach(member -> member.usesIdleTime = true);
  }

  /** Drives the members at this multiple of their rate until so many more limits were logged. */
  void drive(double factor, double limits) {
    double end = limitsLogged + limits;
    double txns = factor * shape.txnsPerSecond() * STEP_MILLIS / 1_000;
    while (limitsLogged < end) {
      step(txns);
    }
  }

  /** For so long nothing is logged. */
  void pause(long millis) {
    long endMillis = nowMillis + millis;
    while (nowMillis < endMillis) {
      step(0);
    }
  }

  private void step(double txns) {
    nowMillis += STEP_MILLIS;
    limitsLogged += shape.limitsFilledBy(txns);
    if (nowMillis >= nextChangeMillis) {
      comeOrGo();
    }
    members.values().forEach(member -> write(member, txns));
    if (!shape.comeAndGo()) {
      assertQuorumQuiet();
    }
    for (ModelMember member : members.values()) {
      boolean pinged = (nowMillis + member.sid * 70) % shape.pingMillis() < STEP_MILLIS;
      if (pinged && member.sid != absent) {
        act(new SchedulerEvent.Reported(nowMillis, member.report(nowMillis)));
        scheduler
            .renewalFor(member.sid, nowMillis)
            .ifPresent(renewal -> member.renew(nowMillis, renewal));
      }
    }
  }

  private void comeOrGo() {
    if (absent != 0) {
      act(new SchedulerEvent.MemberConnected(nowMillis, absent));
      absent = 0;
      nextChangeMillis = nowMillis + shape.fillMillis() * (1 + 3 * random.nextDouble());
      return;
    }
    List<Long> followers = members.keySet().stream().filter(sid -> sid != LEADER).toList();
    absent = followers.get(random.nextInt(followers.size()));
    if (members.get(absent).isSnapshotting()) {
      // Given up: it counts for nobody.
      beganAt.get(absent).remove(beganAt.get(absent).size() - 1);
    }
    members.get(absent).leave();
    act(new SchedulerEvent.MemberDisconnected(nowMillis, absent));
    nextChangeMillis =
        nowMillis + shape.fillMillis() * (0.1 + (shape.away() - 0.1) * random.nextDouble());
  }

  private void write(ModelMember member, double txns) {
    if (member.sid == absent) {
      missedTxns.merge(member.sid, txns, Double::sum);
      return;
    }
    Double missed = missedTxns.remove(member.sid);
    double all = txns + (missed == null ? 0 : missed);
    boolean before = member.isSnapshotting();
    logged.merge(member.sid, shape.limitsFilledBy(all), Double::sum);
    member.advance(nowMillis, all, all * ModelMember.BYTES_PER_TXN);
    if (!before && member.isSnapshotting()) {
      beganAt.get(member.sid).add(logged.get(member.sid));
      begunInIdleTime += txns == 0 ? 1 : 0;
      double factor = 1 + shape.noise() * (2 * random.nextDouble() - 1);
      member.durationMillis = meanMillis.get(member.sid) * factor;
    }
    // As a member itself goes by the larger of the two.
    long hardLimit = Math.max(3 * shape.snapCount(), scheduler.hardLimitFor(member.sid).txns());
    highestShareOfHardLimit =
        Math.max(highestShareOfHardLimit, (double) member.backlog().txns() / hardLimit);
  }

  private void act(SchedulerEvent event) {
    for (SchedulerAction action : scheduler.step(event)) {
      if (action instanceof SchedulerAction.Grant grant) {
        members.get(grant.sid()).grant(nowMillis, grant);
        if (grant.degraded()) {
          degradedHolders.add(grant.sid());
        }
      } else if (action instanceof SchedulerAction.SlotEnded ended) {
        degradedHolders.remove(ended.sid());
      }
    }
  }

  private void assertQuorumQuiet() {
    Set<Long> quiet = new TreeSet<>();
    for (ModelMember member : members.values()) {
      if (!member.isSnapshotting() || degradedHolders.contains(member.sid)) {
        quiet.add(member.sid);
      }
    }
    assertThat(rule.containsQuorum(quiet)).as("a quorum outside normal slots").isTrue();
  }

  double limitsLogged() {
    return limitsLogged;
  }

  /** Snapshots that began without an append. */
  int begunInIdleTime() {
    return begunInIdleTime;
  }

  /** The largest backlog since the last call, as a share of the hard limit. */
  double highestShareOfHardLimit() {
    double highest = highestShareOfHardLimit;
    highestShareOfHardLimit = 0;
    return highest;
  }

  /** The points of its own log, in limits, at which each member began a snapshot. */
  Collection<List<Double>> beganAt() {
    return beganAt.values();
  }

  /** Snapshots that each member began in this stretch of the log. */
  List<Integer> counts(double fromLimits, double toLimits) {
    List<Integer> counts = new ArrayList<>();
    for (List<Double> began : beganAt.values()) {
      counts.add((int) began.stream().filter(at -> at >= fromLimits && at < toLimits).count());
    }
    return counts;
  }

  /** Compares every stretch of so many cycles in the mean over the members, and for each. */
  void assertStocksCount(double fromLimits, int cycles, double share) {
    assertStocksMean(fromLimits, cycles, share, share);
    assertStocksCountOfEach(fromLimits, cycles, share, share);
  }

  /**
   * Compares the members' mean with stock's rule. As slots are spread, one of a round may be more
   * or less between the beginning of a stretch and its end.
   *
   * @param less by which share it may be less than stock's
   * @param more by which share it may be more
   */
  void assertStocksMean(double fromLimits, int cycles, double less, double more) {
    double edge = 1.0 / members.size() + ROUNDING;
    forEveryStretch(
        fromLimits,
        cycles,
        (counts, where) ->
            assertThat(counts.stream().mapToInt(Integer::intValue).average().orElseThrow())
                .as("mean of %s %s", counts, where)
                .isBetween(cycles * (1 - less) - edge, cycles * (1 + more) + edge));
  }

  /** The same for each member, of which one snapshot may be more or less for the same reason. */
  void assertStocksCountOfEach(double fromLimits, int cycles, double less, double more) {
    double edge = 1 + ROUNDING;
    forEveryStretch(
        fromLimits,
        cycles,
        (counts, where) -> {
          for (double count : counts) {
            assertThat(count)
                .as("of %s %s", counts, where)
                .isBetween(cycles * (1 - less) - edge, cycles * (1 + more) + edge);
          }
        });
  }

  private void forEveryStretch(
      double fromLimits, int cycles, BiConsumer<List<Integer>, String> check) {
    double length = cycles * STOCK_MEAN;
    for (double from = fromLimits; from + length <= limitsLogged; from += STOCK_MEAN / 10) {
      String where = String.format("in %d cycles from limit %.2f of %s", cycles, from, shape);
      check.accept(counts(from, from + length), where);
    }
  }
}
