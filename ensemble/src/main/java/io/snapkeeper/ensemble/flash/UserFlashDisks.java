package io.snapkeeper.ensemble.flash;

import io.snapkeeper.ensemble.EnsembleException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Emulated flash disks without root: each is a FUSE file system in memory behind the kernel's page
 * cache, whose reads and writes take as long as on the modelled drive. It is mounted through
 * fusermount3, or in a user namespace by the system call.
 *
 * <p>What differs from {@link FlashDisks}: there is no block device, hence no scheduler and no
 * counters of the kernel; names and attributes cost no time; closing a file waits for its
 * writeback. The same things take it down. Thread-safe.
 */
public final class UserFlashDisks implements EmulatedDisks {

  private static final Path DEVICE = Path.of("/dev/fuse");

  private final FlashSpec spec;
  private final DiskDirectory home;
  private final List<Path> mounts = new ArrayList<>();

  private UserFlashDisks(FlashSpec spec, DiskDirectory home) {
    this.spec = spec;
    this.home = home;
  }

  /** Why this machine and user can have none, in one line, with what would help; empty if so. */
  public static Optional<String> unavailable() {
    boolean mayMount;
    try {
      mayMount = DiskDirectory.userOf(Path.of("/proc/self")).equals(0);
    } catch (IOException | UnsupportedOperationException e) {
      return Optional.of("emulated disks need Linux");
    }
    if (!Files.exists(DEVICE)) {
      return Optional.of("emulated disks need FUSE, and there is no /dev/fuse (modprobe fuse)");
    }
    if (!Files.isWritable(DEVICE)) {
      return Optional.of(
          "emulated disks need /dev/fuse, which this user may not open (as root: chmod 666 /dev/fuse)");
    }
    if (!mayMount && !SystemCommand.exists("fusermount3") && !SystemCommand.exists("fusermount")) {
      return Optional.of(
          "emulated disks need fusermount3 (Debian: apt install fuse3; without root: run the same"
              + " command behind \"unshare -rm\")");
    }
    for (String tool : List.of("setsid", "find")) {
      if (!SystemCommand.exists(tool)) {
        return Optional.of(
            "emulated disks need " + tool + " (Debian: apt install util-linux findutils)");
      }
    }
    return EmulatorSources.uncompilable();
  }

  /**
   * Sets up disks of one kind.
   *
   * @param spec without a scheduler and a volatile cache, which such disks cannot have
   * @param count 1..15
   * @throws EnsembleException naming what is missing or has failed; nothing is left then
   */
  public static UserFlashDisks create(FlashSpec spec, int count) {
    if (!spec.scheduler().equals("none") || spec.writeBack()) {
      throw new IllegalArgumentException(
          "emulated disks without root have neither a scheduler nor a volatile cache");
    }
    unavailable()
        .ifPresent(
            reason -> {
              throw new EnsembleException(reason);
            });
    DiskDirectory home = DiskDirectory.create(spec, count, EmulatorSources.FILES);
    UserFlashDisks made = new UserFlashDisks(spec, home);
    made.mounts.addAll(home.addAll(count, made::add));
    return made;
  }

  private Path add(int number) throws IOException {
    Path disk = home.addDisk(number);
    Path mount = Files.createDirectory(disk.resolve("mount"));
    home.startEmulator(spec, disk, mount, control(mount));
    return mount;
  }

  private static Path control(Path mount) {
    return mount.resolve(".control");
  }

  @Override
  public List<Path> mounts() {
    return List.copyOf(mounts);
  }

  @Override
  public List<DiskControl> controls() {
    return mounts.stream().map(mount -> new DiskControl(control(mount))).toList();
  }

  @Override
  public void clear() {
    for (Path mount : mounts) {
      try (Stream<Path> all = Files.walk(mount)) {
        for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
          if (!file.equals(mount) && !file.equals(control(mount))) {
            Files.delete(file);
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException("cannot empty " + mount, e);
      }
    }
  }

  @Override
  public void flush() {
    for (Path mount : mounts) {
      SystemCommand.run(DiskDirectory.COMMAND, "sync", "-f", mount.toString());
    }
  }

  @Override
  public void limitDirtyBytes(long bytes) {
    // The kernel does so by itself, and only root can change it.
  }

  @Override
  public String description() {
    return "emulated flash disks of %d MB/s (FUSE, in memory)".formatted(spec.megabytesPerSecond());
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
