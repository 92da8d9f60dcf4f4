package io.snapkeeper.ensemble.flash;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Disks with modelled timing, each mounted on a directory of its own. */
public sealed interface EmulatedDisks extends AutoCloseable permits FlashDisks, UserFlashDisks {

  /**
   * Why this machine and user can have none, in one line, with what would help; empty if they can.
   */
  static Optional<String> unavailable() {
    // What an ordinary user lacks is easier to have than root.
    return FlashDisks.unavailable().flatMap(reason -> UserFlashDisks.unavailable());
  }

  /** Like {@link #unavailable()}; also where there is too little memory for these disks. */
  static Optional<String> unavailable(FlashSpec spec, int count) {
    Optional<String> reason = unavailable();
    if (reason.isPresent()) {
      return reason;
    }
    try {
      return DiskDirectory.memoryShortage(spec, count);
    } catch (IOException e) {
      return Optional.of("cannot tell how much memory is free: " + e.getMessage());
    }
  }

  /**
   * Sets up disks of one kind: {@link FlashDisks} where that is possible, or else {@link
   * UserFlashDisks}.
   *
   * @param count 1..15
   * @throws io.snapkeeper.ensemble.EnsembleException naming what is missing or has failed; nothing
   *     is left then
   */
  static EmulatedDisks create(FlashSpec spec, int count) {
    return FlashDisks.unavailable().isEmpty()
        ? FlashDisks.create(spec, count)
        : UserFlashDisks.create(spec, count);
  }

  /** Where the disks are mounted, in the order in which they were set up. */
  List<Path> mounts();

  /** The orders that each disk takes, in the same order. */
  List<DiskControl> controls();

  /** Makes all of them empty; nobody may have a file on one. */
  void clear();

  /** Brings everything that was written to their files to the disks. */
  void flush();

  /**
   * Lets the kernel keep no more than so much of each disk in its page cache, see {@link
   * FlashDisk#limitDirtyBytes}; without root the kernel has a limit of its own for such disks.
   */
  void limitDirtyBytes(long bytes);

  /** {@link DiskControl#changeBandwidth} of each. */
  default void changeBandwidth(int megabytesPerSecond) {
    controls().forEach(control -> control.changeBandwidth(megabytesPerSecond));
  }

  /** What they are made of, as part of a sentence: "ext4 on emulated flash disks of 60 MB/s". */
  String description();

  /** The directory under which everything lies. */
  Path directory();

  /**
   * Kills whoever has files on the disks, takes everything down, and removes the directory.
   * Idempotent.
   *
   * @throws io.snapkeeper.ensemble.EnsembleException if something could not be taken down, with its
   *     name
   */
  @Override
  void close();
}
