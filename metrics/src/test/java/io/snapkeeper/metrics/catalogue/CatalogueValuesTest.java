package io.snapkeeper.metrics.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.metrics.figures.DurationFigures;
import io.snapkeeper.metrics.figures.LeaderFigures;
import io.snapkeeper.metrics.figures.LogWritingFigures;
import io.snapkeeper.metrics.figures.MemberFigures;
import io.snapkeeper.metrics.figures.OverlapFigures;
import io.snapkeeper.metrics.figures.PacingFigures;
import io.snapkeeper.metrics.figures.ShadowFigures;
import io.snapkeeper.metrics.figures.SlotFigures;
import io.snapkeeper.metrics.figures.SnapkeeperFigures;
import io.snapkeeper.metrics.figures.SnapshotFigures;
import io.snapkeeper.metrics.histogram.DurationLayouts;
import io.snapkeeper.metrics.histogram.LatencyHistogram;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** No two figures have the same value here, so that two that are mixed up are found. */
class CatalogueValuesTest {

  /** Every value of every metric. Of states only the one in force is not 0. */
  private static final Map<String, Double> VALUES =
      Map.ofEntries(
          Map.entry("snapkeeper_backlog_transactions", 11.0),
          Map.entry("snapkeeper_backlog_bytes", 12.0),
          Map.entry("snapkeeper_backlog_ratio", 13.5),
          Map.entry("snapkeeper_member_mode_paused", 1.0),
          Map.entry("snapkeeper_commit_recent_mean_seconds", 14.5),
          Map.entry("snapkeeper_commit_recent_p99_seconds", 15.5),
          Map.entry("snapkeeper_faults_total", 16.0),
          Map.entry("snapkeeper_snapshot_running", 1.0),
          Map.entry("snapkeeper_snapshot_progress_ratio", 20.5),
          Map.entry("snapkeeper_snapshots_total_slot", 21.0),
          Map.entry("snapkeeper_snapshots_total_hard_limit", 22.0),
          Map.entry("snapkeeper_snapshots_total_stock_rule", 23.0),
          Map.entry("snapkeeper_snapshots_total_other", 24.0),
          Map.entry("snapkeeper_snapshots_given_up_total_aborted", 25.0),
          Map.entry("snapkeeper_snapshots_given_up_total_failed", 26.0),
          Map.entry("snapkeeper_snapshot_written_bytes_total", 27.0),
          Map.entry("snapkeeper_snapshot_way_buffered", 1.0),
          Map.entry("snapkeeper_snapshots_fallen_back_total_buffered", 28.0),
          Map.entry("snapkeeper_snapshots_fallen_back_total_stream", 29.0),
          Map.entry("snapkeeper_commit_duration_seconds", 1.0),
          Map.entry("snapkeeper_snapshot_duration_seconds", 2.0),
          Map.entry("snapkeeper_snapshot_request_duration_seconds", 3.0),
          Map.entry("snapkeeper_snapshot_limited_by_disk", 1.0),
          Map.entry("snapkeeper_snapshot_rate_bytes_per_second", 31.5),
          Map.entry("snapkeeper_disk_rate_bytes_per_second", 32.5),
          Map.entry("snapkeeper_commit_baseline_seconds", 33.5),
          Map.entry("snapkeeper_commit_target_seconds", 34.5),
          Map.entry("snapkeeper_commit_beside_snapshot_seconds", 35.5),
          Map.entry("snapkeeper_pacer_waited_seconds_total", 36.5),
          Map.entry("snapkeeper_pacer_faults_total", 37.0),
          Map.entry("snapkeeper_log_way_in_process", 1.0),
          Map.entry("snapkeeper_log_overruns_total", 41.0),
          Map.entry("snapkeeper_log_writer_restarts_total", 42.0),
          Map.entry("snapkeeper_slots_granted_total_normal", 51.0),
          Map.entry("snapkeeper_slots_granted_total_degraded", 52.0),
          Map.entry("snapkeeper_slots_ended_total_done", 53.0),
          Map.entry("snapkeeper_slots_ended_total_declined", 54.0),
          Map.entry("snapkeeper_slots_ended_total_expired", 55.0),
          Map.entry("snapkeeper_slots_ended_total_aborted", 56.0),
          Map.entry("snapkeeper_slots_ended_total_failed", 57.0),
          Map.entry("snapkeeper_slots_ended_total_left", 58.0),
          Map.entry("snapkeeper_quorum_margin", 61.0),
          Map.entry("snapkeeper_voters_fast", 62.0),
          Map.entry("snapkeeper_slots_outstanding", 63.0),
          Map.entry("snapkeeper_member_state_7_stale", 1.0),
          Map.entry("snapkeeper_member_backlog_ratio_7", 64.5),
          Map.entry("snapkeeper_member_commit_mean_seconds_7", 65.5),
          Map.entry("snapkeeper_member_queue_length_7", 66.0),
          Map.entry("snapkeeper_member_snapshotting_7", 1.0),
          Map.entry("snapkeeper_watched_seconds_total", 71.5),
          Map.entry("snapkeeper_any_snapshotting_seconds_total", 72.5),
          Map.entry("snapkeeper_quorum_snapshotting_seconds_total", 73.5),
          Map.entry("snapkeeper_degraded_snapshotting_seconds_total", 74.5),
          Map.entry("snapkeeper_shadow_quorum_snapshotting_seconds", 81.5),
          Map.entry("snapkeeper_shadow_slots", 82.0),
          Map.entry("snapkeeper_shadow_degraded_slots", 83.0),
          Map.entry("snapkeeper_shadow_backlog_max_ratio", 84.5),
          Map.entry("snapkeeper_build_info_9.9", 1.0));

