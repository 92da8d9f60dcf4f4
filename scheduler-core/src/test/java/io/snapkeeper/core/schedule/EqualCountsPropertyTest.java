package io.snapkeeper.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.schedule.CountedRun.Shape;
import io.snapkeeper.testset.TestSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Each member's snapshots in every stretch of its log for which stock's rule gives 20, over random
 * ensembles: 19, 20 or 21. {@code -Dseed=N} runs one ensemble alone, {@code
 * -Dcounts.ensembles=10000} so many, and besides 2,000 in an overload and 500 in bursts.
 */
class EqualCountsPropertyTest {

  private static final int CYCLES = 20;

  /** 5% of {@link #CYCLES}. */
  private static final int MAY_DIFFER = 1;

  /** Slots of the first round are spread, and voters that are down count as missing after 10 s. */
  private static final double WARM_UP_CYCLES = 8;

  private static final double RUN_CYCLES = 2 * CYCLES;

  private static final double ROUNDING = 1e-6;

  /** What one ensemble's members took in the stretches. */
  private record Counts(long seed, Shape shape, int fewest, int most) {}

  @Test
  void asManyAsStocksRuleWhileLanesSuffice() {
    int ensembles = TestSet.times(40, 250, 1_000, "random ensembles, slots in time");
    List<Counts> all = run(ensembles(1, ensembles), false);
    report("lanes suffice", all);
    assertNone(
        all,
        counts -> counts.most() > CYCLES + MAY_DIFFER || counts.fewest() < CYCLES - MAY_DIFFER);
  }

  /** Where the slots of a cycle take 1.2 to 3 times the time that there is for them. */
  @Test
  void neverMoreThanStocksRuleAndAFairShareInAnOverload() {
    List<Counts> all =
        run(ensembles(0.2, TestSet.times(10, 50, 200, "random ensembles in an overload")), true);
    report("overload", all);
    assertNone(
        all,
        counts ->
            counts.most() > CYCLES + MAY_DIFFER || counts.fewest() < fairShare(counts.shape()));
    assertThat(all).as("lanes are busy").anyMatch(counts -> counts.most() < CYCLES - 1);
  }

  /**
   * Writes come in bursts, and slots are used in the pauses between them, without an append. In
   * half of the ensembles bursts are short enough for every slot to be in time, see {@link
   * #SHORT_BURST_MAX}. Members that are ready from half of their limit on, whatever their account
   * says, take up to 28 here, while in a steady load the spacing alone keeps the number.
   */
  @Test
  void noMoreThanStocksRuleByUsingIdleTime() {
    int quickOrFull = TestSet.times(8, 30, 100, "random ensembles whose writes come in bursts");
    List<Counts> all =
        seeds(ensembles(0.05, quickOrFull)).mapToObj(EqualCountsPropertyTest::runInBursts).toList();
    report("bursts", all);
    report("short bursts", all.stream().filter(counts -> hasShortBursts(counts.seed())).toList());
    assertNone(
        all,
        counts ->
            counts.most() > CYCLES + MAY_DIFFER
                || (hasShortBursts(counts.seed()) && counts.fewest() < CYCLES - MAY_DIFFER));
  }

  /** So many as asked for, or this share of -Dcounts.ensembles where that is given. */
  private static int ensembles(double share, int otherwise) {
    Integer given = Integer.getInteger("counts.ensembles");
    return given == null ? otherwise : (int) Math.max(1, share * given);
  }

  private static void assertNone(List<Counts> all, Predicate<Counts> wrong) {
    assertThat(all.stream().filter(wrong).limit(5).toList())
        .as("the first that differ; -Dseed=N runs one alone")
        .isEmpty();
  }

  /** What each member has in a stretch while all lanes are busy, see docs/scheduling.md. */
  private static double fairShare(Shape shape) {
    int members = shape.down() == 0 ? shape.voters() : shape.voters() - 1;
    int atOnce = atOnce(shape.voters(), shape.down() != 0);
    double longest = shape.durationMillis() * (1 + shape.noise()) + 2.0 * shape.pingMillis();
    double millis = CYCLES * limitsPerCycle(shape) * shape.fillMillis();
    return Math.floor(atOnce * millis / (2 * members * longest) - 2);
  }

  private static int atOnce(int voters, boolean oneDown) {
    return Math.max(1, (voters - 1) / 2 - (oneDown ? 1 : 0));
  }

  private static List<Counts> run(int ensembles, boolean overload) {
    return seeds(ensembles).mapToObj(seed -> run(seed, overload)).toList();
  }

  private static LongStream seeds(int ensembles) {
    Long only = Long.getLong("seed");
    LongStream seeds = only == null ? LongStream.rangeClosed(1, ensembles) : LongStream.of(only);
    return seeds.parallel();
  }

  private static Counts run(long seed, boolean overload) {
    SplittableRandom random = new SplittableRandom(seed);
    Shape shape = overload ? overloaded(random) : inTime(random);
    double limitsPerCycle = limitsPerCycle(shape);
    CountedRun run = new CountedRun(shape, random);
    run.drive(1, (WARM_UP_CYCLES + RUN_CYCLES) * limitsPerCycle);
    return counted(seed, shape, run);
  }

  /**
   * The most that a short burst logs, in limits. With pauses in which everybody has its slot who is
   * ready, nobody is later than by such a burst.
   */
  private static final double SHORT_BURST_MAX = 0.4;

  private static final double LONG_BURST_MAX = 3;

  private static boolean hasShortBursts(long seed) {
    return seed % 2 == 0;
  }

