package io.snapkeeper.metrics;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * How one server writes its scheduled snapshots.
 *
 * @param way of the snapshot in progress or of the last one: 0 none written yet, 1 past the page
 *     cache, 2 through it because the file system refuses direct I/O, 3 by ZooKeeper's own stream,
 *     as configured or after a fault
 * @param bufferedSnapshots how many went through the page cache because of such a file system
 * @param pacing empty if snapshots are configured to be written by ZooKeeper's own stream
 */
public record WritingFigures(int way, long bufferedSnapshots, Optional<Pacing> pacing) {

  /**
   * What the pacer does.
   *
   * @param limit what sets its rate: 0 no snapshot is paced, 1 the latency of log commits, 2 the
   *     deadline, 3 the disk, 4 nothing, after an error inside the pacer
   * @param bytesPerSecond the rate allowed to the snapshot in progress; 0 if none is paced
   * @param diskBytesPerSecond what the disk is believed to write with requests of the present size
   * @param commitBaselineMicros median commit latency without a snapshot; empty while unknown
   * @param commitTargetMicros what that median may be beside one; empty while unknown
   * @param commitBesideMicros median commit latency beside the snapshot in progress, or at the end
   *     of the last one; empty while unknown
   * @param faults errors inside the pacer, after each of which it let requests go unpaced
   */
  public record Pacing(
      int limit,
      long bytesPerSecond,
      long diskBytesPerSecond,
      OptionalLong commitBaselineMicros,
      OptionalLong commitTargetMicros,
      OptionalLong commitBesideMicros,
      long faults) {}
}
