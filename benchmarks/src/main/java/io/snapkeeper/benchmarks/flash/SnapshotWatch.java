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
import java.util.function.Predicate;

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
  private final Flush flush;

  /** Brings to the disk what the server has given to the page cache. */
  interface Flush {
    void run() throws IOException, InterruptedException;
  }

  /**
   * @param what is measured, for errors
   * @param sampler of the server's disk
   * @param snapshotBytes size of a snapshot
   * @param patience for each
   * @param flush of the disk's file system
   */
  SnapshotWatch(
      String what,
      Ensemble server,
      Path probeFile,
      DiskSampler sampler,
      long snapshotBytes,
      Duration patience,
      Flush flush) {
    this.what = what;
    this.server = server;
    this.probeFile = probeFile;
    this.sampler = sampler;
    this.snapshotBytes = snapshotBytes;
    this.patience = patience;
    this.flush = flush;
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
      awaitTaken(from);
      // Or its bytes, and a collection, fall into the measured time, as at the start.
      flush.run();
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

  /** Waits until the first snapshot that begins from then on is on the disk. */
  void awaitNext(Moment from) throws IOException, InterruptedException {
    await(
        "no snapshot was taken and on the disk",
        from,
        probe ->
            hasBegun(probe, from)
                && SnapshotRun.isWrittenOut(
                    probe, sampler.slices(0), from.micros(), snapshotBytes));
  }

  /** Waits until the server has made a snapshot that begins from then on. */
  private void awaitTaken(Moment from) throws IOException, InterruptedException {
    await("no snapshot was taken", from, probe -> hasBegun(probe, from));
  }

  private void await(String fault, Moment from, Predicate<ProbeLog> done)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (System.nanoTime() < deadline) {
      Thread.sleep(POLL_MILLIS);
      if (done.test(seenSince(from))) {
        return;
      }
    }
    throw new EnsembleException(
        "%s: %s within %d s (%s); a lower --snap-count or a higher --rate brings it sooner, but"
                .formatted(what, fault, patience.toSeconds(), state(from))
            + " the disk needs time for it before the next one");
  }

  private static boolean hasBegun(ProbeLog probe, Moment from) {
    return probe.saves().stream().anyMatch(save -> save.startMicros() >= from.micros());
  }

  private String state(Moment from) throws IOException {
    ProbeLog probe = seenSince(from);
    String seen =
        "%d log commits and %d snapshots".formatted(probe.commits().size(), probe.saves().size());
    if (!hasBegun(probe, from)) {
      return seen + "; the server prints: " + server.logTail(1);
    }
    double beyond = SnapshotRun.bytesBeyondTheLog(probe, sampler.slices(0), from.micros());
    return seen + "; the disk wrote %.0f of %.0f MB".formatted(beyond / 1e6, snapshotBytes / 1e6);
  }

  /** What the probe has seen from then on. */
  ProbeLog seenSince(Moment from) throws IOException {
    return ProbeLog.read(probeFile, from.probeBytes());
  }
}