  private static Counts runInBursts(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Shape shape = shape(random, false, 0.05, BUSY_MAX);
    CountedRun run = new CountedRun(shape, random);
    run.useIdleTime();
    double slotMillis = shape.durationMillis() * (1 + shape.noise()) + 2.0 * shape.pingMillis();
    double allMillis = Report.Idle.FROM_MILLIS + (slotMillis + shape.pingMillis()) * shape.voters();
    double end = (WARM_UP_CYCLES + RUN_CYCLES) * limitsPerCycle(shape);
    while (run.limitsLogged() < end) {
      boolean isShort = hasShortBursts(seed);
      run.drive(1, logUniform(random, 0.1, isShort ? SHORT_BURST_MAX : LONG_BURST_MAX));
      run.pause((long) (allMillis * (isShort ? 1 + random.nextDouble() : random.nextDouble())));
    }
    assertThat(run.begunInIdleTime()).as("snapshots in idle time, %s", shape).isPositive();
    return counted(seed, shape, run);
  }

  private static Counts counted(long seed, Shape shape, CountedRun run) {
    double limitsPerCycle = limitsPerCycle(shape);
    int fewest = Integer.MAX_VALUE;
    int most = 0;
    for (List<Double> began : run.beganAt()) {
      double length = CYCLES * limitsPerCycle;
      for (double from = WARM_UP_CYCLES * limitsPerCycle;
          from + length <= run.limitsLogged() - limitsPerCycle;
          from += limitsPerCycle / 20) {
        int count = count(began, from, from + length);
        fewest = Math.min(fewest, count);
        most = Math.max(most, count);
      }
    }
    return new Counts(seed, shape, fewest, most);
  }

  private static int count(List<Double> began, double from, double to) {
    int count = 0;
    for (double at : began) {
      count += at >= from && at < to - ROUNDING ? 1 : 0;
    }
    return count;
  }

  /** The mean distance of stock's snapshots, in units of the nearer limit. */
  private static double limitsPerCycle(Shape shape) {
    double logBytes = shape.snapCount() * ModelMember.BYTES_PER_TXN;
    return Math.max(1, shape.bytesShare())
        / StockRule.snapshots(shape.limits(), (double) shape.snapCount(), logBytes);
  }

  /** Slots take up to so much of the time that safety gives them. */
  private static final double BUSY_MAX = 0.85;

  /** With members that are away now and then, whose time the others' slots have to do without. */
  private static final double BUSY_MAX_COMING_AND_GOING = 0.4;

  /**
   * Limits that are logged at most while a member is away. Who is away for longer just when it is
   * due comes back later than is credited: {@code -Dcounts.awayMax=0.6} fails, see "Absences" in
   * docs/scheduling.md.
   */
  private static final double AWAY_MAX =
      Double.parseDouble(System.getProperty("counts.awayMax", "0.35"));

  private static Shape inTime(SplittableRandom random) {
    boolean comeAndGo = random.nextInt(4) == 0;
    return shape(random, comeAndGo, 0.05, comeAndGo ? BUSY_MAX_COMING_AND_GOING : BUSY_MAX);
  }

  private static Shape overloaded(SplittableRandom random) {
    return shape(random, false, 1.2, 3);
  }

  private static Shape shape(
      SplittableRandom random, boolean comeAndGo, double busyMin, double busyMax) {
    int voters = 3 + random.nextInt(5);
    boolean oneDown = !comeAndGo && random.nextInt(4) == 0;
    int members = oneDown ? voters - 1 : voters;
    int atOnce = atOnce(voters, oneDown);
    double fillMillis = logUniform(random, 3_000, 12_000);
    double bytesShare = random.nextInt(3) == 0 ? logUniform(random, 0.3, 3) : 0;
    double cycleMillis = 0.7 * fillMillis;
    long pingMillis = (long) (fillMillis / logUniform(random, 30, 200));
    double unequal = random.nextBoolean() ? 0 : 0.9 * random.nextDouble();
    double noise = 0.6 * random.nextDouble();
    double busy = busyMin + (busyMax - busyMin) * random.nextDouble();
    // Disks are unequal in even steps, so the mean duration lies in the middle. Two pings pass
    // before a slot's end is known and the next one begins.
    double mean = busy * atOnce * cycleMillis / members - 2 * pingMillis;
    double slowest = Math.max(50, mean / (1 - unequal / 2));
    if (busyMax < 1) {
      // A member whose own snapshots take all the time cannot have as many as stock's rule gives.
      slowest = Math.min(slowest, 0.7 * cycleMillis / (1 + noise));
    }
    long snapCount = 2_000;
    double txnsPerSecond = 1e3 * snapCount / fillMillis / Math.max(1, bytesShare);
    return new Shape(
        voters,
        oneDown ? voters : 0,
        snapCount,
        txnsPerSecond,
        slowest,
        unequal,
        noise,
        Math.max(20, pingMillis),
        comeAndGo ? AWAY_MAX : 0,
        bytesShare);
  }

  private static double logUniform(SplittableRandom random, double least, double most) {
    return least * Math.pow(most / least, random.nextDouble());
  }

  private static void report(String what, List<Counts> all) {
    long more = all.stream().filter(counts -> counts.most() > CYCLES + MAY_DIFFER).count();
    long fewer = all.stream().filter(counts -> counts.fewest() < CYCLES - MAY_DIFFER).count();
    System.out.printf(
        "%s: %d ensembles, in %d some member took more than %d in %d cycles, in %d fewer than %d;"
            + " most %d, fewest %d%n",
        what,
        all.size(),
        more,
        CYCLES + MAY_DIFFER,
        CYCLES,
        fewer,
        CYCLES - MAY_DIFFER,
        all.stream().mapToInt(Counts::most).max().orElseThrow(),
        all.stream().mapToInt(Counts::fewest).min().orElseThrow());
  }
}
