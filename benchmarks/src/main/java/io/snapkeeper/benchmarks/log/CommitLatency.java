package io.snapkeeper.benchmarks.log;

import io.snapkeeper.benchmarks.disk.FileTree;
import io.snapkeeper.benchmarks.ensemble.Spread;
import io.snapkeeper.benchmarks.ensemble.Turns;
import io.snapkeeper.benchmarks.flash.DiskOptions;
import io.snapkeeper.ensemble.flash.FlashDisks;
import io.snapkeeper.ensemble.flash.FlashSpec;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** One append and commit after another, by ZooKeeper's log and by the plugin's, in turn. */
@Command(
    name = "commit-latency",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "How long an append and its commit take, and how much CPU of the calling thread and of the"
          + " writer's threads or process, with nothing else on the disk: ZooKeeper's own log, the"
          + " plugin's from inside the process and from one of its own, and the bare writes of the same"
          + " blocks by a loop in C. Before them, what it takes to wake another process and to be woken"
          + " by it, again by a loop in C."
    })
public final class CommitLatency implements Callable<Integer> {

  private static final String ROOT_DISK = "root";

  /** Writes to it cost next to nothing: what is left is the way to the writer and back. */
  private static final String MEMORY = "memory";

  private static final Path MEMORY_DIRECTORY = Path.of("/dev/shm");
  private static final double WARM_UP_SECONDS = 1;
  private static final int KEPT_OBJECTS = 64 << 10;
  private static final int KEPT_OBJECT_BYTES = 2_000;

  /**
   * For so long a processor that idles looks for work before it gives itself back to the host, in a
   * guest whose kernel does that; not there elsewhere.
   */
  private static final Path GUEST_HALT_POLL_NANOS =
      Path.of("/sys/module/haltpoll/parameters/guest_halt_poll_ns");

  @Spec private CommandSpec spec;

  @Option(
      names = "--devices",
      split = ",",
      defaultValue = "none,root",
      description =
          "Emulated disks by scheduler, root for the disk of the temporary directory, and memory"
              + " for /dev/shm (${DEFAULT-VALUE}).")
  private List<String> devices;

  @Option(
      names = "--bytes",
      split = ",",
      defaultValue = "512,4096,65536,1048576",
      description = "Sizes of a record (${DEFAULT-VALUE}).")
  private List<Integer> sizes;

  @Option(
      names = "--per-second",
      split = ",",
      defaultValue = "0,1000",
      description = "Commits offered; 0: one after the other (${DEFAULT-VALUE}).")
  private List<Integer> rates;

  @Option(
      names = "--ways",
      split = ",",
      defaultValue = "STOCK,IN_PROCESS,PROCESS,PIPE",
      description = "Of ${COMPLETION-CANDIDATES}, beside the bare writes (${DEFAULT-VALUE}).")
  private List<CommitPath.Way> ways;

  @Option(
      names = "--busy-threads",
      defaultValue = "0",
      description = "Threads that compute meanwhile (${DEFAULT-VALUE}).")
  private int busyThreads;

  @Option(
      names = "--allocating-threads",
      defaultValue = "0",
      description =
          "Threads that keep replacing 128 MB of objects meanwhile, so that the JVM collects them"
              + " (${DEFAULT-VALUE}).")
  private int allocatingThreads;

  @Option(names = "--seconds", defaultValue = "3", description = "Per run (${DEFAULT-VALUE}).")
  private double seconds;

  @Option(names = "--repetitions", defaultValue = "5", description = "Default ${DEFAULT-VALUE}.")
  private int repetitions;

  /**
   * @param way empty: the bare writes
   */
  private record Cell(String device, int bytes, int perSecond, Optional<CommitPath.Way> way) {
    String title() {
      return way.map(CommitPath.Way::title).orElse("bare, in C");
    }
  }

