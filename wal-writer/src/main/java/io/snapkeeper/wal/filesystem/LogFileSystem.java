package io.snapkeeper.wal.filesystem;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The file system that a log's directory is on.
 *
 * @param type as {@code /proc/self/mountinfo} has it; empty if that cannot be read
 * @param promise what it promises of a commit as it is mounted
 */
public record LogFileSystem(String type, FileSystemKind kind, Promise promise) {

  private static final Path MOUNTS = Path.of("/proc/self/mountinfo");

  /** Disk's caches are not flushed: any of these, whatever the file system. */
  private static final Set<String> WITHOUT_BARRIERS =
      Set.of("nobarrier", "barrier=0", "fsync_mode=nobarrier");

  /** What cannot be recognised. */
  public static final LogFileSystem UNKNOWN = of("", Set.of());

  /** What the tables of the kernel say of an ext file system; mountinfo leaves defaults out. */
  interface ExtOptions {

    /**
     * One option a line; empty if they are not known.
     *
     * @param device major and minor number
     */
    String of(String device);
  }

  /**
   * Of a directory; {@link #UNKNOWN} where it cannot be recognised. Never throws.
   *
   * @param directory exists
   */
  public static LogFileSystem of(Path directory) {
    try {
      Path real = directory.toRealPath();
      String mounts = new String(Files.readAllBytes(MOUNTS), StandardCharsets.UTF_8);
      return of(mounts, real.toString(), deviceOf(real), LogFileSystem::extOptions);
    } catch (IOException | RuntimeException e) { // not Linux, or no /proc: commits do not need it
      return UNKNOWN;
    }
  }

  static LogFileSystem of(String mountInfo, String path, String device, ExtOptions extOptions) {
    Optional<Mount> mount = Mount.holding(mountInfo, path, device);
    if (mount.isEmpty()) {
      return UNKNOWN;
    }
    Set<String> options = new HashSet<>(mount.get().options());
    if (mount.get().type().startsWith("ext")) {
      options.addAll(extOptions.of(mount.get().device()).lines().toList());
    }
    return of(mount.get().type(), options);
  }

  private static LogFileSystem of(String type, Set<String> options) {
    FileSystemKind kind = FileSystemKind.of(type, options);
    boolean flushed = options.stream().noneMatch(WITHOUT_BARRIERS::contains);
    boolean onDisk = kind.promise().durability() != Durability.NONE;
    return new LogFileSystem(
        type, kind, flushed || !onDisk ? kind.promise() : Promise.WITHOUT_BARRIERS);
  }

  /** As the C library splits the number. */
  private static String deviceOf(Path directory) throws IOException {
    long device = (Long) Files.getAttribute(directory, "unix:dev");
    long major = (device >>> 8 & 0xfff) | (device >>> 32 & ~0xfffL);
    long minor = (device & 0xff) | (device >>> 12 & ~0xffL);
    return major + ":" + (minor & 0xffff_ffffL);
  }

  /** {@code tune2fs -o journal_data} makes it a default, which mountinfo does not show. */
  private static String extOptions(String device) {
    try {
      Path disk = Path.of("/sys/dev/block", device).toRealPath().getFileName();
      return Files.readString(Path.of("/proc/fs/ext4", disk.toString(), "options"));
    } catch (IOException | RuntimeException e) { // what mountinfo says has to do
      return "";
    }
  }

  /** Whether zeros written ahead of a log's tail save writes of the disk at a commit. */
  public boolean zerosAhead() {
    return kind.zerosAhead();
  }
}
