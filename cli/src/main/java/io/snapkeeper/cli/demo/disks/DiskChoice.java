package io.snapkeeper.cli.demo.disks;

import io.snapkeeper.ensemble.flash.FlashDisks;
import java.util.Optional;

/**
 * Whether each server gets a disk of its own, and how that was found.
 *
 * @param own whether each server has one
 * @param why not, in one line; empty if each has
 * @param better the one command that would give each server a disk; empty if there is none
 */
public record DiskChoice(boolean own, String why, String better) {

  /** What the user asked for. */
  public enum Wish {
    AUTO,
    OWN,
    SHARED
  }

  private static final DiskChoice OWN_DISKS = new DiskChoice(true, "", "");

  /**
   * @param command that would be run once what is missing is there
   */
  public static DiskChoice of(Wish wish, String command) {
    if (wish == Wish.SHARED) {
      return new DiskChoice(false, "asked for (--disks shared)", "");
    }
    Optional<String> reason = FlashDisks.unavailable();
    if (reason.isEmpty()) {
      return OWN_DISKS;
    }
    return new DiskChoice(
        false, reason.get(), reason.get().contains("root") ? "sudo " + command : "");
  }
}