  public static void main(String[] args) {
    System.exit(new CommandLine(new CommitLatency()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    boolean emulated = devices.stream().anyMatch(CommitLatency::isEmulated);
    if (emulated && DiskOptions.saysNotRun(out)) {
      return DiskOptions.NOT_RUN;
    }
    List<Thread> busy = keepBusy();
    try (BareC bare = BareC.compile()) {
      printWakeUps(bare, out);
      out.println(
          "| device | bytes | per second | way | p50 us | p99 us | p99.9 us | CPU us | p50 x bare |");
      out.println("|---|---|---|---|---|---|---|---|---|");
      for (String device : devices) {
        onDevice(device, bare, out);
      }
    } finally {
      busy.forEach(Thread::interrupt);
    }
    return 0;
  }

  private List<Thread> keepBusy() {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < busyThreads; i++) {
      threads.add(new Thread(CommitLatency::compute, "busy-" + i));
    }
    for (int i = 0; i < allocatingThreads; i++) {
      threads.add(new Thread(CommitLatency::allocate, "allocating-" + i));
    }
    threads.forEach(
        thread -> {
          thread.setDaemon(true);
          thread.start();
        });
    return threads;
  }

  private static void compute() {
    while (!Thread.currentThread().isInterrupted()) {
      Thread.onSpinWait();
    }
  }

  /** What lives long enough to be copied is what makes a collection's pause long. */
  private static void allocate() {
    byte[][] kept = new byte[KEPT_OBJECTS][];
    for (int i = 0; !Thread.currentThread().isInterrupted(); i = (i + 1) % KEPT_OBJECTS) {
      kept[i] = new byte[KEPT_OBJECT_BYTES];
    }
  }

  private void printWakeUps(BareC bare, PrintWriter out) throws IOException, InterruptedException {
    List<CommitFigures> runs = new ArrayList<>();
    for (int repetition = 0; repetition < repetitions; repetition++) {
      runs.add(bare.wakeUps(seconds));
    }
    out.printf(
        "%d busy and %d allocating threads; to wake another process and to be woken by it: p50 %s us, p99 %s us,"
            + " CPU %s us%s; medians (range) of %d%n%n",
        busyThreads,
        allocatingThreads,
        spread(runs, figures -> figures.micros(50)),
        spread(runs, figures -> figures.micros(99)),
        spread(runs, CommitFigures::cpuMicros),
        Files.exists(GUEST_HALT_POLL_NANOS)
            ? " (guest_halt_poll_ns " + Files.readString(GUEST_HALT_POLL_NANOS).strip() + ")"
            : "",
        repetitions);
    out.flush();
  }

  private static boolean isEmulated(String device) {
    return !device.equals(ROOT_DISK) && !device.equals(MEMORY);
  }

  private void onDevice(String device, BareC bare, PrintWriter out) throws Exception {
    if (isEmulated(device)) {
      FlashSpec flash = FlashSpec.ofDefaults().withScheduler(device).withMebibytes(2_560);
      try (FlashDisks disks = FlashDisks.create(flash, 1)) {
        onDirectory(device, disks.mounts().get(0), bare, out);
      }
      return;
    }
    Path directory =
        device.equals(MEMORY)
            ? Files.createTempDirectory(MEMORY_DIRECTORY, "snapkeeper-commits-")
            : Files.createTempDirectory("snapkeeper-commits-");
    try {
      onDirectory(device, directory, bare, out);
    } finally {
      Files.deleteIfExists(directory);
    }
  }

  private void onDirectory(String device, Path parent, BareC bare, PrintWriter out)
      throws Exception {
    for (int bytes : sizes) {
      for (int perSecond : rates) {
        List<Cell> cells = new ArrayList<>();
        cells.add(new Cell(device, bytes, perSecond, Optional.empty()));
        ways.forEach(way -> cells.add(new Cell(device, bytes, perSecond, Optional.of(way))));
        print(Turns.take(cells, repetitions, (repetition, cell) -> run(cell, bare, parent)), out);
      }
    }
  }

  private CommitFigures run(Cell cell, BareC bare, Path parent)
      throws IOException, InterruptedException {
    return cell.way().isPresent()
        ? run(cell, cell.way().get(), parent)
        : bare.measure(parent, cell.bytes(), cell.perSecond(), WARM_UP_SECONDS, seconds);
  }

  private CommitFigures run(Cell cell, CommitPath.Way way, Path parent) throws IOException {
    Path directory = Files.createTempDirectory(parent, "log-");
    try (CommitPath path = way.open(directory, cell.bytes())) {
      CommitLoop.run(path, cell.perSecond(), WARM_UP_SECONDS, () -> {}, nanos -> {});
      ThreadMXBean threads = ManagementFactory.getThreadMXBean();
      Histogram nanos = new Histogram(3);
      long cpu = threads.getCurrentThreadCpuTime() + path.writerCpuNanos();
      CommitLoop.run(path, cell.perSecond(), seconds, () -> {}, nanos::recordValue);
      cpu = threads.getCurrentThreadCpuTime() + path.writerCpuNanos() - cpu;
      return CommitFigures.of(nanos, cpu);
    } finally {
      FileTree.delete(directory);
    }
  }

  private void print(Map<Cell, List<CommitFigures>> runs, PrintWriter out) {
    double bare =
        median(runs.entrySet().iterator().next().getValue(), figures -> figures.micros(50));
    runs.forEach(
        (cell, list) -> {
          out.printf(
              Locale.ROOT,
              "| %s | %d | %s | %s | %s | %s | %s | %s | %.2f |%n",
              cell.device(),
              cell.bytes(),
              cell.perSecond() == 0 ? "closed loop" : Integer.toString(cell.perSecond()),
              cell.title(),
              spread(list, figures -> figures.micros(50)),
              spread(list, figures -> figures.micros(99)),
              spread(list, figures -> figures.micros(99.9)),
              spread(list, CommitFigures::cpuMicros),
              median(list, figures -> figures.micros(50)) / bare);
          out.flush();
        });
  }

  private static double median(List<CommitFigures> runs, ToDoubleFunction<CommitFigures> figure) {
    return Spread.median(runs.stream().mapToDouble(figure).toArray());
  }

  private static String spread(List<CommitFigures> runs, ToDoubleFunction<CommitFigures> figure) {
    return Spread.text(runs.stream().mapToDouble(figure).toArray(), 0);
  }
}
