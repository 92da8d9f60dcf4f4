package io.snapkeeper.benchmarks.flash;

import io.snapkeeper.benchmarks.probe.ProbeAgent;
import io.snapkeeper.ensemble.Clients;
import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.EnsembleSpec;
import io.snapkeeper.ensemble.OpenLoopLoad;
import io.snapkeeper.ensemble.ScratchDirectory;
import io.snapkeeper.ensemble.ServerLibraries;
import io.snapkeeper.ensemble.flash.FlashDisk;
import io.snapkeeper.ensemble.flash.FlashDisks;
import io.snapkeeper.ensemble.flash.FlashSpec;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.server.PurgeTxnLog;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Snapshots and log of a server whose disk has little space left: this build and another. */
@Command(
    name = "scarce-disks",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Three servers, one of which has little space left on its disk: the snapshots that it takes,"
          + " and how large its log grows, with this build of the plugin and with another. Both run"
          + " at the same time. A snapshot is due every ten seconds. Needs root and FUSE."
    })
public final class ScarceDisks implements Callable<Integer> {

  private static final Duration START = Duration.ofMinutes(2);

  /** The one with the small disk; a follower, because server 3 leads. */
  private static final long SID = 1;

  private static final int DISK_MEBIBYTES = 640;
  private static final int WRITES_PER_SECOND = 300;

  /** Stock snapshots every seven to ten seconds then. */
  private static final int SNAP_COUNT = 4_000;

  private static final int NODE_BYTES = 256 << 10;
  private static final int NODES = 160;
  private static final long TREE_BYTES = (long) NODES * NODE_BYTES;

  /** How much less is left than a snapshot of the whole tree and the log's reserve take. */
  private static final long MISSING_BYTES = TREE_BYTES / 2;

  /** What the plugin leaves to the log on a disk of this size. */
  private static final int RESERVE_SHARE = 50;

  /** Of an operator's job that purges from outside the server. */
  private static final int PURGE_SECONDS = 20;

  private static final int RETAINED = 3;

  /** Six snapshots of the tree leave three to purge. */
  private static final int SNAPSHOTS_BEFORE_PURGE = 6;

  /** When ZooKeeper's own timer purges: by then there are as many. */
  private static final int TIMER_SECONDS = 120;

  @Spec private CommandSpec spec;

  @Option(
      names = "--against",
      paramLabel = "JAR",
      required = true,
      description = "The agent's jar of the other build.")
  private Path against;

  @Option(
      names = "--cases",
      split = ",",
      description = "Of ${COMPLETION-CANDIDATES}; all by default.")
  private List<ScarceCase> cases = List.of(ScarceCase.values());

  @Option(
      names = "--minutes",
      defaultValue = "6",
      description = "Measured once the space is scarce (${DEFAULT-VALUE}: 36 snapshots are due).")
  private int minutes;

  /** What became of one server. */
  private record Outcome(long snapshots, long largestLogBytes, long secondsUntilItEnded) {
    String text(int seconds) {
      String end =
          secondsUntilItEnded < 0
              ? "runs"
              : "ended after %d of %d s, its disk full".formatted(secondsUntilItEnded, seconds);
      return "%d snapshots; log at most %d MB; %s"
          .formatted(snapshots, largestLogBytes / 1_000_000, end);
    }
  }

