package io.snapkeeper.cli.demo;

import com.sun.management.OperatingSystemMXBean;
import io.snapkeeper.cli.Failure;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Whether this machine can run the demo, found out before anything is started. */
final class Preflight {

  private static final Path MEMINFO = Path.of("/proc/meminfo");

  private Preflight() {}

  /**
   * @param directory where the files will go
   * @throws Failure naming what is short, how much there is, and what to do
   */
  static void check(DemoPlan plan, Path directory) {
    if (!Files.isDirectory(directory)) {
      throw new Failure("no such directory: " + directory + "; name an existing one with --dir");
    }
    if (!Files.isWritable(directory)) {
      throw new Failure("cannot write to " + directory + "; name another directory with --dir");
    }
    try {
      requireDisk(plan, Files.getFileStore(directory).getUsableSpace(), directory);
    } catch (IOException e) {
      throw new Failure("cannot tell the free space of " + directory + ": " + e.getMessage(), e);
    }
    requireMemory(plan, availableMemoryBytes());
  }

  static void requireDisk(DemoPlan plan, long usableBytes, Path directory) {
    if (usableBytes < plan.diskBytes()) {
      throw new Failure(
          "too little disk space: %s has %s free and %d servers need %s; free some, use --dir, or use --quick"
              .formatted(
                  directory, gigabytes(usableBytes), plan.servers(), gigabytes(plan.diskBytes())));
    }
  }

  static void requireMemory(DemoPlan plan, long availableBytes) {
    if (availableBytes < plan.memoryBytes()) {
      throw new Failure(
          "too little memory: %s available and %d servers need %s; close something%s"
              .formatted(
                  gigabytes(availableBytes),
                  plan.servers(),
                  gigabytes(plan.memoryBytes()),
                  plan.servers() > 3 ? ", or use --servers 3" : ""));
    }
  }

  private static String gigabytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f GB", bytes / 1e9);
  }

  private static long availableMemoryBytes() {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    // The bean knows a container's limit, /proc/meminfo knows what caches would give back.
    try {
      long available = MemoryInfo.bytes(Files.readAllLines(MEMINFO), "MemAvailable:");
      if (available > 0) {
        return Math.min(available, system.getTotalMemorySize());
      }
    } catch (IOException e) {
      // Not Linux.
    }
    return system.getFreeMemorySize();
  }
}
