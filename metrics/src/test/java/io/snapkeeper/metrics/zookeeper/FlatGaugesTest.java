package io.snapkeeper.metrics.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.metrics.FixedFigures;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.apache.zookeeper.metrics.Gauge;
import org.junit.jupiter.api.Test;

/** Readers of {@code mntr} take a number without a decimal point for another type than one with. */
class FlatGaugesTest {

  @Test
  void durationsRatiosAndRatesAlwaysHaveADecimalPointAndNothingElseHasOne() {
    FixedFigures fractional = new FixedFigures();
    fractional.leader = Optional.of(FixedFigures.LEADER);
    fractional.shadow = Optional.of(FixedFigures.SHADOW);
    Map<String, Class<?>> forms = forms(fractional);

    assertThat(forms(new WholeFigures())).isEqualTo(forms).hasSizeGreaterThan(60);
    forms.forEach(
        (name, form) ->
            assertThat(form)
                .as(name)
                .isEqualTo(
                    name.matches(".*_(seconds|ratio|second)(_total|_sum)?")
                        ? Double.class
                        : Long.class));
  }

  private static Map<String, Class<?>> forms(SnapkeeperFigures figures) {
    Map<String, Class<?>> forms = new TreeMap<>();
    for (Map.Entry<String, Gauge> gauge : FlatGauges.of(figures).entrySet()) {
      forms.put(gauge.getKey(), gauge.getValue().get().getClass());
    }
    return forms;
  }

  /** Every figure has a value, and each is a whole number. */
  private static final class WholeFigures implements SnapkeeperFigures {

    @Override
    public String version() {
      return "1";
    }

    @Override
    public MemberFigures member() {
      return new MemberFigures(0, 0, 1, MemberFigures.Mode.IDLE, 0, 0, 0);
    }

    @Override
    public SnapshotFigures snapshots() {
      return new SnapshotFigures(
          false,
          0,
          new SnapshotFigures.Completed(0, 0, 0, 0),
          0,
          0,
          0,
          SnapshotFigures.Way.NONE,
          new SnapshotFigures.FallenBack(0, 0));
    }

    @Override
    public DurationFigures durations() {
      return new FixedFigures().durations;
    }

    @Override
    public Optional<PacingFigures> pacing() {
      OptionalDouble second = OptionalDouble.of(1);
      return Optional.of(
          new PacingFigures(PacingFigures.Limit.NONE, 0, 60_000_000, second, second, second, 0, 0));
    }

    @Override
    public LogWritingFigures log() {
      return new LogWritingFigures(LogWritingFigures.Way.ZOOKEEPER, 0, 0);
    }

    @Override
    public SlotFigures slots() {
      return new SlotFigures(0, 0, new SlotFigures.Ended(0, 0, 0, 0, 0, 0));
    }

    @Override
    public Optional<LeaderFigures> leader() {
      return Optional.of(new LeaderFigures(0, 0, 0, List.of()));
    }

    @Override
    public OverlapFigures overlap() {
      return new OverlapFigures(0, 0, 0, 0);
    }

    @Override
    public Optional<ShadowFigures> shadow() {
      return Optional.of(new ShadowFigures(0, 0, 0, 0));
    }
  }
}
