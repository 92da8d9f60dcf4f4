package io.snapkeeper.benchmarks.ensemble;

import io.snapkeeper.ensemble.Ensemble;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Option;

/** Options that take CPU time away from the servers of a program: a quota each, and hogs. */
public final class LittleCpu {

  private static final Path VERSION_2 = Path.of("/sys/fs/cgroup/cgroup.controllers");
  private static final Path GROUPS = Path.of("/sys/fs/cgroup");
  private static final int PERIOD_MICROS = 100_000;

  /** A hog ends by itself, should its owner be killed. */
  private static final String HOG = "timeout 900 sh -c 'while :; do :; done'";

  @Option(
      names = "--cpu-percent",
      paramLabel = "N",
      description =
          "Of one CPU, the quota of each server's control group (cpu.max, 100 ms), as Kubernetes"
              + " limits set it. Needs root. Default: none.")
  private int cpuPercent;

  @Option(
      names = "--hogs",
      paramLabel = "N",
      description = "Processes beside the servers that do nothing but compute (0).")
  private int hogs;

  /** What the options say, for the head of a table. */
  public String summary() {
    if (cpuPercent == 0 && hogs == 0) {
      return "";
    }
    return String.format(
        Locale.ROOT,
        "%s%s",
        cpuPercent == 0 ? "" : ", " + cpuPercent + "% of a CPU for each server",
        hogs == 0 ? "" : ", " + hogs + " CPU hogs");
  }

  /** From now on, until it is closed. The servers run. */
  public Taken takeFrom(Ensemble ensemble, List<Long> sids) throws IOException {
    Taken taken = new Taken();
    try {
      for (long sid : cpuPercent == 0 ? List.<Long>of() : sids) {
        taken.limit(ensemble.pid(sid), cpuPercent);
      }
      for (int i = 0; i < hogs; i++) {
        taken.processes.add(
            new ProcessBuilder("sh", "-c", "exec " + HOG)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start());
      }
      return taken;
    } catch (IOException e) {
      taken.close();
      throw e;
    }
  }

  /** Quotas and hogs of one run. */
  public static final class Taken implements AutoCloseable {
    private final List<Process> processes = new CopyOnWriteArrayList<>();
    private final List<Path> groups = new CopyOnWriteArrayList<>();

    private Taken() {
      // Ctrl-C leaves neither hogs nor control groups.
      Runtime.getRuntime().addShutdownHook(new Thread(this::close));
    }

    private void limit(long pid, int percent) throws IOException {
      boolean version2 = Files.exists(VERSION_2);
      Path parent = version2 ? GROUPS : GROUPS.resolve("cpu");
      Path group = Files.createDirectory(parent.resolve("snapkeeper-" + pid));
      groups.add(group);
      long quota = percent * (PERIOD_MICROS / 100L);
      if (version2) {
        Files.writeString(group.resolve("cpu.max"), quota + " " + PERIOD_MICROS);
      } else {
        Files.writeString(group.resolve("cpu.cfs_period_us"), Integer.toString(PERIOD_MICROS));
        Files.writeString(group.resolve("cpu.cfs_quota_us"), Long.toString(quota));
      }
      Files.writeString(group.resolve("cgroup.procs"), Long.toString(pid));
    }

    /** The servers get their CPU back, which they need in order to end. */
    @Override
    public void close() {
      for (Process hog : processes) {
        hog.descendants().forEach(ProcessHandle::destroyForcibly);
        hog.destroyForcibly();
      }
      groups.forEach(Taken::remove);
    }

    private static void remove(Path group) {
      if (!Files.exists(group)) {
        return;
      }
      try {
        for (String pid : Files.readAllLines(group.resolve("cgroup.procs"))) {
          Files.writeString(group.getParent().resolve("cgroup.procs"), pid);
        }
        for (int attempt = 0; attempt < 50 && group.toFile().exists(); attempt++) {
          if (!group.toFile().delete()) {
            TimeUnit.MILLISECONDS.sleep(20);
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException("cannot remove the control group " + group, e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
