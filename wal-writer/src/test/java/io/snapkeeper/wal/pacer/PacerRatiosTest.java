package io.snapkeeper.wal.pacer;

import static io.snapkeeper.wal.pacer.SimulatedServer.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.wal.profile.DiskModel;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the pacer promises, as ratios, on simulated disks with a simulated log. */
class PacerRatiosTest {

  private static final long BEGIN = 10 * SECOND;
  private static final long MEASURED = BEGIN + SECOND;
  private static final long END = 25 * SECOND;

  /** More than the slowest of the pacers could write: it never ends by itself. */
  private static final long MUCH = 100L << 30;

  private static final long NO_DEADLINE = 1_000_000 * SECOND;

  private static Pacer pacer(double ratio, DiskModel model) {
    return new Pacer(PacerSettings.DEFAULT.withTargetRatio(ratio), model);
  }

  private static double slowdown(SimulatedServer server, double quantile) {
    return server.latency(quantile, MEASURED, END) / server.latency(quantile, 0, BEGIN);
  }

  static Stream<Arguments> targets() {
    return Stream.of(60e6, 300e6)
        .flatMap(
            bandwidth ->
                Stream.of(1, 4)
                    .flatMap(
                        channels ->
                            Stream.of(1, 2, 3)
                                .flatMap(
                                    writes ->
                                        Stream.of(1.5, 2.0)
                                            .map(
                                                ratio ->
                                                    Arguments.of(
                                                        new SimulatedSetting(
                                                            bandwidth,
                                                            channels,
                                                            writes,
                                                            bandwidth < 1e8 ? 300 : 1_000),
                                                        ratio)))));
  }

  /** The median keeps to the target, and the disk is used as far as that allows. */
  @ParameterizedTest
  @MethodSource("targets")
  void theTargetIsMetWithoutWastingTheDisk(SimulatedSetting setting, double ratio) {
    for (DiskModel model : new DiskModel[] {setting.model(), DiskModel.SAFE}) {
      SimulatedServer server = setting.server(pacer(ratio, model), setting.disk());
      server.runBoth(BEGIN, MUCH, NO_DEADLINE, END);
      assertThat(slowdown(server, 0.5)).as("p50 with %s", model).isLessThanOrEqualTo(ratio);
      assertThat(server.bandwidth(MEASURED, END))
          .as("bandwidth with %s", model)
          .isGreaterThan((ratio < 2 ? 0.3 : 0.45) * setting.bytesPerSecond());
    }
  }

  /** The defaults on a fast disk under a heavy load: most of the disk, and a bounded tail. */
  @ParameterizedTest
  @MethodSource("fastDisks")
  void theDefaultsGiveSixtyPercentOfAFastDiskAndABoundedTail(SimulatedSetting setting) {
    for (DiskModel model : new DiskModel[] {setting.model(), DiskModel.SAFE}) {
      Pacer pacer = new Pacer(PacerSettings.DEFAULT, model);
      SimulatedServer server = setting.server(pacer, setting.disk());
      server.runBoth(BEGIN, MUCH, NO_DEADLINE, END);
      // Flash has several channels, which leave a log's write a free one now and then.
      assertThat(server.bandwidth(MEASURED, END) / setting.bytesPerSecond())
          .isGreaterThan(setting.channels() > 1 ? 0.6 : 0.57);
      assertThat(slowdown(server, 0.99)).isLessThan(4);
    }
  }

  static Stream<SimulatedSetting> fastDisks() {
    return Stream.of(1, 4)
        .flatMap(c -> Stream.of(1, 3).map(writes -> new SimulatedSetting(300e6, c, writes, 1_000)));
  }

  @Test
  void theDefaultsLeaveTheMedianOnASlowDiskNearTwice() {
    for (int channels : new int[] {1, 4}) {
      SimulatedSetting setting = new SimulatedSetting(60e6, channels, 3, 300);
      SimulatedServer server =
          setting.server(new Pacer(PacerSettings.DEFAULT, DiskModel.SAFE), setting.disk());
      server.runBoth(BEGIN, MUCH, NO_DEADLINE, END);
      assertThat(slowdown(server, 0.5)).isLessThan(PacerSettings.DEFAULT.spare().ratio());
      assertThat(server.bandwidth(MEASURED, END)).isGreaterThan(0.4 * 60e6);
    }
  }

  /** What the feedback is worth: without it the same disk and load miss the target by far. */
  @Test
  void unpacedTheTargetIsMissed() {
    SimulatedSetting setting = new SimulatedSetting(60e6, 1, 3, 300);
    SimulatedServer server =
        setting.server(new Pacer(PacerSettings.DEFAULT, setting.model()), setting.disk());
    server.writeUnpaced(128 * 1024);
    server.runBoth(BEGIN, MUCH, NO_DEADLINE, END);
    assertThat(slowdown(server, 0.5)).isGreaterThan(5);
  }

