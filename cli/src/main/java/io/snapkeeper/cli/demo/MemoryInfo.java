package io.snapkeeper.cli.demo;

import java.util.List;

/** The lines of /proc/meminfo. */
final class MemoryInfo {

  private MemoryInfo() {}

  /**
   * @param name with its colon, as "MemAvailable:"
   * @return in bytes, or 0 if the lines do not have it
   */
  static long bytes(List<String> lines, String name) {
    return lines.stream()
        .filter(line -> line.startsWith(name))
        .findFirst()
        .map(line -> Long.parseLong(line.split("\\s+", -1)[1]) * 1024)
        .orElse(0L);
  }
}
