package io.snapkeeper.wal.pacer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snapkeeper.wal.Seeds;
import io.snapkeeper.wal.profile.DiskModel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What holds whatever the pacer is told. */
class PacerPropertiesTest {

  /** Any order of calls, sensible or not: no error, and every answer within its bounds. */
  @Test
  void anyCallsGetAnAnswerWithinItsBounds() {
    Seeds.forEach("any calls", 200, PacerPropertiesTest::anyCalls);
  }

  private static void anyCalls(SplittableRandom random) {
    DiskModel model =
        random.nextBoolean()
            ? DiskModel.SAFE
            : new DiskModel(1e8, 1e4, power(random, 6, 10), power(random, 1, 6));
    Pacer pacer = new Pacer(PacerSettings.DEFAULT, model);
    long now = random.nextLong(-1_000_000_000_000L, 1_000_000_000_000L);
    for (int i = 0; i < 2_000; i++) {
      now += (long) power(random, 0, 8);
      int bytes = random.nextInt(4) == 0 ? 4_096 * random.nextInt(1, 65) : pacer.blockBytes();
      switch (random.nextInt(12)) {
        case 0 -> {
          if (random.nextInt(10) == 0) {
            pacer.begin(
                now,
                random.nextLong(1L << 40),
                now + random.nextLong(-1L << 40, 1L << 40),
                role(random));
          }
        }
        case 1 -> {
          if (random.nextInt(10) == 0) {
            pacer.end(now);
          }
        }
        case 2, 3, 4 -> {
          if (random.nextBoolean()) {
            pacer.commitBegan(now);
          } else {
            pacer.committed(now, (long) power(random, 0, 10));
          }
        }
        case 5, 6, 7 -> pacer.submitted(now, bytes);
        case 8, 9 -> pacer.completed(now, bytes);
        default -> {
          assertThat(pacer.delayNanos(now, bytes)).isBetween(0L, Pacer.DELAY_NANOS_MAX);
          assertThat(pacer.blockBytes()).isBetween(16 * 1024, 256 * 1024);
          assertThat(pacer.blockBytes() % 4_096).isZero();
          PacerFigures figures = pacer.figures(now);
          assertThat(figures.bytesPerSecond()).isPositive().isFinite();
          assertThat(figures.ceilingBytesPerSecond()).isPositive().isFinite();
        }
      }
    }
  }

  private static LogRole role(SplittableRandom random) {
    return random.nextBoolean() ? LogRole.SPARE : LogRole.NEEDED;
  }

  private static double power(SplittableRandom random, double least, double most) {
    return Math.pow(10, least + random.nextDouble() * (most - least));
  }

  /**
   * A writer that sends all it may and a disk that completes when it likes: what is in flight never
   * exceeds the tokens there are by more than the one request that went on credit.
   */
  @Test
  void aDiskIsNeverOverrun() {
    Seeds.forEach("overrun", 200, PacerPropertiesTest::neverOverrun);
  }

  private static void neverOverrun(SplittableRandom random) {
    DiskModel model = new DiskModel(1e8, 1e4, power(random, 6.5, 9.5), power(random, 2, 5));
    Pacer pacer = new Pacer(PacerSettings.DEFAULT, model);
    // A deadline that has passed asks for all there is.
    pacer.begin(0, 1L << 40, random.nextBoolean() ? -1 : Long.MAX_VALUE / 2, LogRole.SPARE);
    Deque<Integer> inFlight = new ArrayDeque<>();
    double tokens = 8 * PacerSettings.DEFAULT.requestSeconds();
    long now = 0;
    for (int i = 0; i < 5_000; i++) {
      now += random.nextLong(1_000_000);
      int bytes = pacer.blockBytes();
      if (pacer.delayNanos(now, bytes) == 0) {
        pacer.submitted(now, bytes);
        inFlight.add(bytes);
      } else if (!inFlight.isEmpty() && random.nextInt(4) == 0) {
        pacer.completed(now, inFlight.poll());
      }
      double least = inFlight.stream().mapToDouble(model::writeCostSeconds).sum();
      double last = inFlight.isEmpty() ? 0 : model.writeCostSeconds(inFlight.peekLast());
      // The model of a measured disk is the least a request costs, so this is a lower bound.
      assertThat(least - last).isLessThanOrEqualTo(tokens);
    }
  }

