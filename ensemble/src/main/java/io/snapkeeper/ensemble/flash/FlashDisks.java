package io.snapkeeper.ensemble.flash;

import io.snapkeeper.ensemble.EnsembleException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Emulated flash disks: for each an emulator process, a loop device on its file, ext4 on that, and
 * a mount, all under one temporary directory. Root is needed.
 *
 * <p>{@link #close} takes all of it down, and so do a shutdown hook and, should this process be
 * killed, a small guard process that notices. What a killed guard has left is taken down when the
 * next disks are set up. Processes with files on the disks are killed then. Thread-safe.
 */
public final class FlashDisks implements EmulatedDisks {

  /** While a file system is made: as fast as memory. */
  private static final int PREPARING_MEGABYTES_PER_SECOND = 10_000;

  private final FlashSpec spec;
  private final DiskDirectory home;
  private final List<FlashDisk> disks = new ArrayList<>();

  private FlashDisks(FlashSpec spec, DiskDirectory home) {
    this.spec = spec;
    this.home = home;
  }

  private static boolean isLinux() {
    return Files.exists(Path.of("/proc/self"));
  }

  /** Whether this process is root's, which these disks need. */
  public static boolean isRoot() {
    try {
      return DiskDirectory.userOf(Path.of("/proc/self")).equals(0);
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  /** Why this machine cannot have such disks, in one line; empty if it can. */
  public static Optional<String> unavailable() {
    if (!isLinux()) {
      return Optional.of("emulated disks need Linux");
    }
    if (!isRoot()) {
      return Optional.of("emulated disks need root");
    }
    if (!Files.exists(Path.of("/dev/fuse"))) {
      return Optional.of("emulated disks need FUSE, and there is no /dev/fuse");
    }
    // Root of a user namespace may not open it.
    if (!Files.isWritable(Path.of("/dev/loop-control"))) {
      return Optional.of("emulated disks need loop devices, and there is no /dev/loop-control");
    }
    for (String tool : List.of("losetup", "mkfs.ext4", "setsid", "find")) {
      if (!SystemCommand.exists(tool)) {
        return Optional.of(
            "emulated disks need "
                + tool
                + " (Debian: apt install gcc libc6-dev e2fsprogs mount util-linux)");
      }
    }
    return EmulatorSources.uncompilable();
  }

  /**
   * Sets up disks of one kind.
   *
   * @param count 1..15
   * @throws EnsembleException naming what is missing or has failed; nothing is left then
   */
  public static FlashDisks create(FlashSpec spec, int count) {
    unavailable()
        .ifPresent(
            reason -> {
              throw new EnsembleException(reason);
            });
    DiskDirectory home = DiskDirectory.create(spec, count, EmulatorSources.DISK);
    FlashDisks made = new FlashDisks(spec, home);
    made.disks.addAll(home.addAll(count, made::add));
    return made;
  }

  private FlashDisk add(int number) throws IOException {
    Path disk = home.addDisk(number);
    Path fuse = Files.createDirectory(disk.resolve("fuse"));
    Path mount = Files.createDirectory(disk.resolve("mount"));
    // Fast until the file system is there.
    home.startEmulator(
        spec.withMegabytesPerSecond(PREPARING_MEGABYTES_PER_SECOND),
        disk,
        fuse,
        fuse.resolve("disk"));
    String loop = attach(fuse.resolve("disk"));
    String device = Path.of(loop).getFileName().toString();
    Path queue = Path.of("/sys/block", device, "queue");
    // Loop devices are used again: what a scheduler has learned of the last disk is not this one's.
    write(queue.resolve("scheduler"), "none");
    write(queue.resolve("scheduler"), spec.scheduler());
    // As a flash drive says of itself; a loop device says otherwise, and BFQ treats it as a disk
    // that seeks.
    write(queue.resolve("rotational"), "0");
    write(queue.resolve("write_cache"), spec.writeBack() ? "write back" : "write through");
    FlashDisk made = new FlashDisk(new DiskControl(fuse.resolve("control")), mount, device);
    made.makeFileSystem();
    made.mountIt();
    made.changeBandwidth(spec.megabytesPerSecond());
    return made;
  }

  // One at a time: two that look for a free device find the same one.
  private static synchronized String attach(Path file) {
    return SystemCommand.run(
            DiskDirectory.COMMAND, "losetup", "--find", "--show", "--direct-io=on", file.toString())
        .strip();
  }

  private static void write(Path file, String value) throws IOException {
    try {
      Files.writeString(file, value);
    } catch (IOException e) {
      throw new IOException("cannot write \"" + value + "\" to " + file + ": " + e.getMessage(), e);
    }
  }

  /** The disks, in the order in which they were set up. */
  public List<FlashDisk> disks() {
    return List.copyOf(disks);
  }

  @Override
  public List<Path> mounts() {
    return disks.stream().map(FlashDisk::mount).toList();
  }

  @Override
  public List<DiskControl> controls() {
    return disks.stream().map(FlashDisk::control).toList();
  }

  @Override
  public void clear() {
    disks.forEach(FlashDisk::format);
  }

  @Override
  public void flush() {
    disks.forEach(FlashDisk::flush);
  }

  @Override
  public void limitDirtyBytes(long bytes) {
    disks.forEach(disk -> disk.limitDirtyBytes(bytes));
  }

  @Override
  public String description() {
    return "ext4 on emulated flash disks of %d MB/s".formatted(spec.megabytesPerSecond());
  }

  @Override
  public Path directory() {
    return home.path();
  }

  @Override
  public void close() {
    home.close();
  }
}
