package io.snapkeeper.metrics.figures;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Figures that are read once for all metrics of a scrape: the states of one member add up, and the
 * scheduler is asked once and not for each of some hundred values. Thread-safe.
 */
public final class HeldFigures implements SnapkeeperFigures {

  /** A scrape takes a few milliseconds, and nobody scrapes twenty times a second. */
  private static final long HELD_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final SnapkeeperFigures source;
  private final Held<MemberFigures> member;
  private final Held<SnapshotFigures> snapshots;
  private final Held<Optional<PacingFigures>> pacing;
  private final Held<LogWritingFigures> log;
  private final Held<SlotFigures> slots;
  private final Held<Optional<LeaderFigures>> leader;
  private final Held<OverlapFigures> overlap;
  private final Held<Optional<ShadowFigures>> shadow;

  public HeldFigures(SnapkeeperFigures source) {
    this.source = source;
    this.member = new Held<>(source::member);
    this.snapshots = new Held<>(source::snapshots);
    this.pacing = new Held<>(source::pacing);
    this.log = new Held<>(source::log);
    this.slots = new Held<>(source::slots);
    this.leader = new Held<>(source::leader);
    this.overlap = new Held<>(source::overlap);
    this.shadow = new Held<>(source::shadow);
  }

  @Override
  public String version() {
    return source.version();
  }

  @Override
  public MemberFigures member() {
    return member.get();
  }

  @Override
  public SnapshotFigures snapshots() {
    return snapshots.get();
  }

  @Override
  public DurationFigures durations() {
    return source.durations();
  }

  @Override
  public Optional<PacingFigures> pacing() {
    return pacing.get();
  }

  @Override
  public LogWritingFigures log() {
    return log.get();
  }

  @Override
  public SlotFigures slots() {
    return slots.get();
  }

  @Override
  public Optional<LeaderFigures> leader() {
    return leader.get();
  }

  @Override
  public OverlapFigures overlap() {
    return overlap.get();
  }

  @Override
  public Optional<ShadowFigures> shadow() {
    return shadow.get();
  }

  private static final class Held<T> {

    private record Reading<T>(T value, long atNanos) {}

    private final Supplier<T> source;
    private volatile Reading<T> last;

    Held(Supplier<T> source) {
      this.source = source;
    }

    T get() {
      Reading<T> reading = last;
      long now = System.nanoTime();
      if (reading == null || now - reading.atNanos() > HELD_NANOS) {
        reading = new Reading<>(source.get(), now);
        last = reading;
      }
      return reading.value();
    }
  }
}
