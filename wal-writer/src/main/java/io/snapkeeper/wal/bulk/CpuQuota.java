package io.snapkeeper.wal.bulk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * How many CPUs the kernel lets this process have: the quota of its control group, version 1 or 2,
 * and of the groups above it. A container with half a CPU has one processor for the JVM. Whatever
 * the kernel's files hold, there is an answer.
 */
public final class CpuQuota {

  private static final Path PROCESS = Path.of("/proc/self/cgroup");
  private static final Path GROUPS = Path.of("/sys/fs/cgroup");

  private CpuQuota() {}

  /** The quota of this process in CPUs; infinite without one, or where none can be read. */
  public static double cpus() {
    return cpus(PROCESS, GROUPS);
  }

  /**
   * @param process the file that names a process's groups
   * @param groups where the control groups are mounted
   */
  static double cpus(Path process, Path groups) {
    List<String> lines;
    try {
      lines = Files.readAllLines(process);
    } catch (IOException | RuntimeException e) {
      return Double.POSITIVE_INFINITY; // no Linux, or none that shows it
    }
    double least = Double.POSITIVE_INFINITY;
    for (String line : lines) {
      // number:controllers:path; version 2 has no controllers
      String[] parts = line.split(":", 3);
      if (parts.length == 3) {
        least = Math.min(least, ofGroup(parts[1], parts[2], groups));
      }
    }
    return least;
  }

  private static double ofGroup(String controllers, String path, Path groups) {
    if (controllers.isEmpty()) {
      return alongThePath(groups, path, CpuQuota::version2);
    }
    if (List.of(controllers.split(",", -1)).contains("cpu")) {
      return Math.min(
          alongThePath(groups.resolve("cpu"), path, CpuQuota::version1),
          alongThePath(groups.resolve(controllers), path, CpuQuota::version1));
    }
    return Double.POSITIVE_INFINITY;
  }

  /** Reads the quota of one group. */
  private interface Reader {
    Optional<Double> cpus(Path group) throws IOException;
  }

  /**
   * The least from the group up to the root. In a container the path may be the host's, which is
   * not there: then what is mounted as the root is the container's own group.
   */
  private static double alongThePath(Path root, String path, Reader reader) {
    double least = Double.POSITIVE_INFINITY;
    try {
      Path group = root.resolve(path.substring(Math.min(1, path.length()))).normalize();
      while (group != null && group.startsWith(root)) {
        least = Math.min(least, read(group, reader));
        group = group.getParent();
      }
    } catch (RuntimeException e) {
      return least; // a path that is none
    }
    return least;
  }

  private static double read(Path group, Reader reader) {
    try {
      return reader.cpus(group).filter(cpus -> cpus > 0).orElse(Double.POSITIVE_INFINITY);
    } catch (IOException | RuntimeException e) {
      return Double.POSITIVE_INFINITY;
    }
  }

  /** "max 100000" or "50000 100000": microseconds in each period. */
  private static Optional<Double> version2(Path group) throws IOException {
    String[] fields = Files.readString(group.resolve("cpu.max")).strip().split("\\s+", -1);
    return fields[0].equals("max")
        ? Optional.empty()
        : Optional.of(Double.parseDouble(fields[0]) / Double.parseDouble(fields[1]));
  }

  /** A quota of -1 is none. */
  private static Optional<Double> version1(Path group) throws IOException {
    double quota = number(group.resolve("cpu.cfs_quota_us"));
    return quota < 0
        ? Optional.empty()
        : Optional.of(quota / number(group.resolve("cpu.cfs_period_us")));
  }

  private static double number(Path file) throws IOException {
    return Double.parseDouble(Files.readString(file).strip());
  }
}
