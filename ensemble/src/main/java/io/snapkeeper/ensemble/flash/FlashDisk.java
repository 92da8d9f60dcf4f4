package io.snapkeeper.ensemble.flash;

import io.snapkeeper.ensemble.EnsembleException;
import io.snapkeeper.ensemble.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** One emulated disk with a mounted ext4. Thread-safe. */
public final class FlashDisk {

  /** As long as a disk may take for what has not been written back yet. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final DiskControl control;
  private final Path mount;
  private final String device;

  FlashDisk(DiskControl control, Path mount, String device) {
    this.control = control;
    this.mount = mount;
    this.device = device;
  }

  /** Where its file system is mounted. */
  public Path mount() {
    return mount;
  }

  /** Its block device as in /sys/block, "loop3". */
  public String device() {
    return device;
  }

  public BlockCounters counters() {
    return BlockCounters.of(device);
  }

  /** The orders that it takes. */
  public DiskControl control() {
    return control;
  }

  /** {@link DiskControl#stall}. */
  public void stall(Duration duration) {
    control.stall(duration);
  }

  /** {@link DiskControl#changeBandwidth}. */
  public void changeBandwidth(int megabytesPerSecond) {
    control.changeBandwidth(megabytesPerSecond);
  }

  /** {@link DiskControl#failWrites}. */
  public void failWrites(int count) {
    control.failWrites(count);
  }

  /** {@link DiskControl#hang}. */
  public void hang() {
    control.hang();
  }

  /** {@link DiskControl#goOn}. */
  public void goOn() {
    control.goOn();
  }

  /**
   * Lets the kernel keep no more than so much of this disk in its page cache before it writes back,
   * as on a machine whose memory is small beside the snapshots: from half of it on it writes, at
   * all of it whoever writes has to wait. Without it a snapshot that fits into this machine's
   * memory is written up to half a minute later. Nothing happens where the kernel (before 6.2)
   * cannot do so for one disk.
   */
  public void limitDirtyBytes(long bytes) {
    try {
      String number = Files.readString(Path.of("/sys/block", device, "dev")).strip();
      Path cache = Path.of("/sys/class/bdi", number);
      Path strict = cache.resolve("strict_limit");
      if (Files.exists(strict)) {
        Files.writeString(cache.resolve("max_bytes"), Long.toString(bytes));
        Files.writeString(strict, "1");
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot limit the page cache of " + device, e);
    }
  }

  /** Takes the file system down and makes a new, empty one. */
  public void format() {
    unmount();
    makeFileSystem();
    mountIt();
  }

  void makeFileSystem() {
    SystemCommand.run(
        DiskDirectory.COMMAND,
        "mkfs.ext4",
        "-q",
        "-F",
        "-m0",
        "-Enodiscard,lazy_itable_init=0,lazy_journal_init=0",
        "/dev/" + device);
  }

  void mountIt() {
    SystemCommand.run(PATIENCE, "mount", "-t", "ext4", "/dev/" + device, mount.toString());
  }

  /** Brings everything that was written to its files to the disk. */
  public void flush() {
    SystemCommand.run(PATIENCE, "sync", "-f", mount.toString());
  }

  /**
   * Takes the file system down and mounts it again: what is seen then is on the disk, the journal
   * has been recovered, and a file system whose journal could not be written takes writes again.
   *
   * @throws EnsembleException if somebody still has a file on it after ten seconds
   */
  public void remount() {
    unmount();
    mountIt();
  }

  /**
   * The power fails, now or at a later write: of what the drive has not been told to flush some
   * sectors are lost, and it answers with errors until {@link #restorePower}. For a disk with a
   * volatile cache ({@link FlashSpec#withWriteBack}).
   *
   * @param writes it fails at this write of the drive from now on, 1 for the next one; 0: at once
   * @param seed by which half of the sectors in the cache is kept; 0: none is
   */
  public void cutPower(int writes, long seed) {
    control.cutPower(writes, seed);
  }

  /**
   * Takes the file system down, for which nobody may have a file on it, and mounts what the drive
   * has kept.
   */
  public void restorePower() {
    unmountOnly();
    control.powerOn();
    awaitUnused();
    mountIt();
  }

  private void unmount() {
    unmountOnly();
    awaitUnused();
  }

  private void unmountOnly() {
    String directory = mount.toString();
    // What has just been killed may not have let go of its files yet.
    Waiting.until(
        directory + " to be free",
        PATIENCE,
        () -> SystemCommand.succeeds("umount", directory),
        () -> "busy");
  }

  private void awaitUnused() {
    // Whoever starts a container has a copy of this machine's mounts for a moment, and with it the
    // file system, which is only then taken down. Of a device that is in use mkfs does not even say
    // what it would do.
    Waiting.until(
        "/dev/" + device + " to be free",
        PATIENCE,
        () -> SystemCommand.succeeds("mkfs.ext4", "-q", "-n", "-F", "/dev/" + device),
        () -> "unmounted, and still in use by another process or in another mount namespace");
  }
}