  /** A disk that is slow in pieces and fast in stripes gets whole stripes. */
  @Test
  void aStripedDiskGetsWholeStripes() {
    assertThat(blockAfterARun(new SimulatedSetting(60e6, 4, 1, 300))).isEqualTo(64 * 1024);
    assertThat(blockAfterARun(new SimulatedSetting(60e6, 1, 1, 300))).isEqualTo(32 * 1024);
    assertThat(blockAfterARun(new SimulatedSetting(300e6, 1, 1, 300))).isEqualTo(128 * 1024);
    assertThat(blockAfterARun(new SimulatedSetting(2e9, 1, 1, 300))).isEqualTo(256 * 1024);
  }

  private static int blockAfterARun(SimulatedSetting setting) {
    Pacer pacer = new Pacer(PacerSettings.DEFAULT, DiskModel.SAFE);
    setting.server(pacer, setting.disk()).runBoth(BEGIN, MUCH, NO_DEADLINE, END);
    return pacer.blockBytes();
  }

  /** Commits that seem endlessly slow push the rate to the floor, never below it. */
  @Test
  void theDeadlineIsKeptHoweverBadTheCommits() {
    for (double part : new double[] {0.2, 0.5, 0.8}) {
      SimulatedSetting setting = new SimulatedSetting(100e6, 1, 2, 500);
      Pacer pacer = pacer(1.5, setting.model());
      SimulatedServer server = setting.server(pacer, setting.disk());
      server.runAlone(BEGIN);
      server.reportCommitsSlowerBy(50);
      long bytes = 1_000_000_000;
      // Alone and with a fast writer this disk needs 10 s.
      long allowed = (long) (13 / part * SECOND);
      long end = server.runBoth(BEGIN, bytes, BEGIN + allowed, BEGIN + 2 * allowed);
      assertThat((double) (end - BEGIN) / allowed).as("part %s", part).isBetween(0.7, 1.0);
      assertThat(pacer.figures(end).bytesCompleted()).isGreaterThanOrEqualTo(bytes);
    }
  }

  @Test
  void whatIsLargerThanExpectedStillEndsInTime() {
    SimulatedSetting setting = new SimulatedSetting(100e6, 1, 2, 500);
    SimulatedServer server = setting.server(pacer(1.5, setting.model()), setting.disk());
    server.runAlone(BEGIN);
    server.reportCommitsSlowerBy(50);
    // 15% more than the pacer was told.
    long end =
        server.runBoth(BEGIN, 1_000_000_000, 1_150_000_000, BEGIN + 30 * SECOND, 60 * SECOND);
    assertThat(end).isLessThan(BEGIN + 30 * SECOND);
  }

  @Test
  void aDeadlineThatHasPassedMeansFullSpeed() {
    SimulatedSetting setting = new SimulatedSetting(100e6, 1, 1, 300);
    SimulatedServer server = setting.server(pacer(1.5, setting.model()), setting.disk());
    server.runAlone(BEGIN);
    server.reportCommitsSlowerBy(50);
    server.runBoth(BEGIN, MUCH, BEGIN - SECOND, END);
    assertThat(server.bandwidth(MEASURED, END)).isGreaterThan(0.7 * 100e6);
  }

  /** A disk that stalls is given nothing more, and within a second after it all is as before. */
  @Test
  void aStalledDiskIsNotOverrunAndRecovers() {
    SimulatedSetting setting = new SimulatedSetting(300e6, 1, 2, 1_000);
    long stall = 15 * SECOND;
    long over = stall + 2 * SECOND;
    SimulatedServer server =
        setting.server(pacer(2, setting.model()), setting.disk().stalls(stall, 2 * SECOND));
    server.runBoth(BEGIN, MUCH, NO_DEADLINE, END);
    double before = server.bandwidth(MEASURED, stall);
    assertThat(server.bandwidth(stall + SECOND / 100, over)).isZero();
    assertThat(server.bandwidth(over + SECOND, END) / before).isBetween(0.8, 1.2);
    assertThat(server.bandwidth(over, over + SECOND) / before).isBetween(0.5, 1.3);
    assertThat(server.latency(0.5, over + SECOND, END) / server.latency(0.5, 0, BEGIN))
        .isLessThan(2.1);
  }

  /** The rate follows a disk of half the speed within a second, and back. */
  @Test
  void theRateFollowsABandwidthThatHalvesAndRecovers() {
    SimulatedSetting setting = new SimulatedSetting(300e6, 1, 2, 500);
    long halved = 15 * SECOND;
    long whole = 20 * SECOND;
    for (DiskModel model : new DiskModel[] {setting.model(), DiskModel.SAFE}) {
      SimulatedServer server =
          setting.server(
              pacer(2.2, model), setting.disk().changes(halved, 150e6).changes(whole, 300e6));
      server.runBoth(BEGIN, MUCH, NO_DEADLINE, END);
      double before = server.bandwidth(MEASURED, halved);
      double settled = server.bandwidth(halved + 2 * SECOND, whole);
      assertThat(settled / before).isBetween(0.35, 0.65);
      assertThat(server.bandwidth(halved + SECOND, halved + 2 * SECOND) / settled)
          .isBetween(0.75, 1.25);
      assertThat(server.bandwidth(whole + SECOND, END) / before).isBetween(0.8, 1.2);
    }
  }

