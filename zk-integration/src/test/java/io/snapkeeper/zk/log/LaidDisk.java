package io.snapkeeper.zk.log;

import io.snapkeeper.wal.crash.Disk;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Puts what a power failure has left where ZooKeeper and {@link TornTail} look for it. */
final class LaidDisk {

  private final Path logs;

  LaidDisk(Path logs) {
    this.logs = logs;
  }

  /** Whether a start looks at a file of this name. */
  static boolean isLooked(String name) {
    return name.startsWith("log.") || name.equals(DurableMarks.NAME);
  }

  /** In the place of the one before. */
  void put(Disk disk) throws IOException {
    for (Path file : files("")) {
      String name = file.getFileName().toString();
      if (isLooked(name) || name.startsWith("snapkeeper-wal.torn.")) {
        Files.delete(file);
      }
    }
    for (String name : disk.files().keySet()) {
      put(name, disk.files().get(name));
    }
    Disk.File marks = disk.files().get(DurableMarks.NAME);
    if (marks != null) {
      Files.write(logs.resolve(DurableMarks.NAME), ofTheseFiles(marks.content()));
    }
  }

  private void put(String name, Disk.File file) throws IOException {
    try (RandomAccessFile out = new RandomAccessFile(logs.resolve(name).toFile(), "rw")) {
      out.write(file.content());
      out.setLength(file.sizeBytes());
    }
  }

  /** The log that a mark names has another inode here. */
  private byte[] ofTheseFiles(byte[] marks) throws IOException {
    byte[] patched = marks.clone();
    for (int at = 0; at + DurableMark.BYTES <= marks.length; at += Disk.SECTOR_BYTES) {
      Optional<DurableMark> found =
          DurableMark.decode(Arrays.copyOfRange(marks, at, at + DurableMark.BYTES));
      if (found.isPresent()) {
        DurableMark mark = found.get();
        Path log = logs.resolve(mark.logName());
        long inode = Files.exists(log) ? DurableMarks.inode(log) : 0;
        byte[] encoded =
            new DurableMark(mark.sequence(), mark.logName(), inode, mark.durableBytes()).encode();
        System.arraycopy(encoded, 0, patched, at, encoded.length);
      }
    }
    return patched;
  }

  /** That with the highest zxid. */
  Optional<Path> newestLog() throws IOException {
    return files("log.").stream().max(Comparator.comparingLong(LaidDisk::zxid));
  }

  private static long zxid(Path log) {
    return Long.parseLong(log.getFileName().toString().substring("log.".length()), 16);
  }

  /** What was kept of torn logs. */
  List<Path> keptCopies() throws IOException {
    return files("snapkeeper-wal.torn.");
  }

  private List<Path> files(String prefix) throws IOException {
    try (Stream<Path> files = Files.list(logs)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> file.getFileName().toString().startsWith(prefix))
          .toList();
    }
  }
}
