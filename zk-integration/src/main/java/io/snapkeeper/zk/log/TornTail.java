package io.snapkeeper.zk.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Repairs what a power failure has left of the last commit: some of its blocks. ZooKeeper refuses
 * such a log, although nothing that is damaged was acknowledged.
 *
 * <p>Only the newest log, only if the plugin has written it, and only behind the place that its
 * {@link DurableMark} names. Before that place nothing is repaired: the server must not start as if
 * nothing had happened.
 */
public final class TornTail {

  private static final String LOG = "log.";
  private static final String KEPT = "snapkeeper-wal.torn.";
  private static final int CHUNK_BYTES = 1 << 20;

  private final Path directory;

  /**
   * @param directory of the logs, which belongs to this server
   */
  public TornTail(Path directory) {
    this.directory = directory;
  }

  /**
   * Looks at the log that the mark names, and repairs it if it may.
   *
   * @return what was repaired, for people; empty if nothing was
   * @throws DamagedLogException if acknowledged transactions are damaged
   * @throws IOException if the log cannot be read, copied or written: it is as it was
   */
  public Optional<String> repair() throws IOException {
    Optional<DurableMark> found = DurableMarks.newest(directory);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    DurableMark mark = found.get();
    Path log = directory.resolve(mark.logName());
    if (!Files.isRegularFile(log) || DurableMarks.inode(log) != mark.inode()) {
      return Optional.empty(); // another file: purged, copied from elsewhere
    }
    LogScan scan = LogScan.of(log);
    if (scan.sizeBytes() < mark.durableBytes()) {
      return Optional.empty(); // cut off by ZooKeeper, at a leader's wish
    }
    if (scan.end() < mark.durableBytes()) {
      throw new DamagedLogException(log, scan.end(), mark.durableBytes());
    }
    if (!scan.damaged() || !isNewest(mark.logName())) {
      return Optional.empty();
    }
    return Optional.of(cutOff(log, scan.end()));
  }

  private boolean isNewest(String name) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(each -> each.startsWith(LOG))
          .max(Comparator.comparingLong(TornTail::zxid))
          .filter(name::equals)
          .isPresent();
    }
  }

  private static long zxid(String name) {
    try {
      return Long.parseUnsignedLong(name.substring(LOG.length()), 16);
    } catch (NumberFormatException e) {
      return -1; // none of ZooKeeper's
    }
  }

  private String cutOff(Path log, long from) throws IOException {
    Path kept = Files.createTempFile(directory, KEPT + log.getFileName() + ".", "");
    try {
      Files.copy(log, kept, StandardCopyOption.REPLACE_EXISTING);
      force(kept);
    } catch (IOException e) {
      Files.deleteIfExists(kept);
      throw e;
    }
    zero(log, from);
    return ("%s ended in a torn commit behind byte %d, which nobody was told of; there are zeros now,"
            + " and the file as it was is %s")
        .formatted(log, from, kept);
  }

  private static void force(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  /** Zeros from a place on, where there are none; in this order, so that each step is a repair. */
  private static void zero(Path log, long from) throws IOException {
    try (FileChannel channel =
        FileChannel.open(log, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);
      ByteBuffer zeros = ByteBuffer.allocate(CHUNK_BYTES);
      for (long at = from; at < channel.size(); at += chunk.limit()) {
        chunk.clear();
        while (chunk.hasRemaining() && channel.read(chunk, at + chunk.position()) >= 0) {
          // more of it
        }
        chunk.flip();
        zeros.clear().limit(chunk.limit());
        if (chunk.mismatch(zeros) >= 0) {
          while (zeros.hasRemaining()) {
            channel.write(zeros, at + zeros.position());
          }
        }
      }
      channel.force(true);
    }
  }
}
