package io.snapkeeper.cli.demo.disks;

import io.snapkeeper.ensemble.flash.EmulatedDisks;
import io.snapkeeper.ensemble.flash.FlashDisks;
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
   * @param command that would be run once what is missing is there
   */
  public static DiskChoice of(Wish wish, String command) {
    if (wish == Wish.SHARED) {
      return new DiskChoice(false, "asked for (--disks shared)", "");
    }
    Optional<String> withRoot = FlashDisks.unavailable();
    if (withRoot.isEmpty()) {
      return new DiskChoice(true, "ext4 on an emulated block device", "");
    }
    boolean rootWouldHelp = withRoot.get().contains("need root");
    String better = rootWouldHelp ? "sudo " + command : "";
    Optional<String> withoutRoot = EmulatedDisks.unavailable();
    return withoutRoot.isEmpty()
        ? new DiskChoice(true, "an emulated file system, as there is no root for ext4", better)
        : new DiskChoice(false, withoutRoot.get(), better);
  }
}
