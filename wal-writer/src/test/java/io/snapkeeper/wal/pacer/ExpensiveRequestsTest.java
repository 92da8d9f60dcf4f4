package io.snapkeeper.wal.pacer;

import static io.snapkeeper.wal.pacer.SimulatedServer.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.wal.profile.DiskModel;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Disks on which each request has its price: there a small request is hardly shorter than a large
 * one, and moves a sixteenth of the bytes.
 */
class ExpensiveRequestsTest {

  private static final long BEGIN = 10 * SECOND;
  private static final long MEASURED = BEGIN + 2 * SECOND;
  private static final long END = 40 * SECOND;
  private static final long MUCH = 100L << 30;
  private static final long NO_DEADLINE = 1_000_000 * SECOND;
  private static final int LARGEST = 256 * 1024;

  /** Doubling these once more gives little. */
  private static final int LARGE = 128 * 1024;

  /** The disks, with a load that each of them bears. */
  private enum Kind {
    /** A seek and half a turn for each request, 150 MB/s on the track. */
    ROTATING(40, 150e6, 8_000_000, 0),
    /** A volume of 100 requests a second. */
    VOLUME_100(30, 90e6, 10_000_000, 0),
    /** A volume of 500 requests a second. */
    VOLUME_500(150, 125e6, 2_000_000, 0),
    /** The same, whose requests are short until they come too often. */
    LIMIT_500(150, 125e6, 100_000, 1),
    /** 3,000 requests a second until the credits are spent, then 300: a small volume. */
    BURST(100, 125e6, 330_000, 6_000);

    private static final double EARNED_PER_SECOND = 300;
    private static final double LIMIT_PER_SECOND = 500;

    final double commitsPerSecond;
    private final double bytesPerSecond;
    private final long commandNanos;
    private final int credits;

    Kind(double commitsPerSecond, double bytesPerSecond, long commandNanos, int credits) {
      this.commitsPerSecond = commitsPerSecond;
      this.bytesPerSecond = bytesPerSecond;
      this.commandNanos = commandNanos;
      this.credits = credits;
    }

    SimulatedDisk disk() {
      SimulatedDisk disk = new SimulatedDisk(bytesPerSecond, commandNanos);
      return credits == 0
          ? disk
          : disk.bursts(credits, credits == 1 ? LIMIT_PER_SECOND : EARNED_PER_SECOND);
    }
  }

  /** One run of a bulk write beside the log. */
  private record Run(Kind kind, SimulatedServer server, SimulatedDisk disk, Pacer pacer) {

    static Run paced(Kind kind) {
      Run run = begun(kind);
      run.server.runBoth(BEGIN, MUCH, NO_DEADLINE, END);
      return run;
    }

    static Run unpaced(Kind kind, int blockBytes) {
      Run run = begun(kind);
      run.server.writeUnpaced(blockBytes);
      run.server.runBoth(BEGIN, MUCH, NO_DEADLINE, END);
      return run;
    }

    private static Run begun(Kind kind) {
      SimulatedDisk disk = kind.disk();
      Pacer pacer = new Pacer(PacerSettings.DEFAULT, DiskModel.SAFE);
      SimulatedServer server =
          new SimulatedServer(pacer, disk, 1, kind.commitsPerSecond, new SplittableRandom(1));
      return new Run(kind, server, disk, pacer);
    }

    double megabytesPerSecond() {
      return server.bandwidth(MEASURED, END) / 1e6;
    }

    double requestsPerSecond() {
      return server.blocks.stream().filter(block -> block.atNanos() >= MEASURED).count()
          / ((END - MEASURED) / 1e9);
    }

    double slowdown(double quantile) {
      return server.latency(quantile, MEASURED, END) / server.latency(quantile, 0, BEGIN);
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "| %s | %d KiB | %.1f | %.0f | x%.2f | x%.2f |",
          kind.name().toLowerCase(Locale.ROOT).replace('_', ' '),
          server.blocks.get(server.blocks.size() - 1).bytes() / 1024,
          megabytesPerSecond(),
          requestsPerSecond(),
          slowdown(0.5),
          slowdown(0.99));
    }
  }

  /** 16 KiB were chosen before: 1 to 6 MB/s. */
  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"ROTATING", "VOLUME_100", "VOLUME_500"})
  void requestsAreLarge(Kind kind) {
    Run paced = Run.paced(kind);
    Run small = Run.unpaced(kind, 16 * 1024);
    System.out.println("paced " + paced);
    System.out.println("16 KiB " + small);

    assertThat(paced.pacer.blockBytes()).isGreaterThanOrEqualTo(LARGE);
    assertThat(paced.megabytesPerSecond()).isGreaterThan(4 * small.megabytesPerSecond());
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"ROTATING", "VOLUME_100", "VOLUME_500"})
  void commitsKeepToTheTarget(Kind kind) {
    assertThat(Run.paced(kind).slowdown(0.5)).isLessThan(PacerSettings.DEFAULT.spare().ratio());
  }

  /**
   * Where most requests are short, because credits are left or the limit is not reached, the pacer
   * keeps the size that is right for short ones, and holds the bulk write to what the commits
   * leave.
   */
  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"LIMIT_500", "BURST"})
  void whereTheLimitShowsOnlyWhenItIsReachedCommitsComeFirst(Kind kind) {
    Run paced = Run.paced(kind);
    Run small = Run.unpaced(kind, 16 * 1024);
    System.out.println("paced " + paced);
    System.out.println("16 KiB " + small);

    assertThat(paced.disk.credits()).isLessThan(10);
    assertThat(paced.slowdown(0.5)).isLessThan(small.slowdown(0.5) / 4);
    assertThat(paced.megabytesPerSecond()).isGreaterThan(1.5 * small.megabytesPerSecond());
  }

  /** What is slow because it is large is written in small pieces, as before. */
  @Test
  void aDiskOfLittleBandwidthKeepsShortRequests() {
    for (double bytesPerSecond : new double[] {4e6, 10e6, 30e6}) {
      SimulatedSetting setting = new SimulatedSetting(bytesPerSecond, 1, 1, 50);
      Pacer pacer = new Pacer(PacerSettings.DEFAULT, DiskModel.SAFE);
      setting.server(pacer, setting.disk()).runBoth(BEGIN, MUCH, NO_DEADLINE, END);
      assertThat(pacer.blockBytes())
          .as("%.0f MB/s", bytesPerSecond / 1e6)
          .isLessThanOrEqualTo(32 * 1024);
    }
  }

  /** A drive of 3 GB/s: commits hardly notice the largest requests, one after the other. */
  @Test
  void aFastDriveGetsTheLargest() {
    SimulatedSetting setting = new SimulatedSetting(3e9, 1, 1, 1_000);
    Pacer pacer = new Pacer(PacerSettings.DEFAULT, DiskModel.SAFE);
    SimulatedServer server = setting.server(pacer, setting.disk());
    server.runBoth(BEGIN, MUCH, NO_DEADLINE, END);
    assertThat(pacer.blockBytes()).isEqualTo(LARGEST);
    assertThat(server.bandwidth(MEASURED, END)).isGreaterThan(0.3 * 3e9);
  }
}