  @Test
  void everyMetricHasTheValueOfItsOwnFigure() {
    SnapkeeperFigures figures = new DistinctFigures();
    Map<String, Double> values = new TreeMap<>();
    for (Figure figure : Catalogue.figures()) {
      if (figure instanceof Figure.Sampled sampled) {
        for (Sample sample : sampled.reader().apply(figures)) {
          if (sample.value() != 0) {
            values.put(FlatNames.of(figure.name(), sample.labelValues()), sample.value());
          }
        }
      } else if (figure instanceof Figure.Histogram histogram) {
        values.put(figure.name(), (double) histogram.reader().apply(figures).counts().count());
      }
    }
    assertThat(values).containsExactlyInAnyOrderEntriesOf(VALUES);
  }

  private static final class DistinctFigures implements SnapkeeperFigures {

    @Override
    public String version() {
      return "9.9";
    }

    @Override
    public MemberFigures member() {
      return new MemberFigures(11, 12, 13.5, MemberFigures.Mode.PAUSED, 14.5, 15.5, 16);
    }

    @Override
    public SnapshotFigures snapshots() {
      return new SnapshotFigures(
          true,
          20.5,
          new SnapshotFigures.Completed(21, 22, 23, 24),
          25,
          26,
          27,
          SnapshotFigures.Way.BUFFERED,
          new SnapshotFigures.FallenBack(28, 29));
    }

    @Override
    public DurationFigures durations() {
      return new DurationFigures(
          recorded(new LatencyHistogram(DurationLayouts.COMMIT), 1),
          recorded(new LatencyHistogram(DurationLayouts.SNAPSHOT), 2),
          recorded(new LatencyHistogram(DurationLayouts.DISK_REQUEST), 3));
    }

    private static LatencyHistogram recorded(LatencyHistogram histogram, int times) {
      for (int i = 0; i < times; i++) {
        histogram.record(1_000_000);
      }
      return histogram;
    }

    @Override
    public Optional<PacingFigures> pacing() {
      return Optional.of(
          new PacingFigures(
              PacingFigures.Limit.DISK,
              31.5,
              32.5,
              OptionalDouble.of(33.5),
              OptionalDouble.of(34.5),
              OptionalDouble.of(35.5),
              36.5,
              37));
    }

    @Override
    public LogWritingFigures log() {
      return new LogWritingFigures(LogWritingFigures.Way.IN_PROCESS, 41, 42);
    }

    @Override
    public SlotFigures slots() {
      return new SlotFigures(51, 52, new SlotFigures.Ended(53, 54, 55, 56, 57, 58));
    }

    @Override
    public Optional<LeaderFigures> leader() {
      return Optional.of(
          new LeaderFigures(
              61,
              62,
              63,
              List.of(
                  new LeaderFigures.Member(
                      7,
                      LeaderFigures.State.STALE,
                      Optional.of(new LeaderFigures.Report(64.5, 65.5, 66, true))))));
    }

    @Override
    public OverlapFigures overlap() {
      return new OverlapFigures(71.5, 72.5, 73.5, 74.5);
    }

    @Override
    public Optional<ShadowFigures> shadow() {
      return Optional.of(new ShadowFigures(81.5, 82, 83, 84.5));
    }
  }
}
