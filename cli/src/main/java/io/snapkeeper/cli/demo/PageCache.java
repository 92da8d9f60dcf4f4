package io.snapkeeper.cli.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What the machine's page cache holds that no disk has yet. */
final class PageCache {

  private static final Path MEMINFO = Path.of("/proc/meminfo");

  private PageCache() {}

  /** Bytes written to files that are not on a disk yet, of all programs; 0 where unknown. */
  static long unwrittenBytes() {
    try {
      List<String> lines = Files.readAllLines(MEMINFO);
      return MemoryInfo.bytes(lines, "Dirty:") + MemoryInfo.bytes(lines, "Writeback:");
    } catch (IOException e) {
      return 0;
    }
  }
}
