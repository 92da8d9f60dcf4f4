package io.snapkeeper.benchmarks.flash;

import io.snapkeeper.benchmarks.flash.DiskSampler.Slice;
import io.snapkeeper.benchmarks.probe.ProbeLog;
import io.snapkeeper.benchmarks.probe.ProbeLog.Commit;
import io.snapkeeper.benchmarks.probe.ProbeLog.Save;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What one snapshot did to the commits of the log on the same disk.
 *
 * @param quiet commits before the snapshot, in nanoseconds
 * @param busy commits while the snapshot's bytes were being made or written
 * @param saveSeconds until the server thought the snapshot was taken
 * @param busySeconds in which the snapshot thread ran or the disk wrote the snapshot's bytes
 * @param snapshotBytesPerSecond the snapshot's size over busySeconds
 * @param requestsPerSecond that the disk completed in busySeconds, those of the log included
 * @param cpuSeconds of the threads that wrote it; what the kernel's threads did is not in it
 */
record SnapshotRun(
    Histogram quiet,
    Histogram busy,
    double saveSeconds,
    double busySeconds,
    double snapshotBytesPerSecond,
    double requestsPerSecond,
    double cpuSeconds) {

  private static final long NANOS_MAX = 600_000_000_000L;

  /**
   * A disk that writes this much more than before the snapshot is writing the snapshot. (Stock's
   * bytes reach the disk whenever the kernel likes, with pauses; only the time in which they do
   * counts.)
   */
  private static final double NOTICEABLE_BYTES_PER_SECOND = 10e6;

  /**
   * @param probe with one snapshot at least, of which the first counts
   * @param slices of the disk
   * @param fromMicros where the quiet time begins
   * @param snapshotBytes its size
   * @param writeIntervalNanos a write is due so often: a commit that lasts for several intervals
   *     keeps as many writes waiting, and each counts (coordinated omission)
   */
  static SnapshotRun of(
      ProbeLog probe,
      List<Slice> slices,
      long fromMicros,
      long snapshotBytes,
      long writeIntervalNanos) {
    Save save = first(probe, fromMicros);
    double quietRate = quietBytesPerSecond(slices, fromMicros, save.startMicros());
    List<Slice> busySlices =
        slices.stream()
            .filter(slice -> slice.endMicros() > save.startMicros())
            .filter(slice -> isBusy(slice, save, quietRate))
            .toList();
    Histogram quiet = new Histogram(NANOS_MAX, 3);
    Histogram busy = new Histogram(NANOS_MAX, 3);
    for (Commit commit : probe.commits()) {
      long end = commit.startMicros() + commit.nanos() / 1_000;
      if (commit.startMicros() >= fromMicros && end < save.startMicros()) {
        quiet.recordValueWithExpectedInterval(commit.nanos(), writeIntervalNanos);
      } else if (end >= save.startMicros() && overlaps(busySlices, commit.startMicros(), end)) {
        busy.recordValueWithExpectedInterval(commit.nanos(), writeIntervalNanos);
      }
    }
    double busySeconds =
        busySlices.stream().mapToLong(slice -> slice.endMicros() - slice.startMicros()).sum() / 1e6;
    return new SnapshotRun(
        quiet,
        busy,
        (save.endMicros() - save.startMicros()) / 1e6,
        busySeconds,
        snapshotBytes / Math.max(1e-3, busySeconds),
        busySlices.stream().mapToLong(Slice::requests).sum() / Math.max(1e-3, busySeconds),
        probe.cpuSeconds(save));
  }

  private static Save first(ProbeLog probe, long fromMicros) {
    return probe.saves().stream()
        .filter(save -> save.startMicros() >= fromMicros)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no snapshot was taken"));
  }

  private static boolean isBusy(Slice slice, Save save, double quietRate) {
    return (slice.startMicros() < save.endMicros() && slice.endMicros() > save.startMicros())
        || slice.bytesPerSecond() > quietRate + NOTICEABLE_BYTES_PER_SECOND;
  }

  // Slices are in order and without gaps, commits short beside most of them.
  private static boolean overlaps(List<Slice> slices, long startMicros, long endMicros) {
    return slices.stream()
        .anyMatch(slice -> slice.startMicros() < endMicros && slice.endMicros() > startMicros);
  }

  static double quietBytesPerSecond(List<Slice> slices, long fromMicros, long toMicros) {
    List<Slice> quiet =
        slices.stream()
            .filter(slice -> slice.startMicros() >= fromMicros && slice.endMicros() <= toMicros)
            .toList();
    long bytes = quiet.stream().mapToLong(Slice::bytes).sum();
    long micros = quiet.stream().mapToLong(slice -> slice.endMicros() - slice.startMicros()).sum();
    return micros == 0 ? 0 : bytes * 1e6 / micros;
  }

  /**
   * Whether the disk has taken a snapshot's bytes: beyond what it wrote before, at least this share
   * of them.
   */
  static boolean isWrittenOut(
      ProbeLog probe, List<Slice> slices, long fromMicros, long snapshotBytes) {
    return bytesBeyondTheLog(probe, slices, fromMicros) >= 0.97 * snapshotBytes;
  }

  /** What the disk has written since the snapshot began, beyond what it wrote before. */
  static double bytesBeyondTheLog(ProbeLog probe, List<Slice> slices, long fromMicros) {
    Save save = first(probe, fromMicros);
    double quietRate = quietBytesPerSecond(slices, fromMicros, save.startMicros());
    double beyond = 0;
    for (Slice slice : slices) {
      if (slice.endMicros() > save.startMicros()) {
        beyond += slice.bytes() - quietRate * (slice.endMicros() - slice.startMicros()) / 1e6;
      }
    }
    return beyond;
  }
}