  /** Without completions nothing goes, however long one waits and whatever the deadline. */
  @Test
  void nothingGoesToADiskThatCompletesNothing() {
    Pacer pacer = new Pacer(PacerSettings.DEFAULT, new DiskModel(1e8, 1e4, 1e8, 1e4));
    pacer.begin(0, 1L << 40, -1, LogRole.SPARE);
    long now = 0;
    int sent = 0;
    for (; now < 100_000_000_000L; now += 10_000_000) {
      if (pacer.delayNanos(now, 65_536) == 0) {
        pacer.submitted(now, 65_536);
        sent++;
      }
    }
    assertThat(sent).isBetween(1, 64);
    for (; sent > 0; sent--) {
      pacer.completed(now, 65_536);
    }
    assertThat(pacer.delayNanos(now + 10_000_000, 65_536)).isZero();
  }

  /** What is written through a cache and forced in pieces of 2 MiB is paced by those pieces. */
  @Test
  void piecesLargerThanARequestArePacedInProportion() {
    Pacer pacer = new Pacer(PacerSettings.DEFAULT, DiskModel.SAFE);
    pacer.begin(0, 1L << 40, Long.MAX_VALUE / 2, LogRole.SPARE);
    int piece = 2 << 20;
    long now = 0;
    long bytes = 0;
    while (now < 20_000_000_000L) {
      long delay = pacer.delayNanos(now, piece);
      if (delay == 0) {
        pacer.submitted(now, piece);
        // 100 MB/s
        now += piece * 10L;
        pacer.completed(now, piece);
        bytes += piece;
      } else {
        now += delay;
      }
      pacer.committed(now, 10_000_000);
    }
    // Commits never change, so the share only rises.
    assertThat(bytes / 20.0).isBetween(0.7 * 1e8, 1e8);
  }

  @Test
  void outsideABulkWriteNobodyWaits() {
    Pacer pacer = new Pacer(PacerSettings.DEFAULT, DiskModel.SAFE);
    assertThat(pacer.delayNanos(0, 4_096)).isZero();
    pacer.begin(0, 1_000_000, 1_000_000_000_000L, LogRole.SPARE);
    assertThat(pacer.delayNanos(0, 4_096)).isPositive();
    pacer.end(1);
    assertThat(pacer.delayNanos(1, 4_096)).isZero();
    assertThat(pacer.figures(1).limit()).isEqualTo(Limit.IDLE);
  }

  private static PacerSettings settings(double requestSeconds, double leastShare) {
    return new PacerSettings(
        PacerSettings.DEFAULT.spare(),
        PacerSettings.DEFAULT.needed(),
        requestSeconds,
        0.2,
        leastShare);
  }

  @Test
  void aSettingOutOfRangeIsNamed() {
    assertThatThrownBy(() -> PacerSettings.DEFAULT.withTargetRatio(1))
        .hasMessageContaining("ratio is 1.0")
        .hasMessageContaining("100");
    assertThatThrownBy(() -> settings(1, 0.1)).hasMessageContaining("requestSeconds is 1.0");
    assertThatThrownBy(() -> settings(0.001, 0.3)).hasMessageContaining("leastShare is 0.3");
  }

  @Test
  void halfAMillisecondMoreIsAllowedUnlessARatioIsSet() {
    assertThat(PacerSettings.DEFAULT.spare().ratioAllowed(0.0002)).isEqualTo(3.5);
    assertThat(PacerSettings.DEFAULT.spare().ratioAllowed(0.002)).isEqualTo(2.2);
    for (LogRole role : LogRole.values()) {
      CommitTarget set = PacerSettings.DEFAULT.withTargetRatio(1.5).target(role);
      assertThat(set.ratioAllowed(0.0002)).as("%s", role).isEqualTo(1.5);
    }
  }

  @Test
  void whatEveryWriteWaitsForMayTakeATenthOfAMillisecondMore() {
    assertThat(PacerSettings.DEFAULT.needed().ratioAllowed(0.0002)).isEqualTo(1.5);
    assertThat(PacerSettings.DEFAULT.needed().ratioAllowed(0.002)).isEqualTo(1.3);
  }
}
