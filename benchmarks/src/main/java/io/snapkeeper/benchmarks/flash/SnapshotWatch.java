package io.snapkeeper.benchmarks.flash;

import io.snapkeeper.benchmarks.probe.ProbeLog;
import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.EnsembleException;
import io.snapkeeper.ensemble.SnapshotInterval;
import io.snapkeeper.ensemble.SnapshotTimeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Waits until the one server of an ensemble has taken snapshots and its disk has them. */
final class SnapshotWatch {

  private static final long POLL_MILLIS = 500;

  /** After a collection, until the writes that it kept waiting are done. */
  private static final long SETTLING_MILLIS = 2_000;

  /** So many may be under way when the quiet time should begin; then there is none. */
  private static final int OVERLAPS_MAX = 3;

  /**
   * What comes after it counts.
   *
   * @param micros since 1970
   * @param probeBytes that the probe had written
   */
  record Moment(long micros, long probeBytes) {}

  private final String what;
  private final Ensemble server;
  private final Path probeFile;
  private final DiskSampler sampler;
  private final long snapshotBytes;
  private final Duration patience;

  /**
   * @param what is measured, for errors
   * @param sampler of the server's disk
   * @param snapshotBytes size of a snapshot
   * @param patience for each
   */
  SnapshotWatch(
      String what,
      Ensemble server,
      Path probeFile,
      DiskSampler sampler,
      long snapshotBytes,
      Duration patience) {
    this.what = what;
    this.server = server;
    this.probeFile = probeFile;
    this.sampler = sampler;
    this.snapshotBytes = snapshotBytes;
    this.patience = patience;
  }

  private Moment now() throws IOException {
    return new Moment(DiskSampler.micros(Instant.now()), Files.size(probeFile));
  }

  /**
   * Waits for so many snapshots, and for more where the next one has begun meanwhile, and lets the
   * server collect its garbage.
   *
   * @return now, with no snapshot under way
   */
  Moment awaitBefore(int count) throws IOException, InterruptedException {
    Moment from = now();
    for (int taken = 0; taken < count || isUnderWay(); taken++) {
      if (taken >= count + OVERLAPS_MAX) {
        throw new EnsembleException(
            what
                + ": a snapshot began before the one before it was on the disk, "
                + OVERLAPS_MAX
                + " times, and no time is left without one; raise --snap-count or lower --rate");
      }
      awaitNext(from);
      // Or a collection falls into the measured time, as at the start.
      server.collectGarbage();
      Thread.sleep(SETTLING_MILLIS);
      from = now();
    }
    return from;
  }

  private boolean isUnderWay() {
    List<SnapshotInterval> all = SnapshotTimeline.of(server).intervals();
    return !all.isEmpty()
        && all.get(all.size() - 1).outcome() == SnapshotInterval.Outcome.UNFINISHED;
  }

  /** Waits for the first snapshot that begins from then on. */
  void awaitNext(Moment from) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (System.nanoTime() < deadline) {
      Thread.sleep(POLL_MILLIS);
      ProbeLog probe = seenSince(from);
      if (probe.saves().stream().anyMatch(save -> save.startMicros() >= from.micros())
          && SnapshotRun.isWrittenOut(probe, sampler.slices(0), from.micros(), snapshotBytes)) {
        return;
      }
    }
    throw new EnsembleException(
        what
            + ": no snapshot was taken and on the disk within "
            + patience.toSeconds()
            + " s; a lower --snap-count or a higher --rate brings it sooner, but the disk needs time"
            + " for it before the next one");
  }

  /** What the probe has seen from then on. */
  ProbeLog seenSince(Moment from) throws IOException {
    return ProbeLog.read(probeFile, from.probeBytes());
  }
}
