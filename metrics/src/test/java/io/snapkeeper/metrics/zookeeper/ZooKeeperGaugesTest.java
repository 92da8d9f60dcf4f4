package io.snapkeeper.metrics.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.metrics.FixedFigures;
import io.snapkeeper.metrics.figures.MemberFigures;
import io.snapkeeper.metrics.figures.PacingFigures;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.apache.zookeeper.metrics.impl.DefaultMetricsProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Against the metrics provider that a ZooKeeper server uses by default. */
class ZooKeeperGaugesTest {

  private final DefaultMetricsProvider provider = new DefaultMetricsProvider();
  private final FixedFigures figures = new FixedFigures();

  @AfterEach
  void stop() {
    provider.stop();
  }

  @Test
  void figuresAreDumpedWithTheirLabelsInTheName() {
    figures.durations.commits().record(2_500_000);
    try (ZooKeeperGauges gauges = new ZooKeeperGauges(provider.getRootContext(), figures)) {
      assertThat(gauges).isNotNull();
      assertThat(dump())
          .containsEntry("snapkeeper_backlog_transactions", 700L)
          .containsEntry("snapkeeper_backlog_ratio", 0.705)
          .containsEntry("snapkeeper_member_mode_scheduled", 1L)
          .containsEntry("snapkeeper_member_mode_stock_rule", 0L)
          .containsEntry("snapkeeper_snapshots_total_slot", 5L)
          .containsEntry("snapkeeper_snapshots_total_other", 2L)
          .containsEntry("snapkeeper_snapshot_limited_by_deadline", 1L)
          .containsEntry("snapkeeper_commit_baseline_seconds", 0.00064)
          .containsEntry("snapkeeper_log_way_process", 1L)
          .containsEntry("snapkeeper_slots_granted_total_degraded", 4L)
          .containsEntry("snapkeeper_commit_duration_seconds_count", 1L)
          .containsEntry("snapkeeper_commit_duration_seconds_sum", 0.0025)
          .containsEntry("snapkeeper_faults_total", 9L);
    }
  }

  @Test
  void figuresOfTheSchedulerAppearOnlyOnALeader() {
    try (ZooKeeperGauges gauges = new ZooKeeperGauges(provider.getRootContext(), figures)) {
      assertThat(gauges).isNotNull();
      assertThat(dump()).doesNotContainKey("snapkeeper_quorum_margin");

      figures.leader = Optional.of(FixedFigures.LEADER);
      gauges.refresh();

      assertThat(dump())
          .containsEntry("snapkeeper_quorum_margin", -1L)
          .containsEntry("snapkeeper_voters_fast", 1L)
          .containsEntry("snapkeeper_slots_outstanding", 2L);
    }
  }

  @Test
  void whatAScheduleWouldHaveDoneAppearsOnlyOnALeaderThatWatches() {
    try (ZooKeeperGauges gauges = new ZooKeeperGauges(provider.getRootContext(), figures)) {
      assertThat(gauges).isNotNull();
      assertThat(dump())
          .containsEntry("snapkeeper_quorum_snapshotting_seconds_total", 12.125)
          .doesNotContainKey("snapkeeper_shadow_slots");

      figures.shadow = Optional.of(FixedFigures.SHADOW);
      gauges.refresh();

      assertThat(dump())
          .containsEntry("snapkeeper_shadow_quorum_snapshotting_seconds", 0.25)
          .containsEntry("snapkeeper_shadow_slots", 17L)
          .containsEntry("snapkeeper_shadow_degraded_slots", 2L)
          .containsEntry("snapkeeper_shadow_backlog_max_ratio", 0.9);
    }
  }

  @Test
  void singleMembersAndTheVersionAreLeftOut() {
    figures.leader = Optional.of(FixedFigures.LEADER);
    try (ZooKeeperGauges gauges = new ZooKeeperGauges(provider.getRootContext(), figures)) {
      assertThat(gauges).isNotNull();
      assertThat(dump().keySet())
          .noneMatch(name -> name.contains("_member_state") || name.contains("_build_info"));
    }
  }

  @Test
  void whatThePacerDoesNotKnowYetIsLeftOut() {
    figures.pacing =
        Optional.of(
            new PacingFigures(
                PacingFigures.Limit.NONE,
                0,
                60e6,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                0,
                0));
    try (ZooKeeperGauges gauges = new ZooKeeperGauges(provider.getRootContext(), figures)) {
      assertThat(gauges).isNotNull();
      assertThat(dump())
          .containsEntry("snapkeeper_snapshot_limited_by_none", 1L)
          .doesNotContainKey("snapkeeper_commit_baseline_seconds")
          .doesNotContainKey("snapkeeper_commit_target_seconds")
          .doesNotContainKey("snapkeeper_commit_beside_snapshot_seconds");
    }
  }

  @Test
  void withoutAPacerItsGaugesAreLeftOut() {
    figures.pacing = Optional.empty();
    try (ZooKeeperGauges gauges = new ZooKeeperGauges(provider.getRootContext(), figures)) {
      assertThat(gauges).isNotNull();
      assertThat(dump())
          .containsKey("snapkeeper_snapshot_way_direct")
          .doesNotContainKey("snapkeeper_snapshot_limited_by_none")
          .doesNotContainKey("snapkeeper_snapshot_rate_bytes_per_second");
    }
  }

  @Test
  void gaugesReadTheFigureOfTheMoment() {
    try (ZooKeeperGauges gauges = new ZooKeeperGauges(provider.getRootContext(), figures)) {
      assertThat(gauges).isNotNull();
      figures.member = new MemberFigures(1, 2, 3, MemberFigures.Mode.PAUSED, 0, 0, 0);
      assertThat(dump())
          .containsEntry("snapkeeper_backlog_transactions", 1L)
          .containsEntry("snapkeeper_member_mode_paused", 1L);
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
