package io.snapkeeper.zk.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.snapkeeper.core.member.MemberConfig;
import io.snapkeeper.core.report.Report;
import org.junit.jupiter.api.Test;

/** What is expected of a snapshot's size as the tree changes. */
class SnapshotForecastTest {

  private static final int NODES = 1_000;

  private long treeBytes = 10_000_000;
  private final SnapshotForecast forecast =
      new SnapshotForecast(
          new MemberSetup(
              new MemberConfig(1, new Report.Limits(1_000, 0), 1, 1, 1),
              1,
              true,
              () -> treeBytes,
              () -> 3));

  @Test
  void theFirstIsTheTreeWithWhatIsAddedToEachNode() {
    assertThat(forecast.next(NODES).bytes()).isEqualTo(10_000_000 + 80 * NODES);
  }

  @Test
  void theNextIsTheTreeWithWhatLayBesideItInTheLast() {
    long beside = 12_000_000 - forecast.treeBytes(NODES);
    forecast.written(12_000_000, forecast.treeBytes(NODES));
    assertThat(forecast.next(NODES).bytes()).isEqualTo(12_000_000);

    treeBytes *= 2;
    assertThat(forecast.next(2 * NODES).bytes()).isEqualTo(2 * (12_000_000 - beside) + beside);
  }

  /** Ten thousand sessions and hardly a node: the ratio of the two says nothing of a large tree. */
  @Test
  void afterASnapshotOfSessionsAloneALargeTreeIsNotForetoldAHundredTimesTooLarge() {
    treeBytes = 44;
    forecast.written(120_000, forecast.treeBytes(5));
    treeBytes = 1_000_000_000;
    assertThat(forecast.next(NODES).bytes()).isLessThan(1_001_000_000);
  }

  /** The last size alone would let every attempt fail for want of space, for ever. */
  @Test
  void afterMassDeletesItIsSmall() {
    forecast.written(forecast.treeBytes(NODES) + 1_000, forecast.treeBytes(NODES));
    treeBytes = 100_000;
    assertThat(forecast.next(10).bytes()).isLessThan(200_000);
  }

  @Test
  void compressionIsLearnedFromTheLastOne() {
    forecast.written(1_000_000, forecast.treeBytes(NODES));
    assertThat(forecast.next(NODES).bytes()).isCloseTo(1_000_000, within(1L));
  }

  @Test
  void anEmptyTreeNeedsWhatLiesBesideItAndNothingIsDividedByIt() {
    treeBytes = 0;
    assertThat(forecast.next(0).bytes()).isZero();
    forecast.written(50, forecast.treeBytes(0));
    assertThat(forecast.next(0).bytes()).isEqualTo(50);
    treeBytes = -1; // ZooKeeper's count of it is approximate
    assertThat(forecast.next(0).bytes()).isEqualTo(50);
  }
}
