package io.snapkeeper.wal.filesystem;

import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.snapkeeper.wal.OnPath;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A file system of this machine's kernel, mounted until it is closed or the JVM ends. Those on
 * disks are on a loop device over a file in memory. Needs root and the right to mount.
 */
final class MountedFileSystem implements AutoCloseable {

  /** What can be mounted. */
  enum Made {
    EXT2("ext2", "ext2", FileSystemKind.EXT, Durability.PROMISED, ext("mkfs.ext2"), "defaults"),
    EXT3("ext3", "ext3", FileSystemKind.EXT, Durability.PROMISED, ext("mkfs.ext3"), "defaults"),
    EXT4("ext4", "ext4", FileSystemKind.EXT, Durability.PROMISED, ext("mkfs.ext4"), "defaults"),
    EXT4_BLOCKS_OF_1_KIB(
        "ext4, 1 KiB blocks",
        "ext4",
        FileSystemKind.EXT,
        Durability.PROMISED,
        "mkfs.ext4 -q -b 1024",
        "defaults"),
    EXT4_WRITEBACK(
        "ext4, data=writeback",
        "ext4",
        FileSystemKind.EXT,
        Durability.PROMISED,
        ext("mkfs.ext4"),
        "data=writeback"),
    EXT4_NOBARRIER(
        "ext4, nobarrier",
        "ext4",
        FileSystemKind.EXT,
        Durability.NONE,
        ext("mkfs.ext4"),
        "nobarrier"),
    EXT4_DATA_JOURNAL(
        "ext4, data=journal",
        "ext4",
        FileSystemKind.EXT_DATA_JOURNAL,
        Durability.PROMISED,
        ext("mkfs.ext4"),
        "data=journal"),
    EXT4_DATA_JOURNAL_BY_TUNE2FS(
        "ext4, data=journal by tune2fs",
        "ext4",
        FileSystemKind.EXT_DATA_JOURNAL,
        Durability.PROMISED,
        ext("mkfs.ext4"),
        "defaults") {
      @Override
      void change(Path image) throws IOException {
        run(tool("e2fsprogs", "tune2fs"), "-o", "journal_data", image.toString());
      }
    },
    XFS("xfs", "xfs", FileSystemKind.XFS, Durability.PROMISED, "mkfs.xfs -q", "defaults"),
    BTRFS("btrfs", "btrfs", FileSystemKind.BTRFS, Durability.PROMISED, "mkfs.btrfs -q", "defaults"),
    OVERLAY(
        "overlay over ext4",
        "overlay",
        FileSystemKind.OVERLAY,
        Durability.CONDITIONAL,
        ext("mkfs.ext4"),
        ""),
    OVERLAY_VOLATILE(
        "overlay over ext4, volatile",
        "overlay",
        FileSystemKind.OVERLAY_VOLATILE,
        Durability.NONE,
        ext("mkfs.ext4"),
        "volatile,"),
    FUSE_OVERLAYFS(
        "fuse-overlayfs over ext4",
        "fuse.fuse-overlayfs",
        FileSystemKind.OVERLAY,
        Durability.CONDITIONAL,
        ext("mkfs.ext4"),
        ""),
    TMPFS("tmpfs", "tmpfs", FileSystemKind.MEMORY, Durability.NONE, "", "size=64m"),
    RAMFS("ramfs", "ramfs", FileSystemKind.MEMORY, Durability.NONE, "", "mode=700");

    private static String ext(String program) {
      return program + " -q -b 4096";
    }

    final String label;
    final String type;
    final FileSystemKind kind;
    final Durability durability;
    private final String formatter;
    private final String options;

    Made(
        String label,
        String type,
        FileSystemKind kind,
        Durability durability,
        String formatter,
        String options) {
      this.label = label;
      this.type = type;
      this.kind = kind;
      this.durability = durability;
      this.formatter = formatter;
      this.options = options;
    }

    boolean isOnDisk() {
      return !formatter.isEmpty();
    }

    private boolean isOverlay() {
      return kind == FileSystemKind.OVERLAY || kind == FileSystemKind.OVERLAY_VOLATILE;
    }

    /** After it is formatted, before it is mounted. */
    void change(Path image) throws IOException {}

    private String packages() {
      return switch (type) {
        case "xfs" -> "xfsprogs";
        case "btrfs" -> "btrfs-progs";
        default -> "e2fsprogs";
      };
    }
  }

  /** xfs is no smaller than 300 MiB; the file has holes. */
  private static final long IMAGE_BYTES = 384L << 20;

  private static final long COMMAND_SECONDS = 60;

  /** A FUSE program ends a moment after its file system is unmounted. */
  private static final int UNMOUNT_TRIES = 100;

  private final Made made;
  private final Path work;
  private final Path image;
  private final Path disk;
  private final Path directory;
  private final Thread atExit = new Thread(this::tearDown);

  private MountedFileSystem(Made made, Path work) {
    this.made = made;
    this.work = work;
    this.image = work.resolve("image");
    this.disk = work.resolve("disk");
    this.directory = made.isOverlay() ? work.resolve("mounted") : disk;
  }

