package io.snapkeeper.metrics;

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
import java.util.Optional;
import java.util.OptionalDouble;

/** Figures that a test sets. */
public final class FixedFigures implements SnapkeeperFigures {

  /** A leader of three, one of which has not reported. */
  public static final LeaderFigures LEADER =
      new LeaderFigures(
          -1,
          1,
          2,
          List.of(
              new LeaderFigures.Member(
                  1,
                  LeaderFigures.State.FAST,
                  Optional.of(new LeaderFigures.Report(0.25, 0.0013, 4, false))),
              new LeaderFigures.Member(
                  2,
                  LeaderFigures.State.SNAPSHOTTING,
                  Optional.of(new LeaderFigures.Report(0.75, 0.0042, 17, true))),
              new LeaderFigures.Member(3, LeaderFigures.State.SILENT, Optional.empty())));

  /** What a leader that only watches tells. */
  public static final ShadowFigures SHADOW = new ShadowFigures(0.25, 17, 2, 0.9);

  public volatile MemberFigures member =
      new MemberFigures(700, 1_048_576, 0.705, MemberFigures.Mode.SCHEDULED, 0.0013, 0.0088, 9);
  public volatile Optional<PacingFigures> pacing =
      Optional.of(
          new PacingFigures(
              PacingFigures.Limit.DEADLINE,
              42e6,
              55e6,
              OptionalDouble.of(0.00064),
              OptionalDouble.of(0.00114),
              OptionalDouble.of(0.00121),
              12.5,
              10));
  public volatile Optional<LeaderFigures> leader = Optional.empty();
  public volatile Optional<ShadowFigures> shadow = Optional.empty();

  /** What reading the member's figures throws; null for nothing. */
  public volatile RuntimeException fault;

  public final DurationFigures durations =
      new DurationFigures(
          new LatencyHistogram(DurationLayouts.COMMIT),
          new LatencyHistogram(DurationLayouts.SNAPSHOT),
          new LatencyHistogram(DurationLayouts.DISK_REQUEST));

  @Override
  public String version() {
    return "1.2.3";
  }

  @Override
  public MemberFigures member() {
    if (fault != null) {
      throw fault;
    }
    return member;
  }

  @Override
  public SnapshotFigures snapshots() {
    return new SnapshotFigures(
        true,
        0.412,
        new SnapshotFigures.Completed(5, 3, 1, 2),
        2,
        6,
        1L << 30,
        SnapshotFigures.Way.DIRECT,
        new SnapshotFigures.FallenBack(8, 1));
  }

  @Override
  public DurationFigures durations() {
    return durations;
  }

  @Override
  public Optional<PacingFigures> pacing() {
    return pacing;
  }

  @Override
  public LogWritingFigures log() {
    return new LogWritingFigures(LogWritingFigures.Way.PROCESS, 31, 1);
  }

  @Override
  public SlotFigures slots() {
    return new SlotFigures(20, 4, new SlotFigures.Ended(14, 1, 5, 2, 1, 0));
  }

  @Override
  public Optional<LeaderFigures> leader() {
    return leader;
  }

  @Override
  public OverlapFigures overlap() {
    return new OverlapFigures(3_600.5, 240.25, 12.125, 0.5);
  }

  @Override
  public Optional<ShadowFigures> shadow() {
    return shadow;
  }
}
