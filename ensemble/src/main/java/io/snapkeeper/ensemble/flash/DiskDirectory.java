package io.snapkeeper.ensemble.flash;

import io.snapkeeper.ensemble.EnsembleException;
import io.snapkeeper.ensemble.Waiting;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
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
 * The temporary directory under which all of some disks lies, and what takes it down: {@link
 * #close}, a shutdown hook, a guard process that notices when this one was killed, and for what a
 * killed guard has left {@link #removeLeftovers}. Thread-safe.
 */
final class DiskDirectory implements AutoCloseable {

  /** The script takes down nothing but directories whose name begins so. */
  static final String PREFIX = "snapkeeper-flash-";

  static final Duration COMMAND = Duration.ofSeconds(90);

  private static final Path MEMINFO = Path.of("/proc/meminfo");
  private static final Duration EMULATOR_START = Duration.ofSeconds(60);

  /** How long taking down waits for disks that are being set up. */
  private static final Duration SET_UP = Duration.ofSeconds(30);

  /** What is neither the disks' nor the page cache's: the rest of the machine has to live, too. */
  private static final int MEMORY_FACTOR = 2;

  private final Path directory;
  private final Path emulator;
  private final List<Process> emulators = new ArrayList<>();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Thread shutdownHook = new Thread(this::closeQuietly, "flash-shutdown");
  private final Process guard;
  private ExecutorService setters;

  private DiskDirectory(Path directory) throws IOException {
    this.directory = directory;
    this.emulator = directory.resolve("emulated-flash");
    install("teardown.sh");
    Files.writeString(directory.resolve("owner"), Owner.ofThisProcess().text());
    // Its standard input ends with this process, however that ends.
    this.guard =
        new ProcessBuilder("setsid", "sh", teardown().toString(), "--guard", directory.toString())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    Runtime.getRuntime().addShutdownHook(shutdownHook);
  }

  /**
   * Makes a directory with nothing in it but the emulator, after taking down what owners that are
   * gone have left.
   *
   * @param count of the disks that it is for, 1..15
   * @param sources of the emulator, which is compiled
   * @throws EnsembleException naming what has failed, or if there is not enough memory for the
   *     disks; nothing is left then
   */
  static DiskDirectory create(FlashSpec spec, int count, EmulatorSources sources) {
    if (count < 1 || count > 15) {
      throw new IllegalArgumentException("the number of disks is " + count + "; allowed are 1..15");
    }
    try {
      Path parent = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
      removeLeftovers(parent);
      requireMemory(spec, count);
      DiskDirectory made =
          new DiskDirectory(Files.createTempDirectory(parent.toRealPath(), PREFIX));
      try {
        made.compile(sources);
        return made;
      } catch (IOException | RuntimeException e) {
        made.close();
        throw e;
      }
    } catch (IOException e) {
      throw cannotSetUp(e);
    }
  }

  private static EnsembleException cannotSetUp(Throwable cause) {
    return new EnsembleException("cannot set up emulated disks: " + cause.getMessage(), cause);
  }

  private static void requireMemory(FlashSpec spec, int count) throws IOException {
    Optional<String> shortage = memoryShortage(spec, count);
    if (shortage.isPresent()) {
      throw new EnsembleException(shortage.get());
    }
  }

  /** What there is too little of for these disks, in one line; empty if there is enough. */
  static Optional<String> memoryShortage(FlashSpec spec, int count) throws IOException {
    long availableKibibytes =
        Files.readAllLines(MEMINFO).stream()
            .filter(line -> line.startsWith("MemAvailable:"))
            .mapToLong(line -> Long.parseLong(line.split("\\s+", -1)[1]))
            .findFirst()
            .orElseThrow(() -> new IOException("no MemAvailable in " + MEMINFO));
    long needed = (long) (spec.mebibytes() + spec.cacheMebibytes()) * count;
    return availableKibibytes / 1024 >= MEMORY_FACTOR * needed
        ? Optional.empty()
        : Optional.of(
            "%d emulated disks of %d MiB take %d MiB of memory, and %d times that must be free;"
                    .formatted(count, spec.mebibytes(), needed, MEMORY_FACTOR)
                + " %d MiB are: fewer or smaller disks".formatted(availableKibibytes / 1024));
  }

  /** Takes down what this user's owners that are gone have left under this directory. */
  static void removeLeftovers(Path parent) throws IOException {
    List<Path> candidates;
    try (Stream<Path> files = Files.list(parent.toRealPath())) {
      candidates = files.filter(f -> f.getFileName().toString().startsWith(PREFIX)).toList();
    }
    for (Path left : candidates) {
      Path owner = left.resolve("owner");
      // Another user's script is not for this one to run. Without the owner's file another process
      // may be about to write it; a directory costs nothing.
      if (userOf(left).equals(userOf(Path.of("/proc/self")))
          && Files.isRegularFile(owner)
          && Files.isRegularFile(left.resolve("teardown.sh"))
          && !Owner.parse(Files.readString(owner)).isAlive()) {
        SystemCommand.run(COMMAND, "sh", left.resolve("teardown.sh").toString(), left.toString());
      }
    }
  }

  /** The number of a file's user; of /proc/self, that of this process. */
  static Object userOf(Path file) throws IOException {
    LinkOption[] options =
        file.startsWith("/proc") ? new LinkOption[0] : new LinkOption[] {LinkOption.NOFOLLOW_LINKS};
    return Files.getAttribute(file, "unix:uid", options);
  }

  Path path() {
    return directory;
  }

  private Path teardown() {
    return directory.resolve("teardown.sh");
  }

  private void install(String name) throws IOException {
    try (InputStream source = DiskDirectory.class.getResourceAsStream(name)) {
      if (source == null) {
        throw new IOException("the resource " + name + " is missing from the jar");
      }
      Files.copy(source, directory.resolve(name));
    }
  }

  private void compile(EmulatorSources sources) throws IOException {
    Files.createDirectory(directory.resolve("emulator"));
    List<String> command = new ArrayList<>(List.of("cc", "-std=gnu11", "-O2", "-pthread"));
    command.addAll(List.of("-o", emulator.toString()));
    for (String file : sources.files()) {
      install("emulator/" + file);
      if (file.endsWith(".c")) {
        command.add(directory.resolve("emulator").resolve(file).toString());
      }
    }
    SystemCommand.run(COMMAND, command.toArray(String[]::new));
  }

  /** Sets up one disk. */
  interface Adding<T> {
    T add(int number) throws IOException;
  }

  /**
   * Sets up disks 1 to count at the same time: most of it is waiting, and populating memory.
   *
   * @throws EnsembleException if one of them fails; the directory is taken down then, once none is
   *     being set up any more
   */
  <T> List<T> addAll(int count, Adding<T> adding) {
    try {
      return addTogether(count, adding);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private <T> List<T> addTogether(int count, Adding<T> adding) {
    List<T> added = new ArrayList<>();
    synchronized (closed) {
      if (closed.get()) {
        throw new EnsembleException("emulated disks are being taken down");
      }
      setters = Executors.newFixedThreadPool(count);
    }
    List<Future<T>> started = new ArrayList<>();
    for (int number = 1; number <= count; number++) {
      int which = number;
      started.add(setters.submit(() -> adding.add(which)));
    }
    try {
      for (Future<T> disk : started) {
        added.add(disk.get());
      }
      return added;
    } catch (ExecutionException e) {
      throw cannotSetUp(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EnsembleException("interrupted while emulated disks were set up", e);
    } finally {
      awaitSetters();
    }
  }

  /** Whoever takes the disks down must not meet one that is just coming up. */
  private void awaitSetters() {
    if (setters == null) {
      return;
    }
    setters.shutdown();
    try {
      if (!setters.awaitTermination(SET_UP.toSeconds(), TimeUnit.SECONDS)) {
        setters.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Makes a directory for all of one disk. */
  Path addDisk(int number) throws IOException {
    return Files.createDirectory(directory.resolve("disk-" + number));
  }

  /**
   * Starts the emulator and waits until it is mounted.
   *
   * @param home of its disk
   * @param shown a file that appears then
   */
  void startEmulator(FlashSpec spec, Path home, Path mountPoint, Path shown) throws IOException {
    Path log = home.resolve("emulator.log");
    List<String> command = new ArrayList<>(List.of("setsid", emulator.toString()));
    command.addAll(spec.emulatorOptions());
    command.add(mountPoint.toString());
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
          return Files.exists(shown);
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

  /**
   * Before the script, which does it for others: on its way to the script a child of this process
   * closes its files, and on a disk without root that waits for them to be written.
   */
  private void goOn() {
    try (DirectoryStream<Path> disks = Files.newDirectoryStream(directory, "disk-*")) {
      for (Path disk : disks) {
        boolean asFile = Files.exists(disk.resolve("fuse"));
        goOn(disk.resolve(asFile ? "fuse/control" : "mount/.control"));
      }
    } catch (IOException e) {
      throw new EnsembleException("cannot list " + directory, e);
    }
  }

  private static void goOn(Path control) {
    try {
      if (Files.exists(control)) {
        new DiskControl(control).goOn();
      }
    } catch (UncheckedIOException e) {
      // Its emulator has ended: then nothing waits for it.
    }
  }

  private void takeDown() {
    // Both callers may come at once: the second waits, so that it too returns to a clean machine.
    synchronized (closed) {
      if (closed.get()) {
        return;
      }
      awaitSetters();
      goOn();
      SystemCommand.run(
          COMMAND,
          "sh",
          teardown().toString(),
          directory.toString(),
          Long.toString(ProcessHandle.current().pid()));
      closed.set(true);
      try {
        // The guard finds no directory and ends.
        guard.getOutputStream().close();
        guard.waitFor(10, TimeUnit.SECONDS);
        for (Process process : emulators) {
          process.waitFor(10, TimeUnit.SECONDS);
        }
      } catch (IOException e) {
        guard.destroyForcibly();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