  /** Mounts one; the test is not run where this machine lacks something, which it names. */
  static MountedFileSystem mount(Made made) throws IOException {
    assumeTrue(System.getProperty("user.name").equals("root"), "mounting needs root");
    Path memory = Path.of("/dev/shm");
    Path work =
        Files.isWritable(memory)
            ? Files.createTempDirectory(memory, "snapkeeper-mounted-")
            : Files.createTempDirectory("snapkeeper-mounted-");
    MountedFileSystem mounted = new MountedFileSystem(made, work);
    Runtime.getRuntime().addShutdownHook(mounted.atExit);
    boolean success = false;
    try {
      mounted.format();
      mounted.mountAll();
      success = true;
    } catch (IOException e) {
      abort(made + " cannot be mounted here: " + e.getMessage());
    } finally {
      if (!success) {
        mounted.close();
      }
    }
    return mounted;
  }

  private void format() throws IOException {
    Files.createDirectory(disk);
    Files.createDirectories(directory);
    if (!made.isOnDisk()) {
      return;
    }
    List<String> words = new ArrayList<>(List.of(made.formatter.split(" ", -1)));
    words.set(0, tool(made.packages(), words.get(0)));
    words.add(image.toString());
    try (var file =
        Files.newByteChannel(image, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      file.position(IMAGE_BYTES - 1);
      file.write(ByteBuffer.allocate(1));
    }
    run(words.toArray(String[]::new));
    made.change(image);
  }

  private void mountAll() throws IOException {
    if (!made.isOnDisk()) {
      run("mount", "-t", made.type, "-o", made.options, "snapkeeper-test", disk.toString());
      return;
    }
    if (!made.isOverlay()) {
      run(
          "mount",
          "-t",
          made.type,
          "-o",
          "loop," + made.options,
          image.toString(),
          disk.toString());
      return;
    }
    run("mount", "-o", "loop", image.toString(), disk.toString());
    for (String layer : List.of("lower", "upper", "work")) {
      Files.createDirectories(disk.resolve(layer));
    }
    String layers =
        "%slowerdir=%s,upperdir=%s,workdir=%s"
            .formatted(
                made.options, disk.resolve("lower"), disk.resolve("upper"), disk.resolve("work"));
    if (made == Made.FUSE_OVERLAYFS) {
      run(tool("fuse-overlayfs", "fuse-overlayfs"), "-o", layers, directory.toString());
    } else {
      run("mount", "-t", "overlay", "-o", layers, "snapkeeper-test", directory.toString());
    }
  }

  Made made() {
    return made;
  }

  /** Its root. */
  Path directory() {
    return directory;
  }

  /** What was written stays, in memory or on the disk; no cache does. */
  void remount() throws IOException {
    if (made.isOnDisk()) {
      unmountAll();
      if (made == Made.OVERLAY_VOLATILE) {
        // The kernel refuses a volatile overlay a second time, unless this is removed by hand.
        run("mount", "-o", "loop", image.toString(), disk.toString());
        run("rm", "-rf", disk.resolve("work").toString());
        unmount(disk);
      }
      mountAll();
    }
  }

  /** Writes that its disk has completed so far; empty if it has none. */
  Optional<Long> diskWrites() throws IOException {
    if (!made.isOnDisk()) {
      return Optional.empty();
    }
    String device = run("losetup", "-n", "-O", "NAME", "-j", image.toString()).strip();
    Path stat = Path.of("/sys/block", Path.of(device).getFileName().toString(), "stat");
    return Optional.of(Long.parseLong(Files.readString(stat).strip().split(" +", -1)[4]));
  }

  /** Nothing waits to be written any more, as far as others can tell. */
  void settle() throws IOException {
    run("sync", "-f", directory.toString());
    run("sync", "-f", disk.toString());
  }

  private void unmountAll() throws IOException {
    unmount(directory);
    unmount(disk);
  }

  private static void unmount(Path point) throws IOException {
    for (int tries = 1; isMounted(point); tries++) {
      try {
        run("umount", point.toString());
      } catch (IOException e) {
        if (tries == UNMOUNT_TRIES) {
          throw e;
        }
        pause();
      }
    }
  }

  private static void pause() throws IOException {
    try {
      TimeUnit.MILLISECONDS.sleep(100);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private static boolean isMounted(Path point) throws IOException {
    return Files.readString(Path.of("/proc/self/mounts")).contains(" " + point + " ");
  }

  /** Unmounts it and removes what it was made of. */
  @Override
  public void close() {
    tearDown();
    Runtime.getRuntime().removeShutdownHook(atExit);
  }

  private void tearDown() {
    try {
      unmountAll();
      Files.deleteIfExists(image);
      Files.deleteIfExists(directory);
      Files.deleteIfExists(disk);
      Files.deleteIfExists(work);
    } catch (IOException e) {
      throw new AssertionError("left behind: " + work, e);
    }
  }

  private static String tool(String packages, String name) {
    return OnPath.require(packages, name).toString();
  }

  private static String run(String... command) throws IOException {
    Path said = Files.createTempFile("snapkeeper-command-", "");
    try {
      // A file: a FUSE program keeps its standard output.
      ProcessBuilder builder =
          new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile());
      builder.environment().merge("PATH", "/usr/sbin:/sbin", (path, more) -> path + ":" + more);
      Process process = builder.start();
      if (!process.waitFor(COMMAND_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IOException(String.join(" ", command) + " does not end");
      }
      String text = new String(Files.readAllBytes(said), StandardCharsets.UTF_8);
      if (process.exitValue() != 0) {
        throw new IOException(String.join(" ", command) + " failed: " + text.strip());
      }
      return text;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    } finally {
      Files.delete(said);
    }
  }
}
