package io.snapkeeper.wal.pacer;

import io.snapkeeper.wal.profile.DiskModel;
import java.util.SplittableRandom;

/**
 * A disk, and a log that commits so often with so many device writes.
 *
 * @param bytesPerSecond of all the disk's channels together
 * @param writesPerCommit one after another
 */
record SimulatedSetting(
    double bytesPerSecond, int channels, int writesPerCommit, double commitsPerSecond) {

  private static final long COMMAND_NANOS = 50_000;

  /** The disk as somebody who measured it would describe it. */
  DiskModel model() {
    return new DiskModel(bytesPerSecond, 20_000, bytesPerSecond, 20_000);
  }

  SimulatedDisk disk() {
    return new SimulatedDisk(bytesPerSecond, COMMAND_NANOS, channels);
  }

  /** A server on that disk. */
  SimulatedServer server(Pacer pacer, SimulatedDisk disk) {
    // What was measured on a disk of this kind: 110 us around a synced write, 90 us around a bulk
    // one, spent in system calls, the file system and waking up.
    return new SimulatedServer(
            pacer, disk, writesPerCommit, commitsPerSecond, new SplittableRandom(1))
        .overheads(110_000, 90_000);
  }
}
