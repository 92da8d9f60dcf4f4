package io.snapkeeper.cli.demo;

import io.snapkeeper.cli.demo.story.Story;
import io.snapkeeper.ensemble.HostCpu;
import io.snapkeeper.ensemble.LoadFigures;
import io.snapkeeper.ensemble.SnapshotInterval;
import io.snapkeeper.ensemble.SnapshotTimeline;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Results of demos that were never run. */
final class DemoSamples {

  static final Set<Layer> ALL = EnumSet.allOf(Layer.class);
  static final DemoPlan PLAN = DemoPlan.onOwnDisks(true, 5, 0, ALL);
  static final DemoPlan SHARED = DemoPlan.onSharedDisk(true, 5, 0, ALL);

  private DemoSamples() {}

  static SortedMap<Long, Long> five(long... counts) {
    SortedMap<Long, Long> map = new TreeMap<>();
    for (int i = 0; i < counts.length; i++) {
      map.put(i + 1L, counts[i]);
    }
    return map;
  }

  /** A side to be changed with the methods below, in a chain that ends with {@link #build}. */
  static final class Sample {
    private SortedMap<Long, Long> counts = five(4, 4, 4, 4, 4);
    private double snapshotSeconds = 1.5;
    private double overlap;
    private int most = 2;
    private long unscheduled;
    private long errors;
    private double p999 = 40;
    private HostCpu.Shares cpu = new HostCpu.Shares(60, 0);
    private Optional<String> objection = Optional.empty();
    private List<Rejected> rejected = List.of();

    Sample counts(long... each) {
      counts = five(each);
      return this;
    }

    Sample snapshotSeconds(double seconds) {
      snapshotSeconds = seconds;
      return this;
    }

    Sample overlap(double seconds, int servers) {
      overlap = seconds;
      most = servers;
      return this;
    }

    Sample unscheduled(long snapshots) {
      unscheduled = snapshots;
      return this;
    }

    Sample errors(long count) {
      errors = count;
      return this;
    }

    Sample p999(double millis) {
      p999 = millis;
      return this;
    }

    Sample cpu(double idle, double steal) {
      cpu = new HostCpu.Shares(idle, steal);
      return this;
    }

    Sample objection(String why) {
      objection = Optional.of(why);
      return this;
    }

    Sample rejected(Rejected window) {
      rejected = List.of(window);
      return this;
    }

    SideResult build() {
      return new SideResult(
          PLAN.scale().pace(),
          26,
          counts,
          snapshotSeconds,
          overlap,
          most,
          unscheduled,
          new LoadFigures(
              26, 2_600, errors, 0, 3.5, p999 / 2, p999, p999 + 5, errors > 0 ? "BADVERSION" : ""),
          2_345.6,
          five(10, 20, 30, 40, 50),
          five(1, 2, 3, 4, 5),
          123_000_000,
          cpu,
          story(),
          rejected,
          objection,
          Path.of("/tmp/logs"));
    }
  }

  static SideResult stock() {
    return new Sample().overlap(2.25, 4).unscheduled(20).p999(900).build();
  }

  static Sample plugin() {
    return new Sample();
  }

  /** Server s is snapshotting in the seconds s to s + 3; the slowest write is where three are. */
  static Story story() {
    List<SnapshotInterval> intervals =
        List.of(1, 2, 3, 4, 5).stream()
            .map(
                sid ->
                    new SnapshotInterval(
                        sid,
                        Instant.EPOCH.plusSeconds(sid),
                        Instant.EPOCH.plusSeconds(sid + 3),
                        SnapshotInterval.Kind.UNSCHEDULED,
                        "stock",
                        SnapshotInterval.Outcome.TAKEN,
                        sid))
            .toList();
    List<Double> worst = new ArrayList<>(Collections.nCopies(Story.COLUMNS, 5.0));
    worst.set(6, 1_180.0);
    return new Story(
        "stock ZooKeeper",
        List.of(1L, 2L, 3L, 4L, 5L),
        3,
        Instant.EPOCH,
        Duration.ofMillis(500),
        new SnapshotTimeline(intervals),
        worst);
  }
}
