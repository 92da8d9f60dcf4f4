package io.snapkeeper.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.zookeeper.metrics.impl.DefaultMetricsProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Against the metrics provider that a ZooKeeper server uses by default. */
class ZooKeeperGaugesTest {

  private final DefaultMetricsProvider provider = new DefaultMetricsProvider();
  private Optional<LeaderFigures> leader = Optional.empty();
  private MemberFigures member =
      new MemberFigures(700, 1_048_576, 70.5, 2, true, 412, 5, 4, 3, 1, 2, 6, 9, 1_300, 8_800);
  private WritingFigures writing =
      new WritingFigures(
          1,
          8,
          Optional.of(
              new WritingFigures.Pacing(
                  2,
                  42_000_000,
                  55_000_000,
                  OptionalLong.of(640),
                  OptionalLong.of(1_140),
                  OptionalLong.of(1_210),
                  10)));

  private final SnapkeeperFigures figures =
      new SnapkeeperFigures() {
        @Override
        public MemberFigures member() {
          return member;
        }

        @Override
        public WritingFigures writing() {
          return writing;
        }

        @Override
        public LogWritingFigures log() {
          return new LogWritingFigures(2, 31, 1);
        }

        @Override
        public Optional<LeaderFigures> leader() {
          return leader;
        }
      };

  @AfterEach
  void stop() {
    provider.stop();
  }

  @Test
  void eachFigureOfTheServerIsDumpedUnderItsOwnName() {
    try (ZooKeeperGauges gauges = new ZooKeeperGauges(provider.getRootContext(), figures)) {
      assertThat(gauges).isNotNull();
      assertThat(dump())
          .isEqualTo(
              Map.ofEntries(
                  Map.entry("snapkeeper_backlog_txns", 700L),
                  Map.entry("snapkeeper_backlog_log_bytes", 1_048_576L),
                  Map.entry("snapkeeper_backlog_percent", 70.5),
                  Map.entry("snapkeeper_mode", 2),
                  Map.entry("snapkeeper_snapshot_running", 1),
                  Map.entry("snapkeeper_snapshot_progress_permille", 412),
                  Map.entry("snapkeeper_scheduled_snapshots", 5L),
                  Map.entry("snapkeeper_unscheduled_snapshots", 4L),
                  Map.entry("snapkeeper_hard_limit_snapshots", 3L),
                  Map.entry("snapkeeper_stock_rule_snapshots", 1L),
                  Map.entry("snapkeeper_aborted_snapshots", 2L),
                  Map.entry("snapkeeper_failed_snapshots", 6L),
                  Map.entry("snapkeeper_faults", 9L),
                  Map.entry("snapkeeper_fsync_mean_micros", 1_300L),
                  Map.entry("snapkeeper_fsync_p99_micros", 8_800L),
                  Map.entry("snapkeeper_snapshot_way", 1),
                  Map.entry("snapkeeper_buffered_snapshots", 8L),
                  Map.entry("snapkeeper_snapshot_limit", 2),
                  Map.entry("snapkeeper_snapshot_bytes_per_second", 42_000_000L),
                  Map.entry("snapkeeper_disk_bytes_per_second", 55_000_000L),
                  Map.entry("snapkeeper_commit_baseline_micros", 640L),
                  Map.entry("snapkeeper_commit_target_micros", 1_140L),
                  Map.entry("snapkeeper_commit_beside_snapshot_micros", 1_210L),
                  Map.entry("snapkeeper_pacer_faults", 10L),
                  Map.entry("snapkeeper_log_way", 2),
                  Map.entry("snapkeeper_log_overruns", 31L),
                  Map.entry("snapkeeper_log_writer_respawns", 1L)));
    }
  }

  @Test
  void figuresOfTheSchedulerAppearOnlyOnALeader() {
    try (ZooKeeperGauges gauges = new ZooKeeperGauges(provider.getRootContext(), figures)) {
      assertThat(gauges).isNotNull();
      assertThat(dump()).doesNotContainKey("snapkeeper_quorum_margin");

      leader = Optional.of(new LeaderFigures(-1, 3, 2, 20, 4, 14, 1, 5));

      assertThat(dump())
          .containsEntry("snapkeeper_quorum_margin", -1)
          .containsEntry("snapkeeper_members_fast", 3)
          .containsEntry("snapkeeper_slots_outstanding", 2)
          .containsEntry("snapkeeper_slots_granted", 20L)
          .containsEntry("snapkeeper_slots_degraded", 4L)
          .containsEntry("snapkeeper_slots_done", 14L)
          .containsEntry("snapkeeper_slots_declined", 1L)
          .containsEntry("snapkeeper_slots_expired", 5L);
    }
  }

  @Test
  void whatThePacerDoesNotKnowYetIsLeftOut() {
    writing =
        new WritingFigures(
            0,
            0,
            Optional.of(
                new WritingFigures.Pacing(
                    0,
                    0,
                    60_000_000,
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    0)));
    try (ZooKeeperGauges gauges = new ZooKeeperGauges(provider.getRootContext(), figures)) {
      assertThat(gauges).isNotNull();
      assertThat(dump())
          .containsEntry("snapkeeper_snapshot_limit", 0)
          .doesNotContainKey("snapkeeper_commit_baseline_micros")
          .doesNotContainKey("snapkeeper_commit_target_micros")
          .doesNotContainKey("snapkeeper_commit_beside_snapshot_micros");
    }
  }

  @Test
  void withoutAPacerThereIsNoFigureOfIt() {
    writing = new WritingFigures(3, 0, Optional.empty());
    try (ZooKeeperGauges gauges = new ZooKeeperGauges(provider.getRootContext(), figures)) {
      assertThat(gauges).isNotNull();
      assertThat(dump())
          .containsEntry("snapkeeper_snapshot_way", 3)
          .doesNotContainKey("snapkeeper_snapshot_limit")
          .doesNotContainKey("snapkeeper_snapshot_bytes_per_second")
          .doesNotContainKey("snapkeeper_pacer_faults");
    }
  }

  @Test
  void gaugesReadTheFigureOfTheMoment() {
    try (ZooKeeperGauges gauges = new ZooKeeperGauges(provider.getRootContext(), figures)) {
      assertThat(gauges).isNotNull();
      member = new MemberFigures(1, 2, 3, 4, false, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
      assertThat(dump())
          .containsEntry("snapkeeper_backlog_txns", 1L)
          .containsEntry("snapkeeper_snapshot_running", 0);
    }
  }

  @Test
  void closeTakesEveryGaugeOut() {
    new ZooKeeperGauges(provider.getRootContext(), figures).close();
    assertThat(dump()).isEmpty();
  }

  private Map<String, Object> dump() {
    Map<String, Object> values = new TreeMap<>();
    provider.dump(
        (name, value) -> {
          if (name.startsWith("snapkeeper_")) {
            values.put(name, value);
          }
        });
    return values;
  }
}