  /** A machine that is slow a third of the time, for reasons of its own, costs a third at most. */
  @Test
  void commitsThatOthersSlowDownNowAndThenDoNotStarveTheBulkWrite() {
    SimulatedSetting setting = new SimulatedSetting(300e6, 4, 3, 1_000);
    SimulatedServer calm = setting.server(pacer(2.2, setting.model()), setting.disk());
    calm.runBoth(BEGIN, MUCH, NO_DEADLINE, END);
    SimulatedServer server = setting.server(pacer(2.2, setting.model()), setting.disk());
    server.runAlone(BEGIN);
    server.slowAtTheStartOfEachSecond(300_000_000);
    server.runBoth(BEGIN, MUCH, NO_DEADLINE, END);
    assertThat(server.bandwidth(MEASURED, END) / calm.bandwidth(MEASURED, END)).isGreaterThan(0.6);
  }

  /** A machine that stays slow for another reason: two seconds show that it is another. */
  @Test
  void commitsThatAreSlowWithHardlyAnyBulkWriteDoNotStarveIt() {
    SimulatedSetting setting = new SimulatedSetting(300e6, 4, 3, 1_000);
    SimulatedServer calm = setting.server(pacer(2.2, setting.model()), setting.disk());
    calm.runBoth(BEGIN, MUCH, NO_DEADLINE, END);
    SimulatedServer server = setting.server(pacer(2.2, setting.model()), setting.disk());
    server.runAlone(BEGIN);
    server.reportCommitsSlowerBy(4);
    server.runBoth(BEGIN, MUCH, NO_DEADLINE, END);
    long seen = BEGIN + 3 * SECOND;
    assertThat(server.bandwidth(seen, END) / calm.bandwidth(seen, END)).isGreaterThan(0.7);
    // Not at the log's cost: what its commits really take keeps to the target, too.
    assertThat(slowdown(server, 0.5)).isLessThan(2.3);
  }

  /** Once the other reason is gone, the target soon is what it was. */
  @Test
  void anotherReasonWearsOff() {
    SimulatedSetting setting = new SimulatedSetting(60e6, 1, 3, 300);
    SimulatedServer server = setting.server(pacer(2, setting.model()), setting.disk());
    server.runAlone(BEGIN);
    long gone = BEGIN + 10 * SECOND;
    server.reportCommitsSlowerBy(4, gone);
    long end = gone + 60 * SECOND;
    server.runBoth(BEGIN, MUCH, NO_DEADLINE, end);
    double alone = server.latency(0.5, 0, BEGIN);
    // It has been taken for one: three times the target is allowed for a while.
    assertThat(server.latency(0.5, gone, gone + 3 * SECOND) / alone).isGreaterThan(3);
    assertThat(server.latency(0.5, gone + 40 * SECOND, end) / alone).isLessThan(2.1);
  }

  /** Without any commit to compare with, those that met no request are the measure. */
  @Test
  void withoutABaselineTheFastestCommitsServe() {
    SimulatedSetting setting = new SimulatedSetting(300e6, 1, 2, 500);
    SimulatedServer alone =
        setting.server(new Pacer(PacerSettings.DEFAULT, setting.model()), setting.disk());
    alone.runAlone(BEGIN);
    SimulatedServer server = setting.server(pacer(2, setting.model()), setting.disk());
    server.runBoth(0, MUCH, NO_DEADLINE, END);
    assertThat(server.latency(0.5, MEASURED, END) / alone.latency(0.5, 0, BEGIN)).isLessThan(2.2);
    assertThat(server.bandwidth(MEASURED, END)).isGreaterThan(0.35 * 300e6);
  }

  /** The bulk write's own effect never becomes the baseline of the next one. */
  @Test
  void theBaselineIsLearnedOnlyOutsideBulkWrites() {
    SimulatedSetting setting = new SimulatedSetting(60e6, 1, 3, 300);
    Pacer pacer = pacer(5, setting.model());
    SimulatedServer server = setting.server(pacer, setting.disk());
    server.runAlone(BEGIN);
    double alone = server.latency(0.5, 0, BEGIN);
    for (int i = 0; i < 5; i++) {
      server.runBoth((10 + 10 * i) * SECOND, MUCH, NO_DEADLINE, (18 + 10 * i) * SECOND);
    }
    assertThat(server.latency(0.5, MEASURED, 18 * SECOND) / alone).isGreaterThan(1.5);
    assertThat(pacer.figures(0).baselineNanos() / alone).isBetween(0.95, 1.05);
  }
}
