package io.snapkeeper.ensemble.flash;

import io.snapkeeper.ensemble.EnsembleException;
import io.snapkeeper.ensemble.Waiting;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * Emulated flash disks: for each an emulator process, a loop device on its file, ext4 on that, and
 * a mount, all under one temporary directory.
 *
 * <p>{@link #close} takes all of it down, and so do a shutdown hook and, should this process be
 * killed, a small guard process that notices. What a killed guard has left is taken down when the
 * next disks are set up. Processes with files on the disks are killed then. Thread-safe.
 */
public final class FlashDisks implements AutoCloseable {

  /** Everything that these classes set up lies under a directory whose name begins so. */
  static final String DIRECTORY_PREFIX = "snapkeeper-flash-";

  private static final Path MEMINFO = Path.of("/proc/meminfo");
  private static final Duration EMULATOR_START = Duration.ofSeconds(60);
  private static final Duration TEARDOWN = Duration.ofSeconds(90);

  /** While a file system is made: as fast as memory. */
  private static final int PREPARING_MEGABYTES_PER_SECOND = 10_000;

  /** What is neither the disks' nor the page cache's: the rest of the machine has to live, too. */
  private static final int MEMORY_FACTOR = 2;

  /** The emulator's sources; {@code main.c} says what is in which. */
  private static final List<String> EMULATOR_SOURCES =
      List.of(
          "commands.c",
          "commands.h",
          "control.c",
          "control.h",
          "drive.c",
          "drive.h",
          "file_system.c",
          "file_system.h",
          "fuse_connection.c",
          "fuse_connection.h",
          "main.c",
          "mount.c",
          "mount.h",
          "settings.c",
          "settings.h");

  private final Path directory;
  private final List<FlashDisk> disks = new ArrayList<>();
  private final List<Process> emulators = new ArrayList<>();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Thread shutdownHook = new Thread(this::closeQuietly, "flash-shutdown");
  private final Process guard;

  private FlashDisks(Path directory) throws IOException {
    this.directory = directory;
    install("teardown.sh");
    Files.createDirectory(directory.resolve("emulator"));
    for (String file : EMULATOR_SOURCES) {
      install("emulator/" + file);
    }
    Files.writeString(directory.resolve("owner"), Owner.ofThisProcess().text());
    // Its standard input ends with this process, however that ends.
    this.guard =
        new ProcessBuilder("setsid", "sh", teardown().toString(), "--guard", directory.toString())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    Runtime.getRuntime().addShutdownHook(shutdownHook);
  }

  /** Why this machine cannot have such disks, in one line; empty if it can. */
  public static Optional<String> unavailable() {
    try {
      if (!Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0)) {
        return Optional.of("emulated disks need root");
      }
    } catch (IOException | UnsupportedOperationException e) {
      return Optional.of("emulated disks need Linux");
    }
    if (!Files.exists(Path.of("/dev/fuse"))) {
      return Optional.of("emulated disks need FUSE, and there is no /dev/fuse");
    }
    if (!Files.exists(Path.of("/dev/loop-control"))) {
      return Optional.of("emulated disks need loop devices, and there is no /dev/loop-control");
    }
    for (String tool : List.of("cc", "losetup", "mkfs.ext4", "setsid", "find")) {
      if (!SystemCommand.exists(tool)) {
        return Optional.of(
            "emulated disks need "
                + tool
                + " (Debian: apt install gcc libc6-dev e2fsprogs mount util-linux)");
      }
    }
    if (!SystemCommand.succeeds(
        "sh", "-c", "echo '#include <linux/fuse.h>' | cc -E -o /dev/null -xc -include stdio.h -")) {
      return Optional.of(
          "emulated disks need the headers of libc and Linux (Debian: apt install libc6-dev)");
    }
    return Optional.empty();
  }

  /**
   * Sets up disks of one kind, one after the other.
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
    if (count < 1 || count > 15) {
      throw new IllegalArgumentException("the number of disks is " + count + "; allowed are 1..15");
    }
    Path parent = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
    try {
      removeLeftovers(parent);
      requireMemory(spec, count);
      FlashDisks made =
          new FlashDisks(Files.createTempDirectory(parent.toRealPath(), DIRECTORY_PREFIX));
      try {
        made.compile();
        made.addAll(spec, count);
        return made;
      } catch (IOException | RuntimeException e) {
        made.close();
        throw e;
      }
    } catch (IOException e) {
      throw new EnsembleException("cannot set up emulated disks: " + e.getMessage(), e);
    }
  }

  private static void requireMemory(FlashSpec spec, int count) throws IOException {
    long availableKibibytes =
        Files.readAllLines(MEMINFO).stream()
            .filter(line -> line.startsWith("MemAvailable:"))
            .mapToLong(line -> Long.parseLong(line.split("\\s+", -1)[1]))
            .findFirst()
            .orElseThrow(() -> new IOException("no MemAvailable in " + MEMINFO));
    long locked = (long) spec.mebibytes() * count;
    if (availableKibibytes / 1024 < MEMORY_FACTOR * locked) {
      throw new EnsembleException(
          "%d emulated disks of %d MiB lock %d MiB of memory, and %d times that must be free;"
                  .formatted(count, spec.mebibytes(), locked, MEMORY_FACTOR)
              + " %d MiB are: fewer or smaller disks".formatted(availableKibibytes / 1024));
    }
  }

  /** Takes down what owners that are gone have left under this directory. */
  static void removeLeftovers(Path parent) throws IOException {
    List<Path> candidates;
    try (Stream<Path> files = Files.list(parent.toRealPath())) {
      candidates =
          files.filter(f -> f.getFileName().toString().startsWith(DIRECTORY_PREFIX)).toList();
    }
    for (Path left : candidates) {
      Path owner = left.resolve("owner");
      // Without that file another process may be about to write it; a directory costs nothing.
      if (Files.isRegularFile(owner)
          && Files.isRegularFile(left.resolve("teardown.sh"))
          && !Owner.parse(Files.readString(owner)).isAlive()) {
        SystemCommand.run(TEARDOWN, "sh", left.resolve("teardown.sh").toString(), left.toString());
      }
    }
  }

  private void install(String name) throws IOException {
    try (InputStream source = FlashDisks.class.getResourceAsStream(name)) {
      if (source == null) {
        throw new IOException("the resource " + name + " is missing from the jar");
      }
      Files.copy(source, directory.resolve(name));
    }
  }

  private Path teardown() {
    return directory.resolve("teardown.sh");
  }

  private void compile() {
    List<String> command = new ArrayList<>(List.of("cc", "-std=gnu11", "-O2", "-pthread"));
    command.addAll(List.of("-o", emulator().toString()));
    for (String file : EMULATOR_SOURCES) {
      if (file.endsWith(".c")) {
        command.add(directory.resolve("emulator").resolve(file).toString());
      }
    }
    SystemCommand.run(TEARDOWN, command.toArray(String[]::new));
  }

  private Path emulator() {
    return directory.resolve("emulated-flash");
  }

  /** At the same time: most of it is waiting, and populating memory. */
  private void addAll(FlashSpec spec, int count) throws IOException {
    ExecutorService threads = Executors.newFixedThreadPool(count);
    try {
      List<Future<FlashDisk>> added = new ArrayList<>();
      for (int number = 1; number <= count; number++) {
        int which = number;
        added.add(threads.submit(() -> add(spec, which)));
      }
      for (Future<FlashDisk> disk : added) {
        disks.add(disk.get());
      }
    } catch (ExecutionException e) {
      throw new EnsembleException("cannot set up emulated disks: " + e.getCause().getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EnsembleException("interrupted while emulated disks were set up", e);
    } finally {
      awaitEnd(threads);
    }
  }

  // Whoever takes the disks down must not meet one that is just coming up.
  private static void awaitEnd(ExecutorService threads) {
    threads.shutdown();
    try {
      if (!threads.awaitTermination(TEARDOWN.toSeconds(), TimeUnit.SECONDS)) {
        threads.shutdownNow();
      }
    } catch (InterruptedException e) {
      threads.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }

  private FlashDisk add(FlashSpec spec, int number) throws IOException {
    Path home = Files.createDirectory(directory.resolve("disk-" + number));
    Path fuse = Files.createDirectory(home.resolve("fuse"));
    Path mount = Files.createDirectory(home.resolve("mount"));
    // Fast until the file system is there.
    startEmulator(spec.withMegabytesPerSecond(PREPARING_MEGABYTES_PER_SECOND), home, fuse);
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
    FlashDisk disk = new FlashDisk(fuse.resolve("control"), mount, device);
    disk.makeFileSystem();
    disk.mountIt();
    disk.changeBandwidth(spec.megabytesPerSecond());
    return disk;
  }

  // One at a time: two that look for a free device find the same one.
  private static synchronized String attach(Path file) {
    return SystemCommand.run(
            TEARDOWN, "losetup", "--find", "--show", "--direct-io=on", file.toString())
        .strip();
  }

  private void startEmulator(FlashSpec spec, Path home, Path fuse) throws IOException {
    Path log = home.resolve("emulator.log");
    List<String> command = new ArrayList<>(List.of("setsid", emulator().toString()));
    command.addAll(spec.emulatorOptions());
    command.add(fuse.toString());
    // In a session of its own: a Ctrl-C is not for it, or the disk would go before its file system.
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    synchronized (emulators) {
      emulators.add(process);
    }
    process.getOutputStream().close();
    Waiting.until(
        "the emulated disk to appear",
        EMULATOR_START,
        () -> {
          if (!process.isAlive()) {
            throw new EnsembleException("the emulator ended: " + contents(log));
          }
          return Files.exists(fuse.resolve("disk"));
        },
        () -> contents(log));
  }

  private static String contents(Path log) {
    try {
      return Files.readString(log).strip();
    } catch (IOException e) {
      return "(no log: " + e.getMessage() + ")";
    }
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

  /** Where the disks are mounted, in their order. */
  public List<Path> mounts() {
    return disks.stream().map(FlashDisk::mount).toList();
  }

  /** The directory under which everything lies. */
  public Path directory() {
    return directory;
  }

  /**
   * Kills whoever has files on the disks, takes everything down, and removes the directory.
   * Idempotent.
   *
   * @throws EnsembleException if something could not be taken down, with its name
   */
  @Override
  public void close() {
    takeDown();
    try {
      Runtime.getRuntime().removeShutdownHook(shutdownHook);
    } catch (IllegalStateException e) {
      // The JVM is going down and the hook runs: it finds nothing left to do.
    }
  }

  private void closeQuietly() {
    try {
      takeDown();
    } catch (EnsembleException e) {
      // The guard, which is about to notice that this process has ended, tries once more.
    }
  }

  private void takeDown() {
    // Both callers may come at once: the second waits, so that it too returns to a clean machine.
    synchronized (closed) {
      if (closed.get()) {
        return;
      }
      SystemCommand.run(
          TEARDOWN,
          "sh",
          teardown().toString(),
          directory.toString(),
          Long.toString(ProcessHandle.current().pid()));
      closed.set(true);
      try {
        // The guard finds no directory and ends.
        guard.getOutputStream().close();
        guard.waitFor(10, TimeUnit.SECONDS);
        for (Process emulator : emulators) {
          emulator.waitFor(10, TimeUnit.SECONDS);
        }
      } catch (IOException e) {
        guard.destroyForcibly();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
