package io.snapkeeper.cli.demo.disks;

import io.snapkeeper.ensemble.flash.EmulatedDisks;
import io.snapkeeper.ensemble.flash.FlashDisks;
import io.snapkeeper.ensemble.flash.FlashSpec;
import java.util.Optional;

/**
 * Which disks the servers get, and how that was found.
 *
 * @param own whether each server has one of its own
 * @param way what they are, or why there are none, in a few words
 * @param better the one command that would give better ones; empty if there is none
 */
public record DiskChoice(boolean own, String way, String better) {

  /** What the user asked for. */
  public enum Wish {
    AUTO,
    OWN,
    SHARED
  }

  /**
   * @param spec of each disk
   * @param count of them
   * @param command that would be run again with more rights
   */
  public static DiskChoice of(Wish wish, FlashSpec spec, int count, String command) {
    if (wish == Wish.SHARED) {
      return new DiskChoice(false, "asked for (--disks shared)", "");
    }
    String better = FlashDisks.isRoot() ? "" : "sudo " + command;
    Optional<String> reason = EmulatedDisks.unavailable(spec, count);
    if (reason.isPresent()) {
      return new DiskChoice(false, reason.get(), better);
    }
    return FlashDisks.unavailable().isEmpty()
        ? new DiskChoice(true, "ext4 on an emulated block device", "")
        : new DiskChoice(true, "an emulated file system, as there is no root for ext4", better);
  }
}