  public static void main(String[] args) {
    System.exit(new CommandLine(new ScarceDisks()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    if (DiskOptions.saysNotRun(out)) {
      return DiskOptions.NOT_RUN;
    }
    Map<String, Path> builds = new LinkedHashMap<>();
    builds.put("the other build", against.toAbsolutePath());
    builds.put("this build", ServerLibraries.fromSystemProperty().agentJar());
    out.println("| space is short because of | " + String.join(" | ", builds.keySet()) + " |");
    out.println("|---" + "|---".repeat(builds.size()) + "|");
    for (ScarceCase scarce : cases) {
      List<String> cells = new ArrayList<>();
      for (Outcome outcome : sideBySide(scarce, List.copyOf(builds.values()))) {
        cells.add(outcome.text((int) TimeUnit.MINUTES.toSeconds(minutes)));
      }
      out.println("| " + scarce.title() + " | " + String.join(" | ", cells) + " |");
      out.flush();
    }
    return 0;
  }

  private List<Outcome> sideBySide(ScarceCase scarce, List<Path> agents) throws Exception {
    FlashSpec flash = FlashSpec.ofDefaults().withMebibytes(DISK_MEBIBYTES);
    ExecutorService runs = Executors.newFixedThreadPool(agents.size());
    try (FlashDisks disks = FlashDisks.create(flash, agents.size())) {
      List<Future<Outcome>> running = new ArrayList<>();
      for (int i = 0; i < agents.size(); i++) {
        Path agent = agents.get(i);
        FlashDisk disk = disks.disks().get(i);
        running.add(runs.submit(() -> run(scarce, agent, disk.mount())));
      }
      List<Outcome> outcomes = new ArrayList<>();
      for (Future<Outcome> run : running) {
        outcomes.add(run.get());
      }
      return outcomes;
    } finally {
      runs.shutdownNow();
      runs.awaitTermination(1, TimeUnit.MINUTES);
    }
  }

  private Outcome run(ScarceCase scarce, Path agent, Path disk) throws Exception {
    try (Ensemble ensemble = new Ensemble(ensemble(agent, disk))) {
      if (scarce == ScarceCase.PURGE) {
        String flag = ProbeAgent.purgeFlag(TIMER_SECONDS, ensemble.dataDirectory(SID));
        ensemble.respecify(SID, server -> server.withJvmFlag(flag));
      }
      for (long sid = 3; sid >= 1; sid--) {
        ensemble.launch(sid);
      }
      ensemble.awaitAllServing(START);
      try (CuratorFramework client = Clients.connect(List.of(ensemble.address(3)), 0)) {
        Clients.awaitConnected(client, START);
        fill(client);
        return measure(scarce, ensemble, client, disk);
      }
    }
  }

  private Outcome measure(ScarceCase scarce, Ensemble ensemble, CuratorFramework client, Path disk)
      throws Exception {
    File files = ensemble.dataDirectory(SID).resolve("version-2").toFile();
    try (OpenLoopLoad load = OpenLoopLoad.start(load(ensemble))) {
      if (scarce == ScarceCase.PURGE) {
        awaitSnapshots(files, SNAPSHOTS_BEFORE_PURGE);
      } else {
        awaitOnlySmallLogs(ensemble, files);
      }
      leaveUsable(disk, TREE_BYTES + totalBytes(disk) / RESERVE_SHARE - MISSING_BYTES);
      if (scarce == ScarceCase.DELETES) {
        delete(client);
      }
      return watch(scarce, ensemble, files);
    }
  }

  private Outcome watch(ScarceCase scarce, Ensemble ensemble, File files) throws Exception {
    long first = newestSnapshot(files);
    long newest = first;
    long snapshots = 0;
    long largestLog = 0;
    long seconds = TimeUnit.MINUTES.toSeconds(minutes);
    for (long second = 1; second <= seconds; second++) {
      TimeUnit.SECONDS.sleep(1);
      long now = newestSnapshot(files);
      if (now > newest) {
        snapshots++;
        newest = now;
      }
      largestLog = Math.max(largestLog, logBytes(files));
      if (!ensemble.isRunning(SID)) {
        return new Outcome(snapshots, largestLog, second);
      }
      // Elsewhere an operator's own job purges, from outside the server.
      if (scarce != ScarceCase.PURGE && second % PURGE_SECONDS == 0) {
        purge(ensemble);
      }
    }
    return new Outcome(snapshots, largestLog, -1);
  }

  private static EnsembleSpec ensemble(Path agent, Path disk) {
    return EnsembleSpec.builder()
        .voters(3)
        .heapMegabytes(320)
        .directory(ScratchDirectory.get())
        .agent(agent)
        .jvmFlag("-Dzookeeper.snapCount=" + SNAP_COUNT)
        .jvmFlag("-Dzookeeper.preAllocSize=1024")
        .server(SID, server -> server.withDataParent(disk))
        .build();
  }

  private static OpenLoopLoad.Plan load(Ensemble ensemble) {
    List<String> others = List.of(ensemble.address(3), ensemble.address(2));
    return new OpenLoopLoad.Plan(
        others, WRITES_PER_SECOND, 300, 2, 10_000, false, write -> "/load-" + write % 100);
  }

  private static void fill(CuratorFramework client) throws Exception {
    byte[] data = new byte[NODE_BYTES];
    for (int node = 0; node < NODES; node++) {
      client.create().forPath("/tree-" + node, data);
    }
    for (int node = 0; node < 100; node++) {
      client.create().forPath("/load-" + node);
    }
  }

  private static void delete(CuratorFramework client) throws Exception {
    for (int node = 0; node < NODES; node++) {
      client.delete().forPath("/tree-" + node);
    }
  }

  /** Others fill the disk up to so much. */
  private static void leaveUsable(Path disk, long bytes) throws IOException {
    byte[] piece = new byte[1 << 20];
    Path ballast = disk.resolve("others");
    Files.createFile(ballast);
    while (disk.toFile().getUsableSpace() > bytes) {
      Files.write(ballast, piece, StandardOpenOption.APPEND);
    }
  }

  private static long totalBytes(Path disk) {
    return disk.toFile().getTotalSpace();
  }

  private static void purge(Ensemble ensemble) throws IOException {
    File directory = ensemble.dataDirectory(SID).toFile();
    PurgeTxnLog.purge(directory, directory, RETAINED);
  }

  /** Purges until the log that holds the tree is gone: nothing large can be purged later. */
  private static void awaitOnlySmallLogs(Ensemble ensemble, File files) throws Exception {
    long end = System.nanoTime() + START.toNanos();
    while (logBytes(files) > TREE_BYTES / 2) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("the log stays at " + logBytes(files) + " bytes");
      }
      TimeUnit.SECONDS.sleep(1);
      purge(ensemble);
    }
  }

  private static void awaitSnapshots(File files, int count) throws InterruptedException {
    long end = System.nanoTime() + START.toNanos();
    while (list(files, "snapshot.").size() < count) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException(
            "no %d snapshots within %d s".formatted(count, START.toSeconds()));
      }
      TimeUnit.SECONDS.sleep(1);
    }
  }

  private static long newestSnapshot(File files) {
    return list(files, "snapshot.").stream()
        .map(file -> file.getName().substring("snapshot.".length()).split("\\.", 2)[0])
        .mapToLong(zxid -> Long.parseLong(zxid, 16))
        .max()
        .orElse(0);
  }

  private static long logBytes(File files) {
    return list(files, "log.").stream().mapToLong(File::length).sum();
  }

  private static List<File> list(File files, String prefix) {
    File[] all = files.listFiles((directory, name) -> name.startsWith(prefix));
    return all == null ? List.of() : Stream.of(all).toList();
  }
}
